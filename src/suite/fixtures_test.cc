#include "suite/fixtures.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"

namespace reweave::inline suite {
namespace {

class FixtureRunsTest : public testing::Test {
 protected:
  FixtureRunsTest() : directory_(testing::TempDir() + "reweave-fixtures-" + std::to_string(getpid())) {
    std::filesystem::create_directories(directory_);
  }
  ~FixtureRunsTest() override { std::filesystem::remove_all(directory_); }

  // A test that writes its name down.
  TestSpec Noting(const std::string& name, int status = 0) const {
    TestSpec out;
    out.name = name;
    out.command = {"/bin/sh", "-c", "echo " + name + " >>noted; exit " + std::to_string(status)};
    out.directory = directory_;
    return out;
  }
  std::string Noted() const { return ReadFile(directory_ + "/noted", "").value_or(""); }

  std::string directory_;
};

TEST_F(FixtureRunsTest, SetupsRunOnceBeforeTheFirstUserAndCleanupsAtTheEnd) {
  std::vector<TestSpec> suite = {Noting("stop"), Noting("user"), Noting("other"), Noting("start"), Noting("net"), Noting("free")};
  suite[0].fixtures_cleanup = {"server"};
  suite[1].fixtures_required = suite[2].fixtures_required = {"server"};
  suite[3].fixtures_setup = {"server"};
  suite[3].fixtures_required = {"net"};  // a setup that needs another
  suite[4].fixtures_setup = {"net"};
  {
    FixtureRuns runs(suite);
    EXPECT_TRUE(runs.SetUp("free"));
    EXPECT_TRUE(runs.SetUp("nobody"));
    EXPECT_EQ(Noted(), "");
    EXPECT_TRUE(runs.SetUp("user"));
    EXPECT_TRUE(runs.SetUp("other"));
    EXPECT_TRUE(runs.SetUp("user"));
    EXPECT_EQ(Noted(), "net\nstart\n");
  }
  EXPECT_EQ(Noted(), "net\nstart\nstop\n");
}

TEST_F(FixtureRunsTest, AFailedSetupIsToldToEachUserAndNotTriedAgain) {
  std::vector<TestSpec> suite = {Noting("start", 3), Noting("user"), Noting("other"), Noting("stop")};
  suite[0].fixtures_setup = suite[1].fixtures_required = suite[2].fixtures_required = suite[3].fixtures_cleanup = {"server"};
  FixtureRuns runs(suite);
  const auto first = runs.SetUp("user"), second = runs.SetUp("other");
  ASSERT_FALSE(first);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().ToString(), "a fixture's setup failed 'start': exit status 3");
  runs.CleanUp();
  EXPECT_EQ(Noted(), "start\nstop\n");
}

}  // namespace
}  // namespace reweave::inline suite
