#include "evaluate/stress.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace reweave::inline evaluate {
namespace {

class StressTest : public ::testing::Test {
 protected:
  StressTest() { std::filesystem::create_directories(folder_); }
  ~StressTest() override { std::filesystem::remove_all(folder_); }
  std::string Script(const std::string& body) const {
    const std::string path = folder_ + "/program";
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    chmod(path.c_str(), 0755);
    return path;
  }
  const std::string folder_ = ::testing::TempDir() + "stress_test." + std::to_string(getpid());
};

TEST_F(StressTest, StopsAtTheFirstFailure) {
  const auto runs = Stress(Script("echo x >> " + folder_ + "/count; [ $(wc -l < " + folder_ + "/count) -lt 7 ]"), {});
  ASSERT_TRUE(runs.has_value());
  EXPECT_TRUE(runs->found);
  EXPECT_EQ(runs->runs, 7u);
}

TEST_F(StressTest, GivesUpAtTheLimit) {
  const auto runs = Stress(Script("exit 0"), {.limit = 12});
  ASSERT_TRUE(runs.has_value());
  EXPECT_FALSE(runs->found);
  EXPECT_EQ(runs->runs, 12u);
}

TEST_F(StressTest, SignalsAndHangsAreFailures) {
  const auto killed = Stress(Script("kill -SEGV $$"), {});
  ASSERT_TRUE(killed.has_value());
  EXPECT_TRUE(killed->found);
  const auto hangs = Stress(Script("exec sleep 1000"), {.hang = std::chrono::milliseconds(50)});
  ASSERT_TRUE(hangs.has_value());
  EXPECT_TRUE(hangs->found);
  EXPECT_EQ(hangs->runs, 1u);
}

TEST_F(StressTest, KnownResultsHoldForTheSameProgramAndLimit) {
  const std::string kept = folder_ + "/kept";
  const std::string once = Script("echo x >> " + folder_ + "/count");
  const auto runs_of = [&] { return static_cast<std::uint64_t>(std::filesystem::file_size(folder_ + "/count")) / 2; };
  ASSERT_TRUE(StressOnce(once, {.limit = 3}, kept).has_value());
  EXPECT_EQ(runs_of(), 3u);
  ASSERT_TRUE(StressOnce(once, {.limit = 2}, kept).has_value());  // more is known
  EXPECT_EQ(runs_of(), 3u);
  ASSERT_TRUE(StressOnce(once, {.limit = 4}, kept).has_value());
  EXPECT_EQ(runs_of(), 7u);
  ASSERT_TRUE(StressOnce(Script("echo x >> " + folder_ + "/count; :"), {.limit = 2}, kept).has_value());
  EXPECT_EQ(runs_of(), 9u);
}

TEST_F(StressTest, AProgramThatCannotStartIsAnError) {
  const auto runs = Stress(folder_ + "/missing", {});
  ASSERT_FALSE(runs.has_value());
  EXPECT_NE(runs.error().where().find("missing"), std::string::npos);
}

}  // namespace
}  // namespace reweave::inline evaluate
