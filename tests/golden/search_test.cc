// Searches against numbers that are known, and against each other, by the real engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "explore/explorer.h"
#include "explore/search/bounded_search.h"
#include "explore/target/program.h"

namespace reweave {
namespace {

Program ProgramNamed(const std::string& name, const std::string& argument = {}) {
  std::vector<std::string> command{std::string(GOLDEN_PROGRAMS "/") + name};
  if (!argument.empty()) command.push_back(argument);
  auto program = InspectProgram(command);
  EXPECT_TRUE(program) << program.error().ToString();
  return *program;
}

ExploreResult Search(const std::string& name, const std::string& strategy, std::optional<std::uint32_t> bound = {},
                     bool keep_going = true, SearchOrder order = SearchOrder::kEarly) {
  ExploreOptions options;
  options.target.program = ProgramNamed(name);
  options.target.spin = DefaultSpin(1);
  options.strategy = strategy;
  options.strategy_options.bound = bound;
  options.strategy_options.order = order;
  options.keep_going = keep_going;
  options.minimise = {};
  options.schedules = 1'000'000;
  options.out_dir = testing::TempDir() + "/reweave-golden";
  auto result = Explore(options);
  EXPECT_TRUE(result) << result.error().ToString();
  return *result;
}

// docs/techniques/capp.md: 3 / 45 / 491 schedules with 0 / 1 / 2 preemptions.
TEST(GoldenMina, CorrectVersionHas539Schedules) {
  for (const auto& [bound, schedules] : std::map<std::uint32_t, std::uint64_t>{{0, 3}, {1, 48}, {2, 539}}) {
    const ExploreResult result = Search("mina_good_2_1", "icb", bound);
    EXPECT_EQ(result.schedules, schedules);
    EXPECT_TRUE(result.exhausted);
    EXPECT_TRUE(result.findings.empty());
  }
}

// 3 / 53 / 686, of which 0 / 15 / 283 fail.
TEST(GoldenMina, BuggyVersionHas742SchedulesOf298WhichFail) {
  struct Expected {
    std::uint32_t bound;
    std::uint64_t schedules, failing;
  };
  for (const Expected& expected : {Expected{0, 3, 0}, {1, 56, 15}, {2, 742, 298}}) {
    const ExploreResult result = Search("mina_bad_2_1", "icb", expected.bound);
    EXPECT_EQ(result.schedules, expected.schedules);
    EXPECT_TRUE(result.exhausted);
    std::uint64_t failing = 0;
    for (const Finding& finding : result.findings) failing += finding.occurrences;
    EXPECT_EQ(failing, expected.failing);
  }
}

TEST(GoldenMina, FirstFailure) {
  struct Expected {
    const char* program;
    SearchOrder order;
    std::uint64_t first;
  };
  for (const Expected& expected : {Expected{"mina_bad_2_1", SearchOrder::kEarly, 9},
                                   {"mina_bad_2_1", SearchOrder::kDeepest, 6},
                                   {"mina_bad_40_12", SearchOrder::kEarly, 58},
                                   {"mina_bad_40_12", SearchOrder::kDeepest, 6}}) {
    const ExploreResult result = Search(expected.program, "icb", 2, false, expected.order);
    ASSERT_EQ(result.findings.size(), 1u);
    EXPECT_EQ(result.findings[0].kind, FindingKind::kSignal);
    EXPECT_EQ(result.findings[0].first_schedule, expected.first) << expected.program;
    EXPECT_TRUE(result.findings[0].confirmed);
  }
}

// docs/techniques/capp.md: with any abstraction breadth first is dearer than depth first, and on a correct program they take the
// same transitions.
TEST(GoldenMina, StatefulSearches) {
  const ExploreResult dfs = Search("mina_good_2_1", "stateful-dfs"), bfs = Search("mina_good_2_1", "stateful-bfs");
  EXPECT_TRUE(dfs.exhausted && bfs.exhausted);
  EXPECT_EQ(dfs.transitions, bfs.transitions);
  EXPECT_EQ(dfs.states, bfs.states);
  EXPECT_LT(dfs.transitions, 2000u);  // 1,256 with the state of the worked example; nothing that only the runtime knows is in it
  EXPECT_TRUE(dfs.findings.empty() && bfs.findings.empty());
  const ExploreResult deep = Search("mina_bad_2_1", "stateful-dfs", {}, false),
                      wide = Search("mina_bad_2_1", "stateful-bfs", {}, false);
  ASSERT_EQ(deep.findings.size(), 1u);
  ASSERT_EQ(wide.findings.size(), 1u);
  EXPECT_EQ(deep.findings[0].kind, FindingKind::kSignal);
  EXPECT_GT(wide.transitions, deep.transitions);
}

ExploreResult Dpor(const std::string& name, bool symmetry, const std::string& argument = {}, int jobs = 1) {
  ExploreOptions options;
  options.target.program = ProgramNamed(name, argument);
  options.target.spin = DefaultSpin(1);
  options.strategy = "dpor";
  options.strategy_options.symmetry = symmetry;
  options.jobs = jobs;
  options.keep_going = true;
  options.minimise = {};
  options.schedules = 1'000'000;
  options.out_dir = testing::TempDir() + "/reweave-golden";
  auto result = Explore(options);
  EXPECT_TRUE(result) << result.error().ToString();
  return *result;
}

// With symmetry: one order of the three threads of `locked`. The others have no equal ones.
TEST(GoldenCounts, DporRunsEachClassOnce) {
  struct Expected {
    const char* name;
    std::uint64_t classes, orders;
  };
  for (const auto& [name, classes, orders] :
       {Expected{"locked_2", 90, 6}, {"locked_4", 34650, 6}, {"adders_4", 1107, 1}, {"adders_5", 8953, 1}, {"posts", 3, 1}}) {
    for (const bool symmetry : {false, true}) {
      const ExploreResult result = Dpor(name, symmetry);
      EXPECT_EQ(result.schedules, symmetry ? classes / orders : classes) << name;
      EXPECT_TRUE(result.exhausted);
    }
  }
  EXPECT_EQ(Dpor("locked_4", true, {}, 2).schedules, 5775u);
}

// counts/told_apart.cc: where something tells the threads apart, every order is run.
TEST(GoldenCounts, ThreadsThatCanBeToldApartAreNotInterchangeable) {
  for (int way = 0; way <= 11; ++way) {
    const std::string argument = std::to_string(way);
    const ExploreResult every = Dpor("told_apart", false, argument), one = Dpor("told_apart", true, argument);
    EXPECT_TRUE(every.exhausted && one.exhausted) << way;
    EXPECT_EQ(every.findings.empty(), way == 0) << way;
    EXPECT_EQ(one.findings.size(), every.findings.size()) << way;
    if (way == 0) EXPECT_LT(one.schedules, every.schedules);
    else EXPECT_EQ(one.schedules, every.schedules) << way;
  }
}

// --- Agreement -------------------------------------------------------------------------------------------------------

struct Outcomes {
  std::set<std::string> seen;
  std::uint64_t schedules = 0;
  bool exhausted = false;
};

Outcomes OutcomesOf(const std::string& name, const std::string& spec, StateKeyKind key = StateKeyKind::kMemory,
                    std::optional<std::uint32_t> bound = {}) {
  constexpr std::uint64_t kMostRuns = 4000;
  StrategyOptions options;
  options.bound = bound ? bound : spec == "icb" ? std::optional(kNoBound) : std::nullopt;
  options.state_key = key;
  auto strategy = MakeStrategy(spec, options);
  TargetOptions target_options;
  target_options.program = ProgramNamed(name);
  target_options.spin = DefaultSpin(1);
  auto target = Target::Create(target_options);
  EXPECT_TRUE(strategy && target);
  Outcomes result;
  Trace trace;
  for (std::uint64_t runs = 0; runs < kMostRuns; ++runs) {
    const auto plan = (*strategy)->Next();
    if (!plan) break;
    EXPECT_TRUE((*target)->Submit(*plan));
    EXPECT_TRUE((*target)->NextRun(trace));
    (*strategy)->Observe(*plan, trace);
    if (!(*strategy)->last_run_counts()) continue;
    ++result.schedules;
    const Summary summary = Summarize(trace);
    result.seen.insert(std::string(EndKindName(trace.end_kind())) + "|" + summary.output + "|" + summary.message);
  }
  result.exhausted = (*strategy)->exhausted();
  return result;
}

TEST(Agreement, ExhaustiveSearchesSeeTheSameOutcomes) {
  std::istringstream names(EXHAUSTIVE_PROGRAMS);
  for (std::string name; std::getline(names, name, ',');) {
    const Outcomes dpor = OutcomesOf(name, "dpor");
    EXPECT_TRUE(dpor.exhausted) << name;
    for (const std::string spec : {"dfs", "icb", "stateful-dfs"}) {
      const Outcomes other = OutcomesOf(name, spec);
      if (!other.exhausted) continue;  // too many schedules for a test; the others still have to agree
      EXPECT_EQ(other.seen, dpor.seen) << name << " " << spec;
      if (spec == "dfs") EXPECT_LE(dpor.schedules, other.schedules) << name;
    }
    const Outcomes order = OutcomesOf(name, "stateful-dfs", StateKeyKind::kOrder);
    if (order.exhausted) EXPECT_EQ(order.seen, dpor.seen) << name;
  }
}

// With a preemption bound the reduction sees whatever icb sees within it, and nothing that no search sees.
TEST(Agreement, BoundedReductionSeesWhatIcbSees) {
  std::istringstream names(EXHAUSTIVE_PROGRAMS ",mina_good_2_1,mina_bad_2_1");
  for (std::string name; std::getline(names, name, ',');) {
    const Outcomes all = OutcomesOf(name, "dpor");
    for (const std::uint32_t bound : {0u, 1u}) {
      const Outcomes icb = OutcomesOf(name, "icb", StateKeyKind::kMemory, bound);
      const Outcomes dpor = OutcomesOf(name, "dpor", StateKeyKind::kMemory, bound);
      if (!icb.exhausted || !dpor.exhausted) continue;
      EXPECT_TRUE(std::ranges::includes(dpor.seen, icb.seen)) << name << " bound " << bound;
      EXPECT_TRUE(std::ranges::includes(all.seen, dpor.seen) || !all.exhausted) << name << " bound " << bound;
    }
  }
}

}  // namespace
}  // namespace reweave
