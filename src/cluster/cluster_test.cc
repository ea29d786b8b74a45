#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/subprocess.h"
#include "cluster/check_parts.h"
#include "cluster/launcher.h"
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

TEST(Slurm, ArraysAreNotLargerThanTheClusterAllows) {
  EXPECT_EQ(SlurmArrays(64, 1001), std::vector<std::string>{"1-64"});
  EXPECT_EQ(SlurmArrays(1000, 1001), std::vector<std::string>{"1-1000"});
  EXPECT_EQ(SlurmArrays(2500, 1001), (std::vector<std::string>{"1-1000", "1-1000", "1-500"}));
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
}

// Tasks that write what they are given, or nothing.
class FakeTasks : public Launcher {
 public:
  FakeTasks(std::string directory, std::vector<unsigned> written)
      : directory_(std::move(directory)), written_(std::move(written)) {}
  Result<void> Start() override { return {}; }
  Result<unsigned> Running() override {
    if (written_.empty()) return 0u;
    RW_TRY(WriteFile(PartFile(directory_, written_.back()), "{}", "part"));
    written_.pop_back();
    return static_cast<unsigned>(written_.size() + 1);
  }
  void Stop() override { stopped = true; }
  std::string Where() const override { return "nowhere"; }
  bool outlives() const override { return true; }
  bool stopped = false;

 private:
  std::string directory_;
  std::vector<unsigned> written_;
};

TEST(CheckParts, AreWaitedForAndMissingOnesAreNotThere) {
  const std::string directory = testing::TempDir() + "/parts";
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  FakeTasks tasks(directory, {3, 1});
  std::vector<unsigned> seen;
  const auto result = WaitForParts({.parts = 3,
                                    .directory = directory,
                                    .pause = std::chrono::milliseconds(1),
                                    .status = [&](unsigned done, unsigned) { seen.push_back(done); },
                                    .stop_on_interrupt = [] { return true; }},
                                   tasks);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->left_running);
  EXPECT_EQ(result->files, (std::vector<std::string>{PartFile(directory, 1), PartFile(directory, 3)}));
  EXPECT_EQ(seen.back(), 2u);
}

}  // namespace
}  // namespace reweave::inline cluster
