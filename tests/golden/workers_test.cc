// Several workers on one search: the same schedules as with one.
#include <algorithm>

#include "explore/search/bounded_search.h"
#include "recorded_search.h"

namespace reweave {
namespace {

void ExpectSameForAnyNumber(const ExploreOptions& options) {
  const Recorded one = Record(options);
  EXPECT_TRUE(one.result.exhausted);
  EXPECT_GT(one.schedules.size(), 40u);
  for (const unsigned jobs : {2u, 3u}) {
    ExploreOptions several = options;
    several.jobs = jobs;
    const Recorded other = Record(several);
    EXPECT_TRUE(other.result.exhausted);
    EXPECT_EQ(other.result.stopped_by, StoppedBy::kExhausted);
    EXPECT_EQ(other.result.schedules, one.result.schedules);
    // Runs that taught a location are repeated, and what was out then is discarded: that depends on the number of workers.
    EXPECT_EQ(other.schedules, one.schedules) << jobs;
    ASSERT_EQ(other.result.findings.size(), one.result.findings.size());
    const auto ids = [](const ExploreResult& result) {
      std::map<std::string, std::uint64_t> all;
      for (const Finding& finding : result.findings) all[finding.id] = finding.occurrences;
      return all;
    };
    EXPECT_EQ(ids(other.result), ids(one.result));
  }
}

TEST(Workers, IcbRunsTheSameSchedulesAndSeesTheSameFailures) { ExpectSameForAnyNumber(SearchOptions("mina_bad_2_1", "icb")); }

TEST(Workers, RandomOrderToo) {
  ExploreOptions options = SearchOptions("mina_bad_2_1", "icb");
  options.strategy_options.order = SearchOrder::kRandom;
  ExpectSameForAnyNumber(options);
}

TEST(Workers, DfsRunsTheSameSchedules) { ExpectSameForAnyNumber(SearchOptions("adders_2", "dfs")); }

// Which schedule stands for a class may differ. Each class has exactly one, and none is run needlessly.
TEST(Workers, DporRunsEachClassOnce) {
  const std::pair<const char*, std::uint64_t> programs[] = {{"locked_2", 90}, {"adders_4", 1107}, {"locked_4", 34650}};
  for (const auto& [program, classes] : programs) {
    std::optional<std::uint64_t> distinct;  // the runs before a location was known to be shared are counted, too
    for (const unsigned jobs : {1u, 2u, 3u}) {
      ExploreOptions options = SearchOptions(program, "dpor");
      options.jobs = jobs;
      options.strategy_options.symmetry = false;  // with it, the threads of `locked` are interchangeable
      options.count_distinct = true;
      const Recorded recorded = Record(options);
      EXPECT_EQ(recorded.result.stopped_by, StoppedBy::kExhausted);
      EXPECT_EQ(recorded.result.schedules, classes) << program << ", " << jobs << " workers";
      if (jobs == 1) distinct = recorded.result.wrappers.distinct;
      EXPECT_EQ(recorded.result.wrappers.distinct, distinct) << program << ", " << jobs << " workers";
      EXPECT_GE(distinct, classes) << program;
      EXPECT_EQ(recorded.result.blocked, 0u) << program << ", " << jobs << " workers";
    }
  }
}

TEST(Workers, DelayRunsTheSameSchedules) { ExpectSameForAnyNumber(SearchOptions("mina_good_2_1", "delay")); }

TEST(Workers, NoMoreSchedulesThanWereAllowed) {
  for (const char* strategy : {"random", "pct", "pos", "rf", "dfs", "auto"}) {
    ExploreOptions options = SearchOptions("adders_4", strategy);
    options.jobs = 3;
    options.schedules = 777;
    const Recorded recorded = Record(options);
    EXPECT_EQ(recorded.result.schedules, 777u) << strategy;
    EXPECT_EQ(recorded.in_order.size(), 777u) << strategy;
    EXPECT_EQ(recorded.result.stopped_by, StoppedBy::kSchedules) << strategy;
  }
}

TEST(Workers, TheFirstFailureStopsAll) {
  ExploreOptions options = SearchOptions("mina_bad_2_1", "icb");
  options.keep_going = false;
  options.jobs = 3;
  const Recorded recorded = Record(options);
  EXPECT_EQ(recorded.result.stopped_by, StoppedBy::kFailure);
  ASSERT_EQ(recorded.result.findings.size(), 1u);
  EXPECT_TRUE(recorded.result.findings[0].confirmed);
}

TEST(Workers, OneWorkerAndOneSeedGiveOneOrder) {
  ExploreOptions options = SearchOptions("mina_bad_2_1", "auto");
  options.schedules = 500;
  EXPECT_EQ(Record(options).in_order, Record(options).in_order);
}

}  // namespace
}  // namespace reweave
