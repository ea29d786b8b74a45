// The golden example of CAPP (docs/techniques/capp.md): nine points, schedules to the first failure under every heuristic and
// order, totals that do not depend on the heuristic. Programs: capp_mina, built by our own driver.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "capp_exploration.h"

namespace reweave {
namespace {

std::uint64_t FirstFailure(const Exploration& e) {
  const ExploreResult result = Search(e);
  EXPECT_EQ(result.findings.size(), 1u) << e.heuristic;
  return result.findings.empty() ? 0 : result.findings[0].first_schedule;
}

// --- 10.2 -------------------------------------------------------------------------------------------------------------

class CappMina : public testing::TestWithParam<const char*> {};

TEST_P(CappMina, NinePoints) {
  const std::string suffix = GetParam();
  const Facts good = FactsOf("mina_good_" + suffix), bad = FactsOf("mina_bad_" + suffix);
  const IcpSet set = CollectIcps(ProgramChange(good, bad));
  std::set<std::uint32_t> lines;
  std::map<std::pair<std::string, std::string>, int> fields;
  for (const Icp& p : set.points) {
    if (p.is_field()) {
      fields[{p.cls, p.field}] = p.step;
      continue;
    }
    EXPECT_EQ(p.cls, "ProtocolCodecFilter");
    EXPECT_EQ(p.method, "ProtocolCodecFilter::filterWrite(NextFilter&, Session&)");
    EXPECT_TRUE(p.file.ends_with("bad.cpp"));
    EXPECT_EQ(p.step, 0);
    lines.insert(p.line);
  }
  EXPECT_EQ(lines, (std::set<std::uint32_t>{6, 7, 8, 9, 10}));
  EXPECT_EQ(
      fields,
      (std::map<std::pair<std::string, std::string>, int>{
          {{"Buf", "remaining"}, 3}, {{"MsgQueue", "head_"}, 4}, {{"MsgQueue", "tail_"}, 4}, {{"NextFilter", "sent_"}, 4}}));
  EXPECT_EQ(set.points.size(), 9u);
}
INSTANTIATE_TEST_SUITE_P(Builds, CappMina, testing::Values("2_1", "40_12", "2_1_O0", "2_1_O2"));

// --- 10.3 -------------------------------------------------------------------------------------------------------------

struct Row {
  const char* heuristics;
  std::uint64_t early, deepest;
};
void CheckTable(const std::string& config, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    std::istringstream names(row.heuristics);
    for (std::string name; names >> name;) {
      EXPECT_EQ(FirstFailure({"mina_good_" + config, "mina_bad_" + config, name}), row.early) << name << " early";
      EXPECT_EQ(FirstFailure({"mina_good_" + config, "mina_bad_" + config, name, "icb", SearchOrder::kDeepest}), row.deepest)
          << name << " deepest";
    }
  }
}

TEST(CappGolden, FirstFailures_40_12) {
  CheckTable("40_12", {{"BASIC", 58, 6},
                       {"CA MA LA", 356, 422},
                       {"CS MS LS", 158, 62},
                       {"COA MOA", 110, 5},
                       {"COS MOS", 57, 6},
                       {"LOA", 6, 8},
                       {"LOS", 5, 4},
                       {"FA", 30, 4},
                       {"FS", 17, 4}});
}

const std::vector<Row> kSmall = {{"BASIC", 9, 6},    {"CA MA LA", 45, 45}, {"CS MS LS", 16, 18},
                                 {"COA MOA", 12, 5}, {"COS MOS", 8, 6},    {"LOA", 6, 8},
                                 {"LOS", 5, 4},      {"FA", 8, 4},         {"FS", 6, 4}};
TEST(CappGolden, FirstFailures_2_1) { CheckTable("2_1", kSmall); }
TEST(CappGolden, FirstFailures_2_1_AtO0) { CheckTable("2_1_O0", kSmall); }
TEST(CappGolden, FirstFailures_2_1_AtO2) { CheckTable("2_1_O2", kSmall); }

TEST(CappGolden, EverySettingRunsTheSameSchedules) {
  for (const std::string& name : HeuristicNames()) {
    const ExploreResult good = Search({"mina_bad_2_1", "mina_good_2_1", name});
    EXPECT_EQ(good.schedules, 539u) << name;
    EXPECT_TRUE(good.exhausted) << name;
    EXPECT_TRUE(good.findings.empty()) << name;
    Exploration all{"mina_good_2_1", "mina_bad_2_1", name};
    all.keep_going = true;
    const ExploreResult bad = Search(all);
    EXPECT_EQ(bad.schedules, 742u) << name;
    ASSERT_EQ(bad.findings.size(), 1u) << name;
    EXPECT_EQ(bad.findings[0].occurrences, 298u) << name;
  }
}

// The portfolio's every second schedule is BASIC's.
TEST(CappGolden, PortfolioIsAtMostTwiceBasic) {
  EXPECT_LE(FirstFailure({"mina_good_2_1", "mina_bad_2_1", "auto"}), 2u * 9);
  EXPECT_LE(FirstFailure({"mina_good_40_12", "mina_bad_40_12", "auto"}), 2u * 58);
}

TEST(CappGolden, SelectRunsAPrefix) {
  Exploration e{"mina_bad_2_1", "mina_good_2_1", "LOA"};
  e.select = true;
  const ExploreResult result = Search(e);
  EXPECT_LT(result.schedules, 539u);
  EXPECT_GT(result.schedules, 0u);
  EXPECT_FALSE(result.exhausted);
  Exploration failing{"mina_good_2_1", "mina_bad_2_1", "LOA"};
  failing.select = true;
  EXPECT_EQ(FirstFailure(failing), 6u);
}

TEST(CappGolden, NothingChangedIsBasic) {
  for (const char* name : {"CA", "CS", "COA", "COS", "MA", "MS", "MOA", "MOS", "LA", "LS", "LOA", "LOS", "FA", "FS", "auto"})
    EXPECT_EQ(FirstFailure({"mina_bad_2_1", "mina_bad_2_1", name}),
              name == std::string("auto") ? FirstFailure({"mina_bad_2_1", "mina_bad_2_1", "auto"}) : 9u)
        << name;
}

// Absolute numbers depend on what a state is; these relations do not.
TEST(CappGolden, Stateful) {
  std::map<std::string, std::uint64_t> to_failure;
  for (const char* search : {"stateful-dfs", "stateful-bfs"})
    for (const char* name : {"BASIC", "LOA"})
      to_failure[std::string(search) + name] = Search({"mina_good_2_1", "mina_bad_2_1", name, search}).transitions;
  EXPECT_GT(to_failure["stateful-bfsBASIC"], to_failure["stateful-dfsBASIC"]);
  EXPECT_LT(to_failure["stateful-dfsLOA"], to_failure["stateful-dfsBASIC"]);
  EXPECT_LT(to_failure["stateful-bfsLOA"], to_failure["stateful-bfsBASIC"]);
  std::set<std::uint64_t> totals;
  for (const char* search : {"stateful-dfs", "stateful-bfs"})
    for (const char* name : {"BASIC", "CA", "CS", "MOA", "LOA", "LOS", "FA", "FS"}) {
      const ExploreResult passing = Search({"mina_bad_2_1", "mina_good_2_1", name, search});
      EXPECT_TRUE(passing.exhausted && passing.findings.empty()) << search << " " << name;
      totals.insert(passing.transitions);
    }
  EXPECT_EQ(totals.size(), 1u) << testing::PrintToString(totals);
}

TEST(CappGolden, SeedsDecideRandomOrder) {
  Exploration one{"mina_good_40_12", "mina_bad_40_12", "LOS", "icb", SearchOrder::kRandom, 7};
  EXPECT_EQ(FirstFailure(one), FirstFailure(one));
  std::set<std::uint64_t> costs;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    costs.insert(FirstFailure({"mina_good_40_12", "mina_bad_40_12", "LOS", "icb", SearchOrder::kRandom, seed}));
  EXPECT_GT(costs.size(), 1u);
}

// --- 13.5 -------------------------------------------------------------------------------------------------------------

std::vector<int> Kept(PriorityMode mode, std::vector<int> enabled, int current, std::set<int> hits) {
  std::vector<Choice> keep, later;
  std::vector<bool> hit;
  for (int tid : enabled) {
    Choice choice;
    choice.tid = static_cast<std::uint16_t>(tid);
    keep.push_back(choice);
    hit.push_back(hits.contains(tid));
  }
  CappPartition::SplitBy(mode, current, hit, keep, later);
  EXPECT_EQ(keep.size() + later.size(), enabled.size());
  std::vector<int> out;
  for (const Choice& choice : keep) out.push_back(choice.tid);
  return out;
}

TEST(CappPartitionRule, AcceptanceTable) {
  using V = std::vector<int>;
  const V all{1, 2, 3};
  constexpr auto kAll = PriorityMode::kAll, kSome = PriorityMode::kSome;
  EXPECT_EQ(Kept(kAll, all, 1, {}), V{1});
  EXPECT_EQ(Kept(kSome, all, 1, {}), V{1});
  EXPECT_EQ(Kept(kAll, all, 1, {2}), V{1});
  EXPECT_EQ(Kept(kSome, all, 1, {2}), all);
  EXPECT_EQ(Kept(kAll, all, 1, {1}), V{2});
  EXPECT_EQ(Kept(kSome, all, 1, {1}), all);
  EXPECT_EQ(Kept(kAll, all, 1, {1, 3}), V{2});
  EXPECT_EQ(Kept(kSome, all, 1, {1, 3}), all);
  EXPECT_EQ(Kept(kAll, all, 1, {1, 2, 3}), all);
  EXPECT_EQ(Kept(kSome, all, 1, {1, 2, 3}), all);
  EXPECT_EQ(Kept(kAll, {2, 3}, 1, {}), (V{2, 3}));
  EXPECT_EQ(Kept(kSome, {2, 3}, 1, {}), (V{2, 3}));
  EXPECT_EQ(Kept(kAll, {1}, 1, {1}), V{1});
  EXPECT_EQ(Kept(kSome, {1}, 1, {}), V{1});
}

}  // namespace
}  // namespace reweave
