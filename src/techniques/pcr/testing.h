// Golden runs and checks that several tests use.
#pragma once

#include <algorithm>
#include <set>

#include "detect/testing.h"
#include "techniques/pcr/closure.h"
#include "techniques/pcr/formula.h"
#include "techniques/pcr/patterns.h"

namespace reweave::pcr {

constexpr std::uint64_t kX = 0x1000, kY = 0x2000, kMutex = 0x9000;

// G1: one thread asks whether something is attached, another removes all; all on one pointer, 7 at first.
inline Trace AttachRemove() {
  detect::RunText run;
  run.Threads(2);
  const std::pair<unsigned, unsigned> reads[] = {{1, 6}, {2, 19}, {1, 8}, {2, 20}, {1, 11}, {2, 22}, {2, 25}};
  for (const auto& [tid, site] : reads) run.Read(tid, site, kX, 8, 7);
  return run.Write(2, 26, kX, 8, 0).Trace();
}

// The same with both inside one lock, one after the other.
inline Trace AttachRemoveLocked() {
  detect::RunText run;
  run.Threads(2).Lock(1, kMutex, 1);
  for (const unsigned site : {6u, 8u, 11u}) run.Read(1, site, kX, 8, 7);
  run.Unlock(1, kMutex, 2).Lock(2, kMutex, 3);
  for (const unsigned site : {19u, 20u, 22u, 25u}) run.Read(2, site, kX, 8, 7);
  return run.Write(2, 26, kX, 8, 0).Unlock(2, kMutex, 4).Trace();
}

// G2: x and y are written one after the other and read one after the other.
inline Trace TornSnapshot() {
  detect::RunText run;
  run.Threads(2);
  const auto branch = [&](unsigned tid) {
    abi::Event e{};
    e.kind = abi::EventKind::kBranch, e.tid = static_cast<std::uint16_t>(tid);
    run.Raw(e);
  };
  branch(1), branch(2);
  return run.Write(1, 1, kX, 4, 1).Write(1, 2, kY, 4, 1).Read(2, 3, kX, 4, 1).Read(2, 4, kY, 4, 1).Trace();
}

// G2 with a branch between the two reads, on something else than what was read.
inline Trace TornSnapshotWithBranch() {
  detect::RunText run;
  run.Threads(2);
  run.Write(1, 1, kX, 4, 1).Write(1, 2, kY, 4, 1).Read(2, 3, kX, 4, 1);
  abi::Event branch{};
  branch.kind = abi::EventKind::kBranch, branch.tid = 2, branch.site = 9;
  run.Raw(branch);
  return run.Read(2, 4, kY, 4, 1).Trace();
}

inline EventId AtSite(const Run& run, unsigned site) {
  for (EventId e = 0; e < run.events.size(); ++e)
    if (run.events[e].site == site) return e;
  return kNoEvent;
}

inline Answer SolveQuery(const Run& run, const Query& query) {
  Closure closure;
  const Problem problem(run, query);
  return closure.Solve(problem);
}

// All orders of the problem's events in which every clause holds.
inline std::vector<std::vector<EventId>> AllOrders(const Problem& problem, const Formula& formula) {
  const Run& run = problem.run();
  std::vector<std::vector<EventId>> out;
  std::vector<EventId> order;
  std::vector<std::uint32_t> done(run.threads.size()), place(run.events.size(), kNone);
  const auto go = [&](auto& self) -> void {
    if (order.size() == problem.size()) {
      if (std::ranges::all_of(formula.clauses, [&](const Clause& c) { return Holds(c, place); })) out.push_back(order);
      return;
    }
    for (std::uint16_t t = 0; t < run.threads.size(); ++t) {
      if (done[t] >= problem.cut(t)) continue;
      const EventId e = run.At(t, ++done[t]);
      place[e] = static_cast<std::uint32_t>(order.size());
      order.push_back(e);
      self(self);
      order.pop_back();
      place[e] = kNone;
      --done[t];
    }
  };
  go(go);
  return out;
}

}  // namespace reweave::pcr
