// Searches in parts (splitting.h): whenever and however often a search is split, its parts together run what the whole runs.
#include <gtest/gtest.h>

#include <deque>

#include "base/rng.h"
#include "explore/search/bounded_search.h"
#include "explore/search/saved_state.h"
#include "explore/search/splitting.h"
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

SimBody AddTo(int x, int y, int rounds) {
  return [=](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc >= 3 * rounds) return std::nullopt;
    switch (l.pc % 3) {
      case 0: return SimOp{SimOp::kLoad, x};
      case 1: l.r[0] = l.last; return SimOp{SimOp::kLoad, y};
      default: return SimOp{SimOp::kStore, x, l.r[0] + l.last};
    }
  };
}

struct Parts {
  DriveResult all;
  std::size_t parts = 1;
};

// One part at a time, each until its end; before every run it is split with the given probability, also while a run is out. Every
// part goes through bytes, as it does from one process to another.
Parts DriveInParts(std::string_view name, const Simulator& program, std::uint64_t seed, double probability,
                   StrategyOptions options = {}) {
  Parts out;
  Rng rng(seed);
  std::deque<std::string> waiting = {""};
  auto total = MakeFor(name, options);
  std::uint64_t blocked = 0;
  out.all.exhausted = true;
  while (!waiting.empty()) {
    auto strategy = MakeFor(name, options);
    const std::string state = std::move(waiting.front());
    waiting.pop_front();
    if (!state.empty()) {
      StateReader in(state);
      EXPECT_TRUE(strategy->Load(in) && in.ok() && in.at_end());
    }
    const auto maybe_split = [&] {
      if (static_cast<double>(rng.Below(1'000'000)) >= probability * 1'000'000) return;
      StateWriter part;
      if (auto* search = AsSplitting(*strategy); search != nullptr && search->Split(part))
        waiting.push_back(part.bytes()), ++out.parts;
    };
    for (;;) {
      maybe_split();
      const auto plan = strategy->Next();
      if (!plan) break;
      maybe_split();
      const Trace trace = program.Run(*plan);
      ++out.all.runs;
      strategy->Observe(*plan, trace);
      if (!strategy->last_run_counts()) continue;
      ++out.all.schedules;
      out.all.failures += trace.failed();
      out.all.outcomes.insert(OutcomeText(program, trace));
      out.all.log.push_back(ThreadSequence(trace));
    }
    EXPECT_TRUE(strategy->exhausted());
    if (auto* search = AsSplitting(*total)) search->AddCounts(*strategy);
    else blocked += strategy->blocked() + strategy->discarded();
  }
  EXPECT_EQ(out.all.schedules, out.all.runs - total->blocked() - total->discarded() - blocked);
  return out;
}

void ExpectTheSame(std::string_view name, const Simulator& program, StrategyOptions options = {}, bool same_runs = false) {
  const DriveResult whole = DriveNamed(name, program, options);
  EXPECT_TRUE(whole.exhausted);
  std::size_t most = 0;
  for (const double probability : {0.002, 0.05, 0.5, 1.0}) {
    const Parts parts = DriveInParts(name, program, 7 + static_cast<std::uint64_t>(probability * 100), probability, options);
    EXPECT_EQ(parts.all.schedules, whole.schedules) << name << " " << probability;
    EXPECT_EQ(parts.all.failures, whole.failures);
    EXPECT_EQ(parts.all.outcomes, whole.outcomes);
    most = std::max(most, parts.parts);
    if (!same_runs) continue;
    EXPECT_EQ(std::multiset<std::string>(parts.all.log.begin(), parts.all.log.end()),
              std::multiset<std::string>(whole.log.begin(), whole.log.end()));
  }
  if (whole.schedules > 50) EXPECT_GT(most, 4u) << "it was split at all";
}

TEST(Split, BoundedSearchesRunEverySchedule) {
  const Simulator program({Straight(LockedIncrements(2)), Straight(LockedIncrements(2)), Straight({{SimOp::kLoad, 0}})});
  StrategyOptions options;
  for (const std::uint32_t bound : {0u, 1u, 2u}) {
    options.bound = bound;
    ExpectTheSame("icb", program, options, true);
    ExpectTheSame("delay", program, options, true);
  }
  ExpectTheSame("dfs", Simulator({AddTo(0, 1, 1), AddTo(1, 0, 1)}), {}, true);
}

TEST(Split, OutcomesAndFailuresToo) {
  const Simulator program(
      {Straight({{SimOp::kChoose, 0, 3},
                 {SimOp::kAdd, 0, 1},
                 {SimOp::kLock, 1},
                 {SimOp::kLock, 2},
                 {SimOp::kUnlock, 2},
                 {SimOp::kUnlock, 1}}),
       Straight({{SimOp::kAdd, 0, 2}, {SimOp::kLock, 2}, {SimOp::kLock, 1}, {SimOp::kUnlock, 1}, {SimOp::kUnlock, 2}})});
  ExpectTheSame("dfs", program, {}, true);
  ExpectTheSame("dpor", program);
}

TEST(Split, DporRunsEachClassOnce) {
  ExpectTheSame("dpor", Simulator({AddTo(0, 1, 4), AddTo(1, 0, 4)}));
  ExpectTheSame("dpor", Simulator({Straight(LockedIncrements(2)), Straight(LockedIncrements(2)), Straight(LockedIncrements(2))}));
  ExpectTheSame("dpor", Simulator({Straight({{SimOp::kTryLock, 1}, {SimOp::kAdd, 0, 1}}), AddTo(0, 2, 1),
                                   Straight({{SimOp::kLock, 1}, {SimOp::kStore, 2, 5}, {SimOp::kUnlock, 1}})}));
}

TEST(Split, TheKnownNumbers) {
  EXPECT_EQ(DriveInParts("dpor", Simulator({AddTo(0, 1, 5), AddTo(1, 0, 5)}), 3, 0.01).all.schedules, 8953u);
  const Simulator locked({Straight(LockedIncrements(4)), Straight(LockedIncrements(4)), Straight(LockedIncrements(4))});
  EXPECT_EQ(DriveInParts("dpor", locked, 4, 0.001).all.schedules, 34650u);
}

// With a bound it has no sleep sets: parts would run classes again.
TEST(Split, WhatCannotBeSplitSaysSo) {
  StrategyOptions options;
  options.bound = 1;
  EXPECT_EQ(DriveInParts("dpor", Simulator({AddTo(0, 1, 2), AddTo(1, 0, 2)}), 3, 1, options).parts, 1u);
  EXPECT_EQ(AsSplitting(*MakeFor("stateful-dfs")), nullptr);
  StateWriter out;
  EXPECT_EQ(AsSplitting(*MakeFor("random")), nullptr);
  const auto icb = MakeFor("icb");
  ASSERT_NE(AsSplitting(*icb), nullptr);
  EXPECT_FALSE(AsSplitting(*icb)->Split(out)) << "not begun";
}

}  // namespace
}  // namespace reweave::inline strategies
