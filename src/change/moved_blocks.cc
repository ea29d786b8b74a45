#include "change/moved_blocks.h"

#include <algorithm>
#include <vector>

#include "change/statement_keys.h"

namespace reweave::inline change {

namespace {

constexpr std::size_t kFewest = 3;  // statements; fewer are alike by chance

struct Run {
  std::uint32_t function;
  std::vector<std::uint32_t> statements;  // in a row, leaving out what the compiler added
};

// Runs of written statements that have no counterpart.
template <typename Matched>
void AddRuns(const FunctionFacts& f, std::uint32_t number, Matched matched, std::vector<Run>& out) {
  Run run{number, {}};
  for (std::uint32_t s = 0; s <= f.statements.size(); ++s) {
    const bool end = s == f.statements.size();
    if (!end && !IsFromSource(f.statements[s])) continue;
    if (!end && !matched(s)) {
      run.statements.push_back(s);
      continue;
    }
    if (run.statements.size() >= kFewest) out.push_back(run);
    run.statements.clear();
  }
}

// A block must name its locals alike: each local of one side is one local of the other. A result belongs to its statement, which
// is so many statements further up.
class Renaming {
 public:
  bool Add(const StatementFacts& before, std::uint32_t old_at, const StatementFacts& now, std::uint32_t new_at) {
    if (before.locals.size() != now.locals.size()) return false;
    for (std::size_t k = 0; k < now.locals.size(); ++k) {
      if ((before.locals[k] >= kResults) != (now.locals[k] >= kResults)) return false;
      if (now.locals[k] >= kResults) {
        if (old_at - (before.locals[k] - kResults) != new_at - (now.locals[k] - kResults)) return false;
        continue;
      }
      if (old_of_.try_emplace(now.locals[k], before.locals[k]).first->second != before.locals[k]) return false;
      if (new_of_.try_emplace(before.locals[k], now.locals[k]).first->second != now.locals[k]) return false;
    }
    return true;
  }

 private:
  std::map<std::uint32_t, std::uint32_t> old_of_, new_of_;
};

// Items of a statement, in order.
template <typename Site>
std::vector<std::uint32_t> SitesOf(const std::vector<Site>& sites, std::uint32_t statement) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < sites.size(); ++i)
    if (sites[i].statement == statement) out.push_back(i);
  return out;
}

}  // namespace

MovedBlocks::MovedBlocks(const Matching& matching) {
  const auto &olds = matching.old_facts().functions(), &news = matching.new_facts().functions();
  std::vector<Run> before, now;
  for (std::uint32_t f = 0; f < olds.size(); ++f) {
    if (olds[f].system()) continue;
    const std::uint32_t counterpart = matching.new_of(f);
    if (counterpart != kNoMatch && matching.of(counterpart).identical) continue;
    std::vector<bool> kept(olds[f].statements.size());
    if (counterpart != kNoMatch)
      for (std::uint32_t was : matching.of(counterpart).statements)
        if (was != kNoMatch) kept[was] = true;
    AddRuns(olds[f], f, [&](std::uint32_t s) { return kept[s]; }, before);
  }
  if (before.empty()) return;
  for (std::uint32_t f = 0; f < news.size(); ++f)
    if (!news[f].system() && !matching.of(f).identical)
      AddRuns(news[f], f, [&](std::uint32_t s) { return matching.of(f).statements[s] != kNoMatch; }, now);

  const auto old_key = [&](const Run& run, std::size_t i) {
    return OldStatementKey(olds[run.function].statements[run.statements[i]]);
  };
  const auto new_key = [&](const Run& run, std::size_t i) {
    return NewStatementKey(news[run.function].statements[run.statements[i]], matching.renames());
  };
  std::map<std::uint64_t, std::vector<std::pair<std::size_t, std::size_t>>> by_key;  // old run, where in it
  for (std::size_t r = 0; r < before.size(); ++r)
    for (std::size_t i = 0; i + kFewest <= before[r].statements.size(); ++i) by_key[old_key(before[r], i)].push_back({r, i});

  for (const Run& run : now) {
    for (std::size_t i = 0; i + kFewest <= run.statements.size();) {
      const Run* from = nullptr;
      std::size_t best = 0, at = 0;
      for (const auto& [r, start] : by_key[new_key(run, i)]) {
        const Run& candidate = before[r];
        Renaming renaming;
        std::size_t length = 0;
        while (i + length < run.statements.size() && start + length < candidate.statements.size()) {
          const std::uint32_t was = candidate.statements[start + length], is = run.statements[i + length];
          if (old_key(candidate, start + length) != new_key(run, i + length) ||
              statements_.moved.contains({candidate.function, was}) ||
              !renaming.Add(olds[candidate.function].statements[was], was, news[run.function].statements[is], is))
            break;
          ++length;
        }
        if (length >= kFewest && length > best) best = length, from = &candidate, at = start;
      }
      for (std::size_t k = 0; k < best; ++k)
        AddStatement(matching, {from->function, from->statements[at + k]}, {run.function, run.statements[i + k]});
      i += std::max<std::size_t>(best, 1);
    }
  }
}

void MovedBlocks::AddStatement(const Matching& matching, const Place& before, const Place& now) {
  statements_.Add(before, now);
  const FunctionFacts& old_f = matching.old_facts().functions()[before.first];
  const FunctionFacts& new_f = matching.new_facts().functions()[now.first];
  const auto pair = [&](const auto& old_sites, const auto& new_sites, Items& items) {
    const auto olds = SitesOf(old_sites, before.second), news = SitesOf(new_sites, now.second);
    if (olds.size() != news.size()) return;  // what the compiler made of it differs
    for (std::size_t k = 0; k < olds.size(); ++k) items.Add({before.first, olds[k]}, {now.first, news[k]});
  };
  pair(old_f.accesses, new_f.accesses, accesses_);
  pair(old_f.calls, new_f.calls, calls_);
}

const MovedBlocks::Items* MovedBlocks::ItemsOf(std::vector<std::uint32_t> FunctionMatch::* list) const {
  if (list == &FunctionMatch::statements) return &statements_;
  if (list == &FunctionMatch::accesses) return &accesses_;
  return list == &FunctionMatch::calls ? &calls_ : nullptr;
}

const MovedBlocks::Place* MovedBlocks::Of(std::vector<std::uint32_t> FunctionMatch::* list, const Place& now) const {
  const Items* items = ItemsOf(list);
  const auto found = items ? items->old_of.find(now) : std::map<Place, Place>::const_iterator();
  return items && found != items->old_of.end() ? &found->second : nullptr;
}

bool MovedBlocks::WasMoved(std::vector<std::uint32_t> FunctionMatch::* list, const Place& before) const {
  const Items* items = ItemsOf(list);
  return items && items->moved.contains(before);
}

}  // namespace reweave::inline change
