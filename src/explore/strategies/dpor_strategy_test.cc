#include "explore/strategies/dpor_strategy.h"

#include <gtest/gtest.h>

#include "explore/search/testing/drive.h"

namespace reweave::inline strategies {
namespace {

std::vector<SimOp> LockedIncrements(int times) {
  std::vector<SimOp> ops;
  for (int i = 0; i < times; ++i) {
    ops.push_back({SimOp::kLock, 9});
    ops.push_back({SimOp::kAdd, 0, 1});
    ops.push_back({SimOp::kUnlock, 9});
  }
  return ops;
}

SimBody AddTo(int x, int y, int rounds) {  // x = x + y: two loads and a store, each round
  return [=](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc >= 3 * rounds) return std::nullopt;
    switch (l.pc % 3) {
      case 0: return SimOp{SimOp::kLoad, x};
      case 1: l.r[0] = l.last; return SimOp{SimOp::kLoad, y};
      default: return SimOp{SimOp::kStore, x, l.r[0] + l.last};
    }
  };
}

// lastzero(n): a[0..n] = 0; thread 0 looks for the last zero from the top, thread j sets a[j] = a[j-1] + 1.
std::vector<SimBody> LastZero(int n) {
  std::vector<SimBody> bodies;
  bodies.push_back([n](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc > 0 && l.last == 0) return std::nullopt;
    if (l.pc > n) return std::nullopt;
    return SimOp{SimOp::kLoad, n - l.pc};
  });
  for (int j = 1; j <= n; ++j)
    bodies.push_back([j](SimLocals& l) -> std::optional<SimOp> {
      if (l.pc == 0) return SimOp{SimOp::kLoad, j - 1};
      if (l.pc == 1) return SimOp{SimOp::kStore, j, l.last + 1};
      return std::nullopt;
    });
  return bodies;
}

// indexer: each thread puts 4 messages into a table of 128 by compare-exchange, hash (w * 7) % 128, linear probing.
SimBody Indexer(int tid) {
  return [tid](SimLocals& l) -> std::optional<SimOp> {  // r[0] messages done, r[1] slot being tried
    if (l.pc > 0) {
      if (l.last != 0) ++l.r[0], l.r[1] = -1;
      else l.r[1] = (l.r[1] + 1) % 128;
    } else {
      l.r[1] = -1;
    }
    if (l.r[0] == 4) return std::nullopt;
    const long w = (l.r[0] + 1) * 11 + tid;
    if (l.r[1] < 0) l.r[1] = (w * 7) % 128;
    return SimOp{SimOp::kCas, static_cast<int>(l.r[1]), w, 0};
  };
}

// Three or four threads over one or two functions. What a thread read is added to one sum, so that outcomes do not tell who read
// it, but that it was read.
Simulator RandomGroups(Rng& rng, bool yields) {
  std::vector<SimBody> functions;
  for (int f = 0; f < 2; ++f) {
    std::vector<SimOp> ops;
    const int length = 1 + static_cast<int>(rng.Below(3));
    bool held = false;
    for (int i = 0; i < length; ++i) {
      const int object = static_cast<int>(rng.Below(2));
      switch (rng.Below(9)) {
        case 0: ops.push_back({SimOp::kLoad, object}); break;
        case 1: ops.push_back({SimOp::kStore, object, 10 * f + i}); break;
        case 2: ops.push_back({SimOp::kCas, object, 100 + f, 0}); break;
        case 3: ops.push_back({SimOp::kAdd, object, f + 1}); break;
        case 4: ops.push_back({SimOp::kLock, 10 + object}), held = true; break;
        case 5: ops.push_back({SimOp::kTryLock, 10 + object}); break;
        case 6: ops.push_back({SimOp::kChoose, object, 2}); break;
        case 7: ops.push_back({yields ? SimOp::kYield : SimOp::kLoad, object}); break;
        default: ops.push_back({held ? SimOp::kUnlock : SimOp::kAdd, held ? 10 + object : object, 5}); break;
      }
    }
    functions.push_back([ops](SimLocals& l) -> std::optional<SimOp> {
      if (l.pc > 0 && static_cast<std::size_t>(l.pc) <= ops.size()) l.r[0] = l.r[0] * 31 + l.last;
      if (static_cast<std::size_t>(l.pc) < ops.size()) return ops[static_cast<std::size_t>(l.pc)];
      if (static_cast<std::size_t>(l.pc) == ops.size()) return SimOp{SimOp::kAdd, 100, l.r[0] * l.r[0] + 7 * l.r[0]};
      return std::nullopt;
    });
  }
  std::vector<SimBody> bodies;
  std::vector<int> numbers;
  const int threads = 3 + static_cast<int>(rng.Below(2));
  for (int t = 0; t < threads; ++t) {
    const int f = rng.Below(4) == 0 ? 1 : 0;
    bodies.push_back(functions[static_cast<std::size_t>(f)]);
    numbers.push_back(f);
  }
  return Simulator(bodies, numbers);
}

Simulator RandomProgram(Rng& rng) {
  std::vector<SimBody> bodies;
  const int threads = 2 + static_cast<int>(rng.Below(2));
  for (int t = 0; t < threads; ++t) {
    std::vector<SimOp> ops;
    const int length = 1 + static_cast<int>(rng.Below(threads == 2 ? 4 : 2));
    bool held = false;
    for (int i = 0; i < length; ++i) {
      const int object = static_cast<int>(rng.Below(2));
      switch (rng.Below(9)) {
        case 0: ops.push_back({SimOp::kLoad, object}); break;
        case 1: ops.push_back({SimOp::kStore, object, 10 * t + i}); break;
        case 2: ops.push_back({SimOp::kCas, object, 100 + t, 0}); break;
        case 3: ops.push_back({SimOp::kAdd, object, t + 1}); break;
        case 4: ops.push_back({SimOp::kLock, 10 + object}), held = true; break;
        case 5: ops.push_back({SimOp::kTryLock, 10 + object}); break;
        case 6: ops.push_back({SimOp::kChoose, object, 2}); break;
        case 7:  // taken again while it is held
          ops.insert(ops.end(), {{SimOp::kLock, 20},
                                 {rng.Below(2) == 0 ? SimOp::kLock : SimOp::kTryLock, 20},
                                 {SimOp::kAdd, object, 3},
                                 {SimOp::kUnlock, 20},
                                 {SimOp::kUnlock, 20}});
          break;
        default: ops.push_back({held ? SimOp::kUnlock : SimOp::kAdd, held ? 10 + object : object, 5}); break;
      }
    }
    // What was read shows in the final memory, so that a missed order is noticed.
    const auto body = [ops, t](SimLocals& l) -> std::optional<SimOp> {
      if (l.pc > 0 && static_cast<std::size_t>(l.pc) <= ops.size()) l.r[0] = l.r[0] * 31 + l.last;
      if (static_cast<std::size_t>(l.pc) < ops.size()) return ops[static_cast<std::size_t>(l.pc)];
      if (static_cast<std::size_t>(l.pc) == ops.size()) return SimOp{SimOp::kStore, 100 + t, l.r[0]};
      return std::nullopt;
    };
    bodies.push_back(body);
  }
  return Simulator(bodies);
}

TEST(Dpor, IndependentWritersAreOneSchedule) {
  std::vector<SimBody> bodies;
  for (int i = 0; i < 6; ++i) bodies.push_back(Straight({{SimOp::kStore, i, 1}, {SimOp::kStore, i, 2}}));
  const DriveResult result = DriveNamed("dpor", Simulator(bodies));
  EXPECT_EQ(result.schedules, 1u);
  EXPECT_EQ(result.runs, 1u);
  EXPECT_TRUE(result.exhausted);
}

TEST(Dpor, LockedIncrements) {
  const SimBody body = Straight(LockedIncrements(2));
  const DriveResult result = DriveNamed("dpor", Simulator({body, body, body}));
  EXPECT_EQ(result.schedules, 90u);
  EXPECT_TRUE(result.exhausted);
}

TEST(Dpor, LockedIncrementsFourEach) {
  const SimBody body = Straight(LockedIncrements(4));
  const DriveResult result = DriveNamed("dpor", Simulator({body, body, body}));
  EXPECT_EQ(result.schedules, 34650u);
}

TEST(Dpor, FibBench) {
  EXPECT_EQ(DriveNamed("dpor", Simulator({AddTo(0, 1, 4), AddTo(1, 0, 4)})).schedules, 1107u);
  EXPECT_EQ(DriveNamed("dpor", Simulator({AddTo(0, 1, 5), AddTo(1, 0, 5)})).schedules, 8953u);
}

// Known: lastzero(5) 64, (10) 3328.
TEST(Dpor, LastZero) {
  const DriveResult five = DriveNamed("dpor", Simulator(LastZero(5)));
  EXPECT_EQ(five.schedules, 64u) << five.runs;
  EXPECT_EQ(DriveNamed("dpor", Simulator(LastZero(10))).schedules, 3328u);
}

// Known: one trace up to 11 threads, 8 with 12, 64 with 13.
TEST(Dpor, Indexer) {
  for (const auto& [threads, traces] : std::map<int, std::uint64_t>{{11, 1}, {12, 8}, {13, 64}}) {
    std::vector<SimBody> bodies;
    for (int t = 0; t < threads; ++t) bodies.push_back(Indexer(t));
    EXPECT_EQ(DriveNamed("dpor", Simulator(bodies)).schedules, traces) << threads;
  }
}

TEST(Dpor, DeadlockInBothOrders) {
  const Simulator program(
      {Straight({{SimOp::kLock, 10}, {SimOp::kLock, 11}, {SimOp::kStore, 0, 1}, {SimOp::kUnlock, 11}, {SimOp::kUnlock, 10}}),
       Straight({{SimOp::kLock, 11}, {SimOp::kLock, 10}, {SimOp::kStore, 0, 2}, {SimOp::kUnlock, 10}, {SimOp::kUnlock, 11}})});
  const DriveResult dpor = DriveNamed("dpor", program);
  EXPECT_EQ(dpor.outcomes, DriveNamed("dfs", program).outcomes);
  EXPECT_EQ(dpor.schedules, 3u);
}

// A lock that its holder takes again, by locking and by trying: only the outermost of them compete with others.
TEST(Dpor, RecursiveLocks) {
  for (const SimOp::Kind inner : {SimOp::kLock, SimOp::kTryLock}) {
    const auto body = [&](long value) {
      return Straight({{SimOp::kLock, 20}, {SimOp::kStore, 0, value}, {inner, 20}, {SimOp::kUnlock, 20}, {SimOp::kUnlock, 20}});
    };
    const Simulator program({body(1), body(2), body(3)});
    const DriveResult dpor = DriveNamed("dpor", program);
    EXPECT_EQ(dpor.schedules, 6u);
    EXPECT_TRUE(dpor.exhausted);
    EXPECT_EQ(dpor.outcomes, DriveNamed("dfs", program).outcomes);
  }
}

// Random small programs: the same final states and failures as the exhaustive search, never more schedules; with a preemption
// bound at least what icb shows within it.
TEST(Dpor, AgreesWithDfsOnRandomPrograms) {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    const Simulator program = RandomProgram(rng);
    const DriveResult dfs = DriveNamed("dfs", program, {}, 2000);
    if (!dfs.exhausted) continue;
    const DriveResult dpor = DriveNamed("dpor", program);
    EXPECT_TRUE(dpor.exhausted);
    ASSERT_EQ(dpor.outcomes, dfs.outcomes) << "round " << round;
    EXPECT_LE(dpor.schedules, dfs.schedules);
    StrategyOptions one;
    one.bound = 1;
    const DriveResult bounded = DriveNamed("dpor", program, one), icb = DriveNamed("icb", program, one);
    for (const std::string& outcome : icb.outcomes)
      ASSERT_TRUE(bounded.outcomes.contains(outcome)) << "round " << round << " " << outcome;
    EXPECT_LE(bounded.schedules, icb.schedules) << "round " << round;
  }
}

// Several runs out at once, answered in any order: the same number of schedules, none run needlessly, the same outcomes.
TEST(Dpor, SeveralPathsRunEachClassOnce) {
  const auto expect = [](const Simulator& program, const char* what) {
    const DriveResult alone = DriveNamed("dpor", program);
    for (const int jobs : {2, 5, 32})
      for (const std::uint64_t seed : {1, 2, 3}) {
        Rng answers(seed);
        StrategyOptions options;
        options.jobs = jobs;
        const auto strategy = MakeFor("dpor", options);
        const DriveResult result = Drive(*strategy, program, 200000, &answers);
        EXPECT_TRUE(result.exhausted) << what;
        ASSERT_EQ(result.schedules, alone.schedules) << what << ", " << jobs << " jobs, seed " << seed;
        EXPECT_EQ(result.outcomes, alone.outcomes) << what;
        EXPECT_EQ(result.failures, alone.failures) << what;
        if (alone.schedules > 50) EXPECT_GE(result.most_out, 2u) << what;
      }
  };
  const SimBody locked = Straight(LockedIncrements(2));
  expect(Simulator({locked, locked, locked}), "locked");
  expect(Simulator({AddTo(0, 1, 4), AddTo(1, 0, 4)}), "added");
  expect(Simulator(LastZero(8)), "last zero");
  const SimBody four = Straight(LockedIncrements(4));
  StrategyOptions options;
  options.jobs = 32;
  Rng answers(5);
  EXPECT_EQ(Drive(*MakeFor("dpor", options), Simulator({four, four, four}), 200000, &answers).schedules, 34650u);
  Rng rng(11);
  for (int round = 0; round < 100; ++round) expect(RandomProgram(rng), "random program");
}

// --- Interchangeable threads ---

TEST(Symmetry, LockedIncrements) {
  for (const auto& [times, with, without] : {std::tuple{2, 15u, 90u}, std::tuple{4, 5775u, 34650u}}) {
    const SimBody body = Straight(LockedIncrements(times));
    const Simulator program({body, body, body}, {1, 1, 1});
    const DriveResult result = DriveNamed("dpor", program);
    EXPECT_EQ(result.schedules, with);
    EXPECT_EQ(result.runs, with);
    EXPECT_TRUE(result.exhausted);
    StrategyOptions all;
    all.symmetry = false;
    EXPECT_EQ(DriveNamed("dpor", program, all).schedules, without);
    Rng answers(3);
    EXPECT_EQ(Drive(*MakeFor("dpor"), program, 200000, &answers).schedules, with);
  }
}

// Random programs of which some threads have the same function: the same final states and failures as without, never more
// schedules, no schedule twice.
TEST(Symmetry, AgreesWithDfsOnRandomPrograms) {
  Rng rng(23);
  std::uint64_t with = 0, without = 0;
  for (int round = 0; round < 80; ++round) {
    const bool yields = round % 4 == 0;
    const Simulator program = RandomGroups(rng, yields);
    StrategyOptions all;
    all.symmetry = false;
    const DriveResult every = DriveNamed("dpor", program, all, 1500);
    if (!every.exhausted) continue;
    const DriveResult one = DriveNamed("dpor", program);
    ASSERT_TRUE(one.exhausted) << "round " << round;
    ASSERT_EQ(one.outcomes, every.outcomes) << "round " << round;
    if (!yields) ASSERT_LE(one.schedules, every.schedules) << "round " << round;
    with += one.schedules, without += every.schedules;
    const DriveResult dfs = DriveNamed("dfs", program, {}, 3000);
    if (dfs.exhausted) ASSERT_EQ(one.outcomes, dfs.outcomes) << "round " << round;
    Rng answers(round);
    StrategyOptions jobs;
    jobs.jobs = 4;
    const DriveResult four = Drive(*MakeFor("dpor", jobs), program, 200000, &answers);
    if (!yields) ASSERT_EQ(four.schedules, one.schedules) << "round " << round;  // how often one yields depends on the schedule
    ASSERT_EQ(four.outcomes, one.outcomes) << "round " << round;
  }
  EXPECT_LT(with * 3, without * 2);
}

// With one worker, too: the next plan is there before the last run was looked at.
TEST(Dpor, OneWorkerHasTheNextPlan) {
  const SimBody locked = Straight(LockedIncrements(3));
  const auto strategy = MakeFor("dpor");
  EXPECT_EQ(strategy->lookahead(), 1);
  Rng answers(1);
  const DriveResult result = Drive(*strategy, Simulator({locked, locked, locked}), 200000, &answers);
  EXPECT_EQ(result.schedules, 1680u);
  EXPECT_GE(result.most_out, 2u);
}

}  // namespace
}  // namespace reweave::inline strategies
