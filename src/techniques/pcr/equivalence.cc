#include "techniques/pcr/equivalence.h"

#include <set>

namespace reweave::pcr {

namespace {

std::uint64_t Mix(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}

// What the event is, whichever values and addresses it has.
std::uint64_t TokenOf(const Event& e) {
  return Mix(Mix(e.site, static_cast<std::uint64_t>(e.kind)), (e.reads ? 1u : 0u) | (e.writes ? 2u : 0u));
}

}  // namespace

std::uint64_t MannersOf(const Run& run) {
  std::uint64_t all = 0;
  for (std::size_t tid = 0; tid < run.threads.size(); ++tid) {
    std::set<std::uint64_t> manners;
    std::uint64_t open = 0;
    std::size_t held = 0;
    for (const Region& region : run.regions) held += region.tid == tid && region.take == kNoEvent;
    for (const EventId id : run.threads[tid]) {
      const Event& e = run.events[id];
      if (e.takes != kNone && held++ == 0) open = Mix(tid, 1);
      if (held == 0) {
        if (e.accesses != 0) manners.insert(TokenOf(e));
        continue;
      }
      open = Mix(open, TokenOf(e));
      if (e.releases != kNone && --held == 0) manners.insert(open);
    }
    if (held != 0) manners.insert(open);
    all = Mix(all, tid);
    for (const std::uint64_t manner : manners) all = Mix(all, manner);
  }
  return all;
}

}  // namespace reweave::pcr
