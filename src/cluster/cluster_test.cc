#include <gtest/gtest.h>

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
  options.worker = {"--lease=2m"};
  const std::string script = SlurmScript(options);
  EXPECT_EQ(script.find("topsecret"), std::string::npos);
  EXPECT_EQ(script.find("server"), std::string::npos);
  EXPECT_NE(script.find("exec '/opt/my tools/reweave' worker --job abc"), std::string::npos) << script;
  EXPECT_NE(script.find("--lease=2m"), std::string::npos);
}

}  // namespace
}  // namespace reweave::inline cluster
