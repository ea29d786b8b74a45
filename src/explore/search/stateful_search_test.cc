#include "explore/search/stateful_search.h"

#include <gtest/gtest.h>

#include "explore/search/testing/drive.h"

namespace reweave::inline search {
namespace {

Simulator Counter(int threads, int times) {
  std::vector<SimOp> ops;
  for (int i = 0; i < times; ++i) {
    ops.push_back({SimOp::kLock, 9});
    ops.push_back({SimOp::kAdd, 0, 1});
    ops.push_back({SimOp::kUnlock, 9});
  }
  return Simulator(std::vector<SimBody>(static_cast<std::size_t>(threads), Straight(ops)));
}

SimBody Racy(int object) {
  return [object](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc == 0) return SimOp{SimOp::kLoad, object};
    if (l.pc == 1) return SimOp{SimOp::kStore, object, l.last + 1};
    return std::nullopt;
  };
}

TEST(StatefulSearch, SeesEveryOutcomeWithBothKeysAndBothOrders) {
  const Simulator program({Racy(0), Racy(0), Racy(1)});
  const auto expected = DriveNamed("dpor", program).outcomes;
  std::map<std::string, std::uint64_t> states;
  for (const char* name : {"stateful-dfs", "stateful-bfs"}) {
    for (const StateKeyKind key : {StateKeyKind::kMemory, StateKeyKind::kOrder}) {
      StrategyOptions options;
      options.state_key = key;
      const auto strategy = MakeFor(name, options);
      std::set<std::string> outcomes;
      std::uint64_t runs = 0;
      while (const auto plan = strategy->Next()) {
        const Trace trace = program.Run(*plan);
        ++runs;
        strategy->Observe(*plan, trace);
        if (strategy->last_run_counts()) outcomes.insert(program.MemoryText());
      }
      EXPECT_TRUE(strategy->exhausted());
      EXPECT_EQ(outcomes, expected) << name;
      EXPECT_EQ(strategy->state_counts()->transitions, runs - 1);
      states[std::string(key == StateKeyKind::kMemory ? "memory" : "order")] = strategy->state_counts()->states;
    }
  }
  EXPECT_LE(states["memory"], states["order"]);
}

TEST(StatefulSearch, DepthAndBreadthVisitTheSameStates) {
  const Simulator program = Counter(3, 2);
  std::vector<std::uint64_t> states;
  for (const char* name : {"stateful-dfs", "stateful-bfs"}) {
    const auto strategy = MakeFor(name);
    while (const auto plan = strategy->Next()) strategy->Observe(*plan, program.Run(*plan));
    states.push_back(strategy->state_counts()->states);
  }
  EXPECT_EQ(states[0], states[1]);
  EXPECT_LT(states[0], 2000u);
}

// Two threads that give way to each other for ever: every state is met, but none of them is an end.
TEST(StatefulSearch, DoesNotCallAProgramThatNeedNotEndSearched) {
  const SimBody polite = [](SimLocals& l) -> std::optional<SimOp> {
    l.pc = 0;
    return SimOp{SimOp::kYield, 0};
  };
  for (const char* name : {"stateful-dfs", "stateful-bfs"}) {
    const auto strategy = MakeFor(name);
    const Simulator program({polite, polite});
    std::uint64_t runs = 0;
    for (; runs < 1000; ++runs) {
      const auto plan = strategy->Next();
      if (!plan) break;
      strategy->Observe(*plan, program.Run(*plan));
    }
    EXPECT_LT(runs, 1000u);
    EXPECT_FALSE(strategy->exhausted()) << name;
  }
}

}  // namespace
}  // namespace reweave::inline search
