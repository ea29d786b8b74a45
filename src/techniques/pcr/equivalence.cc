#include "techniques/pcr/equivalence.h"

#include <set>

#include "base/mix.h"

namespace reweave::pcr {

namespace {

// What the event is, whichever values and addresses it has.
std::uint64_t TokenOf(const Event& e) {
  return QuickMix(QuickMix(e.site, static_cast<std::uint64_t>(e.kind)), (e.reads ? 1u : 0u) | (e.writes ? 2u : 0u));
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
      if (e.takes != kNone && held++ == 0) open = QuickMix(tid, 1);
      if (held == 0) {
        if (e.accesses != 0) manners.insert(TokenOf(e));
        continue;
      }
      open = QuickMix(open, TokenOf(e));
      if (e.releases != kNone && --held == 0) manners.insert(open);
    }
    if (held != 0) manners.insert(open);
    all = QuickMix(all, tid);
    for (const std::uint64_t manner : manners) all = QuickMix(all, manner);
  }
  return all;
}

}  // namespace reweave::pcr
