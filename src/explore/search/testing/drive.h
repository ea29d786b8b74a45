// Runs a strategy against the simulator to its end and tells what it did.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "explore/schedule/schedule.h"
#include "explore/search/strategy.h"
#include "explore/search/testing/simulator.h"

namespace reweave::inline search {

struct DriveResult {
  std::uint64_t runs = 0, schedules = 0, failures = 0;
  bool exhausted = false;
  std::set<std::string> outcomes;                 // final memory or how it failed, of counted runs
  std::vector<std::string> log;                   // each counted run's thread sequence
  std::map<std::uint64_t, std::uint64_t> by_preemptions;
  std::uint64_t first_failure = 0;
  std::size_t most_out = 0;  // plans at once
};

inline std::string ThreadSequence(const Trace& trace) {
  std::string text;
  for (PointWalker walk(trace); walk.Next();) {
    text += static_cast<char>('0' + walk.event().tid);
    if (walk.event().outcome != 0) text += "'" + std::to_string(walk.event().outcome);
  }
  return text;
}

// Final memory, or how it failed.
inline std::string OutcomeText(const Simulator& program, const Trace& trace) {
  if (!trace.failed()) return program.MemoryText();
  return "failed " + std::to_string(static_cast<int>(trace.end_kind())) + " " + std::to_string(trace.end().value);
}

// answers: as many plans are out as the strategy allows, and it chooses which one is answered next. Null: one at a time.
inline DriveResult Drive(Strategy& strategy, const Simulator& program, std::uint64_t limit = 200000, Rng* answers = nullptr) {
  DriveResult result;
  std::vector<Plan> out;
  while (result.runs < limit) {
    const auto most = static_cast<std::size_t>(answers != nullptr ? strategy.lookahead() : 1);
    while (out.size() < most) {
      auto plan = strategy.Next();
      if (!plan) break;
      out.push_back(std::move(*plan));
    }
    if (out.empty()) break;
    result.most_out = std::max(result.most_out, out.size());
    const auto next = out.begin() + static_cast<std::ptrdiff_t>(answers != nullptr ? answers->Below(out.size()) : 0);
    const Plan plan = std::move(*next);
    out.erase(next);
    const Trace trace = program.Run(plan);
    ++result.runs;
    strategy.Observe(plan, trace);
    EXPECT_NE(trace.end_kind(), abi::EndKind::kDiverged);
    if (!strategy.last_run_counts()) continue;
    ++result.schedules;
    if (trace.failed() && ++result.failures == 1) result.first_failure = result.schedules;
    result.outcomes.insert(OutcomeText(program, trace));
    result.log.push_back(ThreadSequence(trace));
    RunView view;
    view.Build(trace);
    ++result.by_preemptions[Preemptions(view)];
  }
  result.exhausted = strategy.exhausted();
  if (strategy.restarts() == 0) EXPECT_EQ(result.schedules, result.runs - strategy.blocked() - strategy.discarded());
  return result;
}

inline std::unique_ptr<Strategy> MakeFor(std::string_view name, StrategyOptions options = {}) {
  auto strategy = MakeStrategy(name, options);
  EXPECT_TRUE(strategy) << name;
  return std::move(*strategy);
}

inline DriveResult DriveNamed(std::string_view name, const Simulator& program, StrategyOptions options = {},
                              std::uint64_t limit = 200000) {
  return Drive(*MakeFor(name, options), program, limit);
}

}  // namespace reweave::inline search
