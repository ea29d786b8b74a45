// A search that was stopped and goes on is the search that was not stopped.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/file.h"
#include "base/rng.h"
#include "recorded_search.h"

namespace reweave {
namespace {

namespace fs = std::filesystem;

class ResumeTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "reweave-resume-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(directory_); }

  ExploreOptions Options(const std::string& program, const std::string& strategy) {
    ExploreOptions options = SearchOptions(program, strategy);
    options.out_dir = directory_ + "/results";
    return options;
  }
  std::string File() const { return directory_ + "/search"; }

  // Stopped every `step` schedules and resumed until it is done or `limit` is reached.
  Recorded InParts(ExploreOptions options, std::uint64_t step, std::uint64_t limit) {
    options.resume = File();
    Recorded all;
    for (std::uint64_t to = step; to < limit + step; to += step) {
      options.schedules = std::min(to, limit);
      Recorded part = Record(options);
      for (const auto& text : part.in_order) all.in_order.push_back(text), ++all.schedules[text];
      all.result = part.result;
      if (part.result.exhausted) break;
    }
    return all;
  }

  std::string directory_;
};

TEST_F(ResumeTest, StoppedAndResumedIsTheSameSearch) {
  for (const auto& [program, strategy, step] :
       std::vector<std::tuple<std::string, std::string, std::uint64_t>>{{"mina_bad_2_1", "icb", 97},
                                                                        {"mina_bad_2_1", "delay", 131},
                                                                        {"adders_2", "dfs", 3001},
                                                                        {"adders_4", "dpor", 301},
                                                                        {"mina_bad_2_1", "auto", 1000}}) {
    fs::remove(File());
    fs::remove(File() + "-whole");
    ExploreOptions at_once = Options(program, strategy);
    at_once.resume = File() + "-whole";
    const Recorded whole = Record(at_once);
    const Recorded parts = InParts(Options(program, strategy), step, 1'000'000);
    EXPECT_TRUE(parts.result.exhausted) << strategy;
    EXPECT_EQ(parts.result.schedules, whole.result.schedules) << strategy;
    EXPECT_EQ(parts.in_order, whole.in_order) << strategy;
    ASSERT_EQ(parts.result.findings.size(), whole.result.findings.size()) << strategy;
    for (std::size_t i = 0; i < parts.result.findings.size(); ++i) {
      EXPECT_EQ(parts.result.findings[i].id, whole.result.findings[i].id);
      EXPECT_EQ(parts.result.findings[i].occurrences, whole.result.findings[i].occurrences);
      EXPECT_EQ(parts.result.findings[i].first_schedule, whole.result.findings[i].first_schedule);
    }
    EXPECT_EQ(parts.result.coverage.pairs, whole.result.coverage.pairs);
  }
}

TEST_F(ResumeTest, SearchesOverStatesGoOn) {
  for (const char* strategy : {"stateful-dfs", "stateful-bfs"}) {
    fs::remove(File());
    ExploreOptions options = Options("mina_good_2_1", strategy);
    options.schedules = 1500;  // runs, for these
    options.strategy_options.state_key = StateKeyKind::kOrder;  // keys of memory differ from process to process
    const Recorded whole = Record(options);
    const Recorded parts = InParts(options, 400, 1500);
    EXPECT_EQ(parts.result.states, whole.result.states) << strategy;
    EXPECT_EQ(parts.result.transitions, whole.result.transitions) << strategy;
    EXPECT_EQ(parts.in_order, whole.in_order) << strategy;
  }
}

TEST_F(ResumeTest, RandomStrategiesGoOnWithTheirSeeds) {
  for (const char* strategy : {"random", "pos", "pct", "rf"}) {
    fs::remove(File());
    ExploreOptions options = Options("mina_bad_2_1", strategy);
    options.schedules = 700;
    EXPECT_EQ(InParts(options, 151, 700).in_order, Record(options).in_order) << strategy;
  }
}

TEST_F(ResumeTest, WithSeveralWorkersNothingIsLostOrDoubled) {
  const Recorded whole = Record(Options("mina_bad_2_1", "icb"));
  ExploreOptions options = Options("mina_bad_2_1", "icb");
  options.jobs = 3;
  EXPECT_EQ(InParts(options, 200, 1'000'000).schedules, whole.schedules);
}

TEST_F(ResumeTest, AFinishedSearchIsNotRunAgain) {
  ExploreOptions options = Options("mina_bad_2_1", "icb");
  options.resume = File();
  const Recorded first = Record(options), again = Record(options);
  EXPECT_TRUE(again.in_order.empty());
  EXPECT_TRUE(again.result.exhausted);
  EXPECT_EQ(again.result.schedules, first.result.schedules);
  ASSERT_EQ(again.result.findings.size(), first.result.findings.size());
  EXPECT_EQ(again.result.findings[0].id, first.result.findings[0].id);
  EXPECT_TRUE(again.result.findings[0].confirmed);
}

TEST_F(ResumeTest, OtherSearchesAreRefused) {
  ExploreOptions options = Options("mina_bad_2_1", "icb");
  options.resume = File();
  options.schedules = 10;
  Record(options);
  const auto refused = [&](const ExploreOptions& other, const std::string& word) {
    const auto result = Explore(other);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().exit_status(), kExitUsage);
    EXPECT_NE(result.error().ToString().find(word), std::string::npos) << result.error().ToString();
  };
  ExploreOptions other = options;
  other.strategy = "dfs";
  refused(other, "strategy: icb, not dfs");
  other = options;
  other.strategy_options.seed = 2;
  refused(other, "seed");
  other = options;
  other.target.program = SearchOptions("mina_good_2_1", "icb").target.program;
  refused(other, "build");
  other = options;
  other.target.program.command.push_back("more");
  refused(other, "command");
  const std::string good = *ReadFile(File(), "");
  for (const std::size_t length : {std::size_t{3}, std::size_t{30}, good.size() - 1}) {
    std::ofstream(File(), std::ios::trunc) << good.substr(0, length);
    refused(options, "cannot resume");
  }
  std::string bad = good;
  bad[bad.size() / 2] ^= 1;
  std::ofstream(File(), std::ios::trunc) << bad;
  refused(options, "checksum");
}

// In a process of its own, killed at some moment: every finding whose schedule was written is there when the search goes on.
TEST_F(ResumeTest, KilledAtAnyMomentKeepsWhatWasFound) {
  const Recorded whole = Record(Options("mina_bad_2_1", "icb"));
  Rng rng(7);
  for (int round = 0; round < 12; ++round) {
    fs::remove(File());
    fs::remove_all(directory_ + "/results");
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ExploreOptions options = Options("mina_bad_2_1", "icb");
      options.resume = File();
      options.save_every = std::chrono::milliseconds(5);
      (void)Explore(options);
      _exit(0);
    }
    usleep(static_cast<useconds_t>(5'000 + rng.Below(120'000)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    std::size_t written = 0;
    if (fs::exists(directory_ + "/results"))
      for (const auto& entry : fs::directory_iterator(directory_ + "/results")) written += entry.path().extension() == ".rws";
    ExploreOptions options = Options("mina_bad_2_1", "icb");
    options.resume = File();
    options.schedules = 0;
    const Recorded kept = Record(options);
    // The schedule is written just before the finding is entered: one may have been made but not told.
    EXPECT_GE(kept.result.findings.size() + 1, written);
    options.schedules = 1'000'000;
    const Recorded rest = Record(options);
    EXPECT_TRUE(rest.result.exhausted);
    EXPECT_EQ(rest.result.schedules, whole.result.schedules);
    EXPECT_EQ(rest.result.findings.size(), whole.result.findings.size());
    EXPECT_EQ(rest.result.findings[0].occurrences, whole.result.findings[0].occurrences);
  }
}

}  // namespace
}  // namespace reweave
