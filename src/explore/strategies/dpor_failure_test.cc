// Failures end runs before the other threads have gone on. The reduction must not lose what those would have done.
#include <gtest/gtest.h>

#include <map>

#include "explore/search/testing/drive.h"

namespace reweave::inline strategies {
namespace {

// The operations in order. After the first n, the thread fails if the last result is checks[n]; which failure it is tells all
// that the thread has seen.
SimBody Checked(int thread, std::vector<SimOp> ops, std::map<int, long> checks) {
  return [=](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc > 0) l.r[0] = l.r[0] * 7 + l.last + 1;
    const auto check = checks.find(l.pc);
    if (l.pc > 0 && check != checks.end() && l.last == check->second)
      return SimOp{SimOp::kAbort, 0, 1000000L * (thread + 1) + l.r[0]};
    if (static_cast<std::size_t>(l.pc) >= ops.size()) return std::nullopt;
    return ops[static_cast<std::size_t>(l.pc)];
  };
}

// dfs lets those who yielded wait for others, wherever others can run. The reduction runs them where a reversal needs it, so then
// it may see more.
void ExpectAsDfs(const Simulator& program, const std::string& what, bool yields = false) {
  const DriveResult dfs = DriveNamed("dfs", program, {}, 1500);
  if (!dfs.exhausted) return;
  const DriveResult dpor = DriveNamed("dpor", program);
  EXPECT_TRUE(dpor.exhausted) << what;
  if (yields) {
    for (const std::string& outcome : dfs.outcomes) EXPECT_TRUE(dpor.outcomes.contains(outcome)) << what << ": " << outcome;
    return;
  }
  EXPECT_EQ(dpor.outcomes, dfs.outcomes) << what;
  EXPECT_LE(dpor.schedules, dfs.schedules) << what;
}

// One thread sets a variable under a lock to 1 and then to 2, the other reads it twice under the lock and fails if it first
// saw 1. The failure comes with the unlock, which is what the first thread waits for.
TEST(DporFailures, WhatWaitsForTheLastStepStillCompetes) {
  const std::vector<SimOp> sets = {{SimOp::kLock, 9}, {SimOp::kStore, 0, 1}, {SimOp::kUnlock, 9},
                                   {SimOp::kLock, 9}, {SimOp::kStore, 0, 2}, {SimOp::kUnlock, 9}};
  const auto reads = [](SimLocals& l) -> std::optional<SimOp> {
    const SimOp ops[] = {{SimOp::kLock, 9}, {SimOp::kLoad, 0}, {SimOp::kUnlock, 9},
                         {SimOp::kLock, 9}, {SimOp::kLoad, 0}, {SimOp::kUnlock, 9}};
    if (l.pc == 2) l.r[0] = l.last;
    if (l.pc == 5) l.r[1] = l.last;
    if (l.pc < 6) return ops[l.pc];
    return l.r[0] == 1 ? std::optional(SimOp{SimOp::kAbort, 0, 1 + l.r[1]}) : std::nullopt;
  };
  const Simulator program({Straight(sets), reads});
  ExpectAsDfs(program, "set and read");
}

// A thread fails while it holds a lock. The other one does something that the failure does not depend on, and then waits for the
// lock: only then it shows that it competes for it.
TEST(DporFailures, AStepThatFailsDoesNotSleep) {
  const Simulator program({Checked(0, {{SimOp::kLock, 9}, {SimOp::kLoad, 0}, {SimOp::kUnlock, 9}}, {{2, 0}}),
                           Straight({{SimOp::kStore, 1, 1}, {SimOp::kLock, 9}, {SimOp::kStore, 0, 1}, {SimOp::kUnlock, 9}})});
  ExpectAsDfs(program, "lock held");
}

// Who yielded is passed over, and has no turn any more after a failure. The first thread fails with what it reads last. It reads
// 3 only if the other one, after it saw 1 and yielded, goes on at once.
TEST(DporFailures, WhoYieldedMayHaveGoneOn) {
  const auto fails = [](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc == 0) return SimOp{SimOp::kStore, 1, 1};
    if (l.pc == 1) return SimOp{SimOp::kLoad, 0};
    return SimOp{SimOp::kAbort, 0, l.last};
  };
  const auto yields = [](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc == 0) return SimOp{SimOp::kLoad, 1};
    if (l.pc == 1) return l.r[0] = l.last, SimOp{SimOp::kYield};
    if (l.pc == 2) return SimOp{SimOp::kStore, 0, 2 + l.r[0]};
    return std::nullopt;
  };
  const DriveResult dpor = DriveNamed("dpor", Simulator({fails, yields}));
  EXPECT_TRUE(dpor.exhausted);
  for (const long read : {0, 2, 3}) EXPECT_TRUE(dpor.outcomes.contains("failed 2 " + std::to_string(read))) << read;
}

TEST(DporFailures, AgreesWithDfsOnRandomPrograms) {
  Rng rng(31);
  for (int round = 0; round < 200; ++round) {
    std::vector<SimBody> bodies;
    const bool yields = round % 3 == 0;
    const int threads = 2 + static_cast<int>(rng.Below(2));
    for (int t = 0; t < threads; ++t) {
      std::vector<SimOp> ops;
      std::map<int, long> checks;
      for (int i = 0, length = 1 + static_cast<int>(rng.Below(threads == 2 ? 4 : 3)); i < length; ++i) {
        const int object = static_cast<int>(rng.Below(2));
        switch (rng.Below(6)) {
          case 0: ops.push_back({SimOp::kLoad, object}); break;
          case 1: ops.push_back({SimOp::kStore, object, 1 + static_cast<long>(rng.Below(2))}); break;
          case 2: ops.push_back({SimOp::kAdd, object, 1}); break;
          case 3: ops.push_back({SimOp::kTryLock, 10}); break;
          case 4: ops.push_back({yields ? SimOp::kYield : SimOp::kLoad, object}); break;
          default: ops.insert(ops.end(), {{SimOp::kLock, 11}, {SimOp::kLoad, object}, {SimOp::kUnlock, 11}}); break;
        }
        if (rng.Below(3) == 0) checks[static_cast<int>(ops.size())] = static_cast<long>(rng.Below(3));
      }
      bodies.push_back(Checked(t, std::move(ops), std::move(checks)));
    }
    ExpectAsDfs(Simulator(bodies), "round " + std::to_string(round), yields);
  }
}

}  // namespace
}  // namespace reweave::inline strategies
