#include "explore/explorer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "explore/collect/grouping.h"
#include "explore/replay.h"
#include "trace/testing.h"

namespace reweave::inline explore {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class ExplorerTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "reweave-test-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(directory_); }

  ExploreOptions Options(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), FAKE_TARGET);
    ExploreOptions options;
    options.target.program = *InspectProgram(arguments);
    options.target.run_timeout = 300ms;
    options.out_dir = directory_ + "/.reweave/results";
    return options;
  }

  std::string directory_;
};

TEST_F(ExplorerTest, StopsAtTheFirstFailureConfirmsAndWritesIt) {
  const auto result = Explore(Options({"lost"}));
  ASSERT_TRUE(result) << result.error().ToString();
  EXPECT_EQ(result->stopped_by, StoppedBy::kFailure);
  ASSERT_EQ(result->findings.size(), 1u);
  const Finding& finding = result->findings[0];
  EXPECT_EQ(finding.kind, FindingKind::kAssert);
  EXPECT_TRUE(finding.confirmed);
  EXPECT_EQ(finding.first_schedule, result->schedules);
  EXPECT_EQ(finding.first_execution, result->executions);
  EXPECT_EQ(result->executions, result->schedules + 1);  // the run that chose the isolation
  EXPECT_EQ(finding.output, "counter is 1\n");
  EXPECT_TRUE(fs::path(finding.schedule_file).is_absolute() && fs::exists(finding.schedule_file));
  EXPECT_TRUE(fs::exists(directory_ + "/.reweave/.gitignore"));
}

// On its way to a window a run may take longer than there is time for, and it makes progress all the while.
TEST_F(ExplorerTest, ARunThatWouldNotEndIsLeftWhenTheTimeIsOver) {
  for (const bool by_target : {false, true}) {
    ExploreOptions options = Options({"endless", "1"});
    options.target.keep_events = 1000;
    options.time = 20ms;
    if (by_target) options.target.end = std::chrono::steady_clock::now() + 100ms;
    else options.end_by = std::chrono::steady_clock::now() + 100ms;
    const auto result = Explore(options);
    ASSERT_TRUE(result) << result.error().ToString();
    EXPECT_EQ(result->schedules, 0u);
    EXPECT_EQ(result->stopped_by, StoppedBy::kTime);
  }
}

TEST_F(ExplorerTest, KeepGoingCountsOccurrencesOfOneCause) {
  ExploreOptions options = Options({"lost"});
  options.keep_going = true;
  options.schedules = 1000;
  const auto result = Explore(options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->schedules, 1000u);
  EXPECT_EQ(result->stopped_by, StoppedBy::kSchedules);
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_GT(result->findings[0].occurrences, 100u);
  EXPECT_LT(result->findings[0].occurrences, 900u);
  EXPECT_FALSE(result->exhausted);
}

TEST_F(ExplorerTest, SameSeedSameSearch) {
  ExploreOptions options = Options({"lost"});
  options.keep_going = true;
  options.schedules = 300;
  const auto a = Explore(options), b = Explore(options);
  options.strategy_options.seed = 2;
  const auto c = Explore(options);
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(a->findings[0].occurrences, b->findings[0].occurrences);
  EXPECT_EQ(a->findings[0].id, c->findings[0].id);
  EXPECT_NE(a->findings[0].occurrences, c->findings[0].occurrences);
}

TEST_F(ExplorerTest, TimeEndsIt) {
  ExploreOptions options = Options({"pass"});
  options.time = 100ms;
  const auto result = Explore(options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stopped_by, StoppedBy::kTime);
  EXPECT_GT(result->schedules, 10u);
}

TEST_F(ExplorerTest, TimeEndsAlsoARunThatDoesNot) {
  ExploreOptions options = Options({"endless", "2"});
  options.time = 200ms;
  options.keep_going = true;
  const auto result = Explore(options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stopped_by, StoppedBy::kTime);
  EXPECT_EQ(result->schedules, 1u);
}

TEST_F(ExplorerTest, SequentialProgramIsExhausted) {
  const auto result = Explore(Options({"sequential"}));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->schedules, 1u);
  EXPECT_TRUE(result->exhausted && result->sequential);
}

TEST_F(ExplorerTest, UnsupportedIsNamed) {
  ExploreOptions options = Options({"fork"});
  options.choose_isolation = false;
  const auto result = Explore(options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->unsupported, std::vector<std::string>{"fork() needs exec isolation"});
  EXPECT_TRUE(result->findings.empty());
  EXPECT_FALSE(result->exhausted || result->sequential);  // what would have come afterwards is not known
}

TEST_F(ExplorerTest, ADeadProcessIsAFindingThatMayNotComeBack) {
  ExploreOptions options = Options({"die", "5"});
  options.keep_going = true;
  options.schedules = 6;
  const auto result = Explore(options);
  ASSERT_TRUE(result);
  const auto& finding = result->findings.back();
  EXPECT_EQ(finding.kind, FindingKind::kSignal);
  EXPECT_FALSE(finding.confirmed);  // its process dies in the fifth run only
  EXPECT_EQ(result->diverged, 1u);
}

// Every process dies, hangs or is deaf in its 5th run; every run is answered all the same, by one that took its place.
TEST_F(ExplorerTest, WorkersOutliveTheirProcesses) {
  for (const char* way : {"die", "exit7", "hang", "slow", "scribble"}) {
    ExploreOptions options = Options({way, "5"});
    options.keep_going = true;
    options.minimise = {};
    options.jobs = 2;
    options.schedules = 24;
    std::size_t seen = 0;
    options.on_schedule = [&](const Plan&, const Trace&) { ++seen; };
    const auto result = Explore(options);
    ASSERT_TRUE(result) << way << result.error().ToString();
    EXPECT_EQ(result->schedules, 24u) << way;
    EXPECT_EQ(seen, 24u) << way;
  }
}

// A lost update shows in what is printed, and only runs with the pattern print it. But they passed: it may be meant.
TEST_F(ExplorerTest, ChangedOutputIsAWarning) {
  ExploreOptions options = Options({"prints"});
  options.schedules = 200;
  const auto result = Explore(options);
  ASSERT_TRUE(result) << result.error().ToString();
  EXPECT_TRUE(result->findings.empty());
  ASSERT_FALSE(result->warnings.empty());
  for (const Finding& finding : result->warnings) {
    EXPECT_EQ(finding.kind, FindingKind::kAtomicity);
    EXPECT_TRUE(finding.confirmed);
    EXPECT_FALSE(finding.schedule_file.empty());
  }
}

// A search that has nothing left to run still confirms what it had seen.
TEST_F(ExplorerTest, ChangedOutputIsFoundAgainByAResumedSearch) {
  ExploreOptions options = Options({"prints"});
  options.strategy = "dfs";
  options.resume = directory_ + "/search.rwr";
  const auto first = Explore(options), second = Explore(options);
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(first->exhausted && second->exhausted);
  ASSERT_FALSE(first->warnings.empty());
  ASSERT_EQ(second->warnings.size(), first->warnings.size());
  for (std::size_t i = 0; i < first->warnings.size(); ++i) EXPECT_EQ(second->warnings[i].id, first->warnings[i].id);
}

// The same pattern in a program that never prints the same twice says nothing.
TEST_F(ExplorerTest, OutputThatVariesAnywayIsNone) {
  ExploreOptions options = Options({"chatty"});
  options.schedules = 200;
  const auto result = Explore(options);
  ASSERT_TRUE(result) << result.error().ToString();
  EXPECT_TRUE(result->findings.empty());
}

TEST_F(ExplorerTest, SchedulesOfRacesAreMinimised) {
  ExploreOptions options = Options({"races"});
  options.schedules = 100;
  const auto result = Explore(options);
  ASSERT_TRUE(result) << result.error().ToString();
  ASSERT_FALSE(result->findings.empty());
  for (const Finding& finding : result->findings) {
    EXPECT_EQ(finding.kind, FindingKind::kRace);
    EXPECT_TRUE(finding.confirmed);
    EXPECT_TRUE(finding.fewest_preemptions);
    const auto schedule = ReadSchedule(finding.schedule_file);
    ASSERT_TRUE(schedule);
    EXPECT_TRUE(schedule->race.has_value());
  }
}

TEST_F(ExplorerTest, AScheduleReplaysManyTimesInOneProcess) {
  const auto result = Explore(Options({"lost"}));
  ASSERT_TRUE(result);
  auto schedule = ReadSchedule(result->findings[0].schedule_file);
  ASSERT_TRUE(schedule);
  auto target = *Target::Create(Options({"lost"}).target);
  SiteNames names;
  for (int i = 0; i < 100; ++i) {
    const auto outcome = Replay(*target, *schedule, names, true);
    ASSERT_TRUE(outcome);
    EXPECT_FALSE(outcome->divergence);
    EXPECT_TRUE(outcome->same_end);
  }
  EXPECT_EQ(target->restarts(), 1u);
}

TEST(Grouping, MessagesAreNormalised) {
  EXPECT_EQ(NormaliseMessage("q2.cc:12: f1(): p=0x7fff12 failed: 3"), "q2.cc:*: f1(): p=* failed: *");
  EXPECT_EQ(NormaliseMessage(""), "");
  EXPECT_EQ(NormaliseMessage("0x"), "*");
}

TEST(Grouping, TheSameCauseHasTheSameIdWhateverTheOrderOfThreads) {
  const SiteNames names;
  const auto deadlock = [&](unsigned first, unsigned second) {
    TraceBuilder build;
    build.Pending(first, abi::EventKind::kLock, 3).Pending(second, abi::EventKind::kLock, 3);
    return FindingFromTrace(build.End(abi::EndKind::kDeadlock), names);
  };
  EXPECT_EQ(deadlock(1, 2).id, deadlock(2, 1).id);
  EXPECT_EQ(deadlock(1, 2).kind, FindingKind::kDeadlock);
  EXPECT_EQ(deadlock(1, 2).sites.size(), 2u);
  const auto exit = [&](std::uint64_t status) {
    return FindingFromTrace(TraceBuilder().End(abi::EndKind::kExit, 0, status), names);
  };
  EXPECT_NE(exit(1).id, exit(2).id);
  EXPECT_EQ(exit(3).message, "exit status 3");
}

}  // namespace
}  // namespace reweave::inline explore
