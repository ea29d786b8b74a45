#include "techniques/simrt/old_blocks.h"

#include <algorithm>
#include <set>

namespace reweave::inline simrt {

const std::vector<BlockPair>& OldBlocks::PairsOf(std::uint32_t function) {
  auto [entry, fresh] = pairs_.try_emplace(function);
  if (!fresh) return entry->second;
  const FunctionMatch& match = matching_.of(function);
  const FunctionFacts& now = program_.functions()[function];
  if (match.identical)
    for (std::uint32_t b = 0; b < now.blocks.size(); ++b) entry->second.push_back({b, BlockPair::State::kSame});
  else if (match.old_function != kNoMatch) entry->second = PairBlocks(matching_.old_facts().functions()[match.old_function], now);
  return entry->second;
}

OldPlaces OldBlocks::Of(std::uint32_t function, std::uint32_t block) {
  const auto own = [&](std::uint32_t f, std::uint32_t b) {
    return OldBlock{matching_.old_facts().functions()[matching_.of(f).old_function].id, PairsOf(f)[b].old_block};
  };
  // Code of system headers has no recorded blocks: the user's call stands for it.
  const auto counts = [&](std::uint32_t f) { return Exists(f) && !program_.functions()[f].system(); };
  if (counts(function)) return {{own(function, block)}, false};
  auto [entry, fresh] = callers_.try_emplace(function);
  if (!fresh) return entry->second;
  // All nearest callers, all their calls.
  struct Step {
    std::uint32_t function;
    bool spawned;
  };
  std::vector<Step> level{{function, false}};
  std::set<std::uint32_t> seen{function};
  std::set<OldBlock> found;
  bool all_spawned = true;
  while (found.empty() && !level.empty()) {
    std::vector<Step> next;
    for (const Step& step : level)
      for (const Caller& caller : threads_.callers(step.function)) {
        const bool spawned = step.spawned || caller.spawn;
        if (counts(caller.function)) {
          found.insert(own(caller.function, program_.functions()[caller.function].calls[caller.call].block));
          all_spawned &= spawned;
        } else if (seen.insert(caller.function).second) {
          next.push_back({caller.function, spawned});
        }
      }
    level = std::move(next);
  }
  OldPlaces& out = callers_[function];
  out.blocks.assign(found.begin(), found.end());
  out.spawned = !found.empty() && all_spawned;
  return out;
}

OldPlaces OldBlocks::Of(std::uint32_t function, const AccessSite& access) {
  OldPlaces out = Of(function, access.block);
  const FunctionMatch& match = matching_.of(function);
  if (access.statement == kNoStatement || out.blocks.size() != 1 || match.identical || !Exists(function) ||
      match.statements[access.statement] == kNoMatch || PairsOf(function)[access.block].state == BlockPair::State::kSame)
    return out;
  const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
  std::set<OldBlock> was;
  for (const AccessSite& site : before.accesses)
    if (site.statement == match.statements[access.statement] && site.kind == access.kind &&
        site.variable.name == access.variable.name)
      was.insert({before.id, site.block});
  if (was.contains(out.blocks.front())) return out;
  was.insert(out.blocks.front());
  out.blocks.assign(was.begin(), was.end());
  return out;
}

}  // namespace reweave::inline simrt
