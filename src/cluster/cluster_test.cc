#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <thread>

#include "base/file.h"
#include "base/subprocess.h"
#include "cluster/check_parts.h"
#include "cluster/launcher.h"
#include "cluster/status_text.h"
#include "cluster/unit.h"

namespace reweave::inline cluster {
namespace {

TEST(Unit, IsReadBackAndDamageIsSeen) {
  const UnitWork unit{.seed = 1ull << 40, .schedules = 7, .at_end = true, .state = std::string("st\0ate", 6)};
  const std::string bytes = EncodeUnit(unit);
  const auto read = DecodeUnit(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->seed, unit.seed);
  EXPECT_EQ(read->schedules, unit.schedules);
  EXPECT_TRUE(read->at_end);
  EXPECT_EQ(read->state, unit.state);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) EXPECT_FALSE(DecodeUnit(bytes.substr(0, cut))) << cut;
}

TEST(Unit, ASearchThatSplitsBeginsWithOneUnitOthersWithSeeds) {
  ExploreOptions options;
  options.strategy = "dpor";
  EXPECT_EQ(FirstUnits(options, 8)->size(), 1u);
  options.strategy = "random";
  options.schedules = 10;
  const auto units = FirstUnits(options, 4);
  ASSERT_TRUE(units);
  ASSERT_EQ(units->size(), 4u);
  std::uint64_t schedules = 0;
  std::set<std::uint64_t> seeds;
  for (const std::string& bytes : *units) {
    const auto unit = DecodeUnit(bytes);
    schedules += unit->schedules;
    seeds.insert(OptionsFor(options, *unit).strategy_options.seed);
  }
  EXPECT_EQ(schedules, 10u);
  EXPECT_EQ(seeds.size(), 4u);
  options.schedules = 2;
  EXPECT_EQ(FirstUnits(options, 4)->size(), 2u) << "no unit without a schedule";
}

std::vector<unsigned> Numbers(unsigned last) {
  std::vector<unsigned> out(last);
  std::iota(out.begin(), out.end(), 1u);
  return out;
}

TEST(Slurm, ArraysAreNotLargerThanTheClusterAllowsAndEveryTaskKeepsItsNumber) {
  using Arrays = std::vector<SlurmArray>;
  EXPECT_EQ(SlurmArrays(Numbers(64), 1001), (Arrays{{"1-64", 0}}));
  EXPECT_EQ(SlurmArrays(Numbers(1000), 1001), (Arrays{{"1-1000", 0}}));
  EXPECT_EQ(SlurmArrays(Numbers(2500), 1001), (Arrays{{"1-1000", 0}, {"1-1000", 1000}, {"1-500", 2000}}));
  EXPECT_EQ(SlurmArrays(Numbers(24), 1001, 8), (Arrays{{"1-24%8", 0}}));
  EXPECT_EQ(SlurmArrays({2, 3, 4, 9, 12}, 11), (Arrays{{"2-4,9", 0}, {"2", 10}}));
  EXPECT_EQ(SlurmArrays({5}, 1001, 8), (Arrays{{"5", 0}}));
}

TEST(Slurm, TheScriptHoldsNoAddressAndQuotesItsWords) {
  LaunchOptions options;
  options.program = "/opt/my tools/reweave";
  options.job = "abc";
  options.store = "postgresql://me:topsecret@server/db";
  options.words = {"worker", "--job", "abc", "--id", "{id}", "--json=my parts/part{task}.json"};
  const std::string script = SlurmScript(options);
  EXPECT_EQ(script.find("topsecret"), std::string::npos);
  EXPECT_EQ(script.find("server"), std::string::npos);
  EXPECT_NE(script.find("exec '/opt/my tools/reweave' worker --job abc"), std::string::npos) << script;
  // As the shell reads it.
  const std::string path = testing::TempDir() + "/script";
  ASSERT_TRUE(WriteFile(path,
                        "SLURM_ARRAY_JOB_ID=17 SLURM_ARRAY_TASK_ID=3\nprint() { printf '<%s>' \"$@\"; }\n" +
                            std::string(script).replace(script.find("exec '/opt/my tools/reweave'"), 28, "print"),
                        "script"));
  const auto run = RunCommand({.words = {"sh", path}, .directory = {}, .environment = {}}, {});
  ASSERT_TRUE(run && run->exited(0));
  EXPECT_EQ(run->output, "<worker><--job><abc><--id><17-3><--json=my parts/part3.json>");
  const auto later =
      RunCommand({.words = {"env", "REWEAVE_TASK_OFFSET=1000", "sh", path}, .directory = {}, .environment = {}}, {});
  ASSERT_TRUE(later && later->exited(0));
  EXPECT_EQ(later->output, "<worker><--job><abc><--id><17-3><--json=my parts/part1003.json>");
}

TEST(Slurm, AJobThatIsForgottenHasNoTasks) {
  const std::string directory = testing::TempDir() + "/slurm-commands";
  std::filesystem::create_directories(directory);
  const auto command = [&](const char* name, const char* text) {
    const std::string path = directory + "/" + name;
    EXPECT_TRUE(WriteFile(path, std::string("#!/bin/sh\n") + text + "\n", "command"));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  };
  command("sbatch", "echo 17");
  command("scontrol", "exit 1");
  command("scancel", "exit 0");
  const std::string old = std::getenv("PATH");
  setenv("PATH", (directory + ":" + old).c_str(), 1);
  LaunchOptions options;
  options.program = options.job = options.name = "x";
  options.logs = directory;
  const auto launcher = MakeSlurmLauncher(options);
  EXPECT_TRUE(launcher->Start());
  command("squeue", "echo RUNNING; echo PENDING");
  EXPECT_EQ(launcher->Running().value_or(99), 2u);
  command("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  EXPECT_EQ(launcher->Running().value_or(99), 0u);
  command("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
  EXPECT_FALSE(launcher->Running()) << "it may be back later";
  setenv("PATH", old.c_str(), 1);
}

// Tasks that write what they are given, or nothing.
class FakeTasks : public Launcher {
 public:
  FakeTasks(std::string directory, std::vector<unsigned> written)
      : directory_(std::move(directory)), written_(std::move(written)) {}
  Result<void> Start() override { return {}; }
  Result<void> Again(const std::vector<unsigned>& numbers) override {
    again.push_back(numbers);
    if (works_again) written_ = {numbers[0]};
    return {};
  }
  Result<unsigned> Running() override {
    if (written_.empty()) return 0u;
    RW_TRY(WriteFile(PartFile(directory_, written_.back()), "{}", "part"));
    written_.pop_back();
    return static_cast<unsigned>(written_.size() + 1);
  }
  void Stop() override { stopped = true; }
  std::string Where() const override { return "nowhere"; }
  bool outlives() const override { return true; }
  bool stopped = false, works_again = false;
  std::vector<std::vector<unsigned>> again;

 private:
  std::string directory_;
  std::vector<unsigned> written_;
};

struct PartsRun {
  std::string directory;
  unsigned most_done = 0;
  Result<PartsResult> Run(FakeTasks& tasks) {
    return WaitForParts({.parts = 3,
                         .directory = directory,
                         .pause = std::chrono::milliseconds(1),
                         .status = [&](unsigned done, unsigned) { most_done = done; },
                         .stop_on_interrupt = [] { return true; }},
                        tasks);
  }
};

PartsRun NewParts(const std::string& name) {
  PartsRun out{.directory = testing::TempDir() + "/" + name};
  std::filesystem::remove_all(out.directory);
  std::filesystem::create_directories(out.directory);
  return out;
}

TEST(CheckParts, AreWaitedForAndMissingOnesAreNotThere) {
  PartsRun parts = NewParts("parts");
  FakeTasks tasks(parts.directory, {3, 1});
  const auto result = parts.Run(tasks);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->left_running);
  EXPECT_EQ(result->files, (std::vector<std::string>{PartFile(parts.directory, 1), PartFile(parts.directory, 3)}));
  EXPECT_EQ(parts.most_done, 2u);
  EXPECT_EQ(tasks.again, (std::vector<std::vector<unsigned>>{{2}, {2}})) << "a lost part is tried again, but not for ever";
}

TEST(CheckParts, ALostPartIsRunAgain) {
  PartsRun parts = NewParts("lost");
  FakeTasks tasks(parts.directory, {3, 1});
  tasks.works_again = true;
  const auto result = parts.Run(tasks);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->files.size(), 3u);
  EXPECT_EQ(tasks.again, (std::vector<std::vector<unsigned>>{{2}}));
}

TEST(CheckParts, IfNoPartHasAResultTheCheckIsWrong) {
  PartsRun parts = NewParts("none");
  FakeTasks tasks(parts.directory, {});
  const auto result = parts.Run(tasks);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->files.empty());
  EXPECT_TRUE(tasks.again.empty());
}

// Tasks of this machine that write when they begin and end.
TEST(LocalTasks, NoMoreThanAllowedAtOnceAndWhatWasKilledIsStartedAgain) {
  const std::string directory = NewParts("local").directory;
  LaunchOptions options;
  options.program = "/bin/sh";
  options.logs = directory;
  options.tasks = 5;
  options.at_once = 2;
  // The first try of task 4 is killed.
  options.words = {"-c",
                   "cd " + directory +
                       "; echo {task} >> begun; n=$(ls | grep -c alive); touch alive{task}; [ $n -lt 2 ] || touch too_many; "
                       "sleep 0.05; rm alive{task}; if [ {task} = 4 ] && ! [ -e killed ]; then touch killed; kill -9 $$; fi; "
                       "echo {task} >> ended"};
  const auto launcher = MakeLocalLauncher(options);
  ASSERT_TRUE(launcher->Start());
  for (auto running = launcher->Running(); running.value() > 0; running = launcher->Running())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const auto lines = [&](const std::string& name) {
    const auto text = ReadFile(directory + "/" + name, "");
    return text ? std::ranges::count(*text, '\n') : 0;
  };
  EXPECT_EQ(lines("begun"), 6);
  EXPECT_EQ(lines("ended"), 5);
  EXPECT_FALSE(std::filesystem::exists(directory + "/too_many"));
}

TEST(StatusText, ACampaignsPatternsOverTime) {
  CampaignView view{.state = {}, .running = true};
  for (int i = 1; i <= 100; ++i)
    view.state.points.push_back(
        {.at = i, .seconds = static_cast<double>(i), .schedules = 1, .patterns = i < 50 ? 7u : 9u, .findings = 0});
  const std::string text = CampaignText(view);
  EXPECT_NE(text.find("patterns over time: 7 after 1.0s, 7 after 21.0s, 7 after 41.0s, 9 after 1m1s"), std::string::npos) << text;
  EXPECT_NE(text.find("9 after 1m40s\n"), std::string::npos) << text;
}

TEST(StatusText, SaysWhichSearchItIsAndOfOneThatEndedHowManyWorkersItHad) {
  JobStatus status{
      .job = {.id = "5f3c", .name = "queue_test", .spec = R"({"words":["explore","--strategy","dpor","--","./a b"]})"},
      .done = 1,
      .now = 100000,
      .workers = {}};
  status.workers = {{.id = "1", .node = "n1", .state = "busy", .seen = 99000, .units = 1, .schedules = 7},
                    {.id = "2", .node = "n1", .state = "idle", .seen = 1000}};
  EXPECT_NE(JobText(status, 0).find("reweave explore --strategy dpor -- './a b'\n"), std::string::npos) << JobText(status, 0);
  EXPECT_NE(JobText(status, 0).find("node n1: 1 busy, 0 idle, 1 gone; 1 unit, 7 schedules"), std::string::npos)
      << JobText(status, 0);
  status.job.state = JobState::kDone;
  EXPECT_NE(JobText(status, 0).find("node n1: 2 workers; 1 unit, 7 schedules"), std::string::npos) << JobText(status, 0);
  status.job.spec = "no json";
  EXPECT_EQ(JobText(status, 0).find("reweave"), std::string::npos);
}

}  // namespace
}  // namespace reweave::inline cluster
