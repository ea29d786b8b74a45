#include "base/subprocess.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/child.h"
#include "base/file.h"
#include "base/pattern.h"

namespace reweave {
namespace {

Command Shell(const std::string& text) {
  return {.words = {"sh", "-c", text}, .directory = "", .environment = {"PATH=/usr/bin:/bin"}};
}

// Whether the process whose number the file holds is there, after a while in which it may end.
bool Lives(const std::string& file) {
  const auto text = ReadFile(file, "");
  const int pid = text ? std::atoi(text->c_str()) : 0;
  if (pid <= 0) return false;
  for (int i = 0; i < 100; ++i) {
    const auto stat = ReadFile("/proc/" + std::to_string(pid) + "/stat", "");
    if (!stat || stat->find(") Z") != std::string::npos) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

class SubprocessTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/subprocess-XXXXXX";
    directory_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  // A grandchild in a session of its own, which writes its number and then waits for long.
  std::string Escaping() const { return "setsid sh -c 'echo $$ >" + directory_ + "/pid; exec sleep 300' & "; }
  void WaitForFile() const {
    for (int i = 0; i < 500 && !std::filesystem::exists(directory_ + "/pid"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::string directory_;
};

TEST_F(SubprocessTest, OutputAndStatusComeBack) {
  auto run = RunCommand(Shell("echo out; echo err >&2; exit 3"), {});
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->exited(3));
  EXPECT_EQ(run->output, "out\nerr\n");
  run = RunCommand(Shell("kill -SEGV $$"), {});
  ASSERT_TRUE(run);
  EXPECT_EQ(DescribeEnd(*run), "killed by SIGSEGV");
  run = RunCommand({.words = {"pwd"}, .directory = "/usr", .environment = {}}, {});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->output, "/usr\n");
}

TEST_F(SubprocessTest, WhatCannotBeStartedIsAnError) {
  EXPECT_EQ(RunCommand({.words = {"/no/such/program"}, .directory = "", .environment = {}}, {}).error().what(), "cannot start");
  EXPECT_EQ(RunCommand({.words = {"true"}, .directory = "/no/such", .environment = {}}, {}).error().what(),
            "cannot enter the directory");
}

TEST_F(SubprocessTest, LongOutputIsCountedAndCut) {
  const auto run = RunCommand(Shell("head -c 3000000 /dev/zero"), {.output = 1000});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->output.size(), 1000u);
  EXPECT_EQ(run->output_bytes, 3000000u);
}

TEST_F(SubprocessTest, GrandchildrenEndWithTheCommand) {
  const auto run = RunCommand(Shell(Escaping() + "while [ ! -s " + directory_ + "/pid ]; do sleep 0.01; done"), {});
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->exited(0));
  EXPECT_FALSE(Lives(directory_ + "/pid"));
}

TEST_F(SubprocessTest, ATimeoutEndsThemAll) {
  const auto run = RunCommand(Shell(Escaping() + "sleep 300"), {.timeout = std::chrono::milliseconds(500)});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->end, CommandRun::End::kTimedOut);
  EXPECT_FALSE(Lives(directory_ + "/pid"));
}

// A process of ours that runs such a command is killed: nothing of it stays, although nobody could tidy up.
TEST_F(SubprocessTest, NothingOutlivesUs) {
  const pid_t pid = fork();
  if (pid == 0) {
    (void)RunCommand(Shell(Escaping() + "sleep 300"), {.timeout = std::chrono::minutes(5)});
    _exit(0);
  }
  WaitForFile();
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  ASSERT_TRUE(std::filesystem::exists(directory_ + "/pid"));
  EXPECT_FALSE(Lives(directory_ + "/pid"));
}

TEST_F(SubprocessTest, ThreadsDoNotSeeEachOther) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int turn = 0; turn < 10; ++turn) {
        const auto run = RunCommand(Shell("sleep 0.0" + std::to_string(turn % 3) + "; echo done"), {});
        ASSERT_TRUE(run);
        EXPECT_TRUE(run->exited(0)) << DescribeEnd(*run);
        EXPECT_EQ(run->output, "done\n");
      }
    });
}

// What its log says once the child has ended.
std::string LogOf(pid_t pid, const std::string& log) {
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  return ReadFile(log, "").value_or("") + "status " + std::to_string(status);
}

TEST_F(SubprocessTest, AChildHasItsOwnSurroundings) {
  const std::string log = directory_ + "/log";
  Pipe pipe;
  ASSERT_TRUE(pipe.Open());
  ASSERT_EQ(write(pipe.write.get(), "given\n", 6), 6);
  pipe.write.Reset();
  const auto pid = StartChild({.words = {"sh", "-c", "pwd; echo $NAME; cat; cat <&7"},
                               .environment = {"PATH=/usr/bin:/bin", "NAME=value"},
                               .directory = "/usr",
                               .log = log,
                               .descriptors = {{pipe.read.get(), 7}},
                               .own_group = true});
  ASSERT_TRUE(pid);
  EXPECT_EQ(LogOf(*pid, log), "/usr\nvalue\ngiven\nstatus 0");
}

TEST_F(SubprocessTest, AChildThatCannotStartIsAnError) {
  EXPECT_EQ(StartChild({.words = {"/no/such/program"}, .environment = {}}).error().what(), "cannot start");
  EXPECT_FALSE(StartChild({.words = {"true"}, .environment = {}, .directory = "/no/such"}));
  EXPECT_FALSE(StartChild({.words = {"true"}, .environment = {}, .directory = "", .log = "/no/such/log"}));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // nothing is left to wait for
}

TEST_F(SubprocessTest, AChildEndsWithUs) {
  const pid_t pid = fork();
  if (pid == 0) {
    const auto child = StartChild({.words = {"sleep", "300"}, .environment = {"PATH=/usr/bin:/bin"}});
    std::ofstream(directory_ + "/pid") << (child ? *child : 0) << std::endl;
    pause();
  }
  WaitForFile();
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_FALSE(Lives(directory_ + "/pid"));
}

TEST_F(SubprocessTest, OneVariableIsSetOrRemoved) {
  setenv("REWEAVE_TEST_VARIABLE", "before", 1);
  EXPECT_THAT(EnvironmentWith("REWEAVE_TEST_VARIABLE", "after"), testing::Contains("REWEAVE_TEST_VARIABLE=after"));
  EXPECT_THAT(EnvironmentWith("REWEAVE_TEST_VARIABLE", "after"), testing::Not(testing::Contains("REWEAVE_TEST_VARIABLE=before")));
  EXPECT_THAT(EnvironmentWith("REWEAVE_TEST_VARIABLE", ""),
              testing::Each(testing::Not(testing::StartsWith("REWEAVE_TEST_VARIABLE="))));
  unsetenv("REWEAVE_TEST_VARIABLE");
}

TEST(Pattern, LongTextAndAnyBytes) {
  const auto pattern = Pattern::Parse("(a|b)*c$");
  ASSERT_TRUE(pattern);
  EXPECT_TRUE(pattern->Matches(std::string(4'000'000, 'a') + "c"));
  EXPECT_FALSE(pattern->Matches(std::string(4'000'000, 'a')));
  EXPECT_TRUE(Pattern::Parse("\\xff")->Matches("x\xff"));
  EXPECT_EQ(Pattern::Parse("b+(?:c)?")->Find("abbcab"), "bbc");
  EXPECT_EQ(Pattern::Parse("x")->Find("abc"), "");
  EXPECT_EQ(Pattern::Parse("(").error().category(), ErrorCategory::kUsage);
}

}  // namespace
}  // namespace reweave
