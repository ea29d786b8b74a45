#include "check/long_runs.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;

// A program there that was not built with the driver (a compiler that the build itself made) is somebody's work: it goes on.
TEST(LongRuns, OnlyProgramsOfTheDriverAreEnded) {
  const fs::path directory = fs::canonical(testing::TempDir()) / "long_runs";
  fs::create_directories(directory);
  fs::copy_file("/bin/sleep", directory / "sleep", fs::copy_options::overwrite_existing);
  const pid_t child = fork();
  if (child == 0) {
    execl((directory / "sleep").c_str(), "sleep", "60", nullptr);
    _exit(127);
  }
  std::error_code error;
  while (fs::read_symlink("/proc/" + std::to_string(child) + "/exe", error) != directory / "sleep") usleep(1000);
  EXPECT_TRUE(EndLongRuns({directory.string()}, std::chrono::seconds(0)).empty());
  EXPECT_EQ(kill(child, 0), 0);
  EXPECT_TRUE(EndLongRuns({}, std::chrono::seconds(0)).empty());
  EXPECT_TRUE(EndLongRuns({""}, std::chrono::seconds(0)).empty()) << "no directory is none, not the root";
  kill(child, SIGKILL);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  fs::remove_all(directory);
}

// The seventh program that runs for long is worth no more than its command.
TEST(LongRuns, HaveLessTimeWhereThereAreMany) {
  EXPECT_EQ(LookTime(kLongPrograms - 1), LookTime(0));
  EXPECT_LT(LookTime(kLongPrograms), LookTime(0));
}

}  // namespace
}  // namespace reweave::inline check
