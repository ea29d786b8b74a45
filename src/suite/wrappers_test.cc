#include "suite/wrappers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::inline suite {
namespace {

using testing::ElementsAre;

TestSpec TakenOut(std::vector<std::string> command) {
  TestSpec test;
  test.command = std::move(command);
  TakeOutOfWrappers(test);
  return test;
}

TEST(Wrappers, SurroundingsBecomeTheTestsOwn) {
  const TestSpec test = TakenOut({"/usr/bin/cmake", "-E", "env", "--unset=HOME", "MODE=a b", "--modify",
                                  "PATH=path_list_prepend:/x", "--", "env", "-u", "LANG", "-C", "/data", "./t", "A=1"});
  EXPECT_THAT(test.command, ElementsAre("./t", "A=1"));
  EXPECT_EQ(test.directory, "/data");
  EXPECT_THAT(test.environment_changes,
              ElementsAre(EnvironmentChange{"HOME", "unset", ""}, EnvironmentChange{"MODE", "set", "a b"},
                          EnvironmentChange{"PATH", "path_list_prepend", "/x"}, EnvironmentChange{"LANG", "unset", ""}));
}

TEST(Wrappers, ThoseThatOnlyStartAProgram) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"timeout", "60", "./t", "-v"},
                                             {"timeout", "-k", "5", "--signal=KILL", "60s", "./t", "-v"},
                                             {"/usr/bin/nice", "-n", "5", "./t", "-v"},
                                             {"nice", "-n5", "./t", "-v"},
                                             {"stdbuf", "-oL", "./t", "-v"},
                                             {"taskset", "-c", "0", "./t", "-v"},
                                             {"taskset", "0x1", "./t", "-v"},
                                             {"setarch", "x86_64", "-R", "./t", "-v"},
                                             {"setarch", "-R", "./t", "-v"},
                                             {"valgrind", "--error-exitcode=1", "-q", "./t", "-v"},
                                             {"xvfb-run", "-a", "./t", "-v"},
                                             {"cmake", "-E", "time", "./t", "-v"},
                                             {"sh", "-c", "exec ./t -v"},
                                             {"bash", "-c", "/usr/bin/timeout 5 ./t  -v"}})
    EXPECT_THAT(TakenOut(words).command, ElementsAre("./t", "-v")) << words[0];
}

TEST(Wrappers, WhatIsNotKnownStays) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"./t", "timeout", "5"},
                                                                                     {"env", "-i", "./t"},
                                                                                     {"env", "A=1"},
                                                                                     {"timeout", "60"},
                                                                                     {"timeout", "--strange", "60", "./t"},
                                                                                     {"cmake", "-P", "run.cmake"},
                                                                                     {"cmake", "--build", "."},
                                                                                     {"sh", "-c", "./t | grep ok"},
                                                                                     {"sh", "-c", "./t \"$HOME\""},
                                                                                     {"sh", "run.sh"},
                                                                                     {"sh", "-c", "exit 0"},
                                                                                     {"python3", "run.py", "./t"},
                                                                                     {}})
    EXPECT_EQ(TakenOut(words).command, words);
}

}  // namespace
}  // namespace reweave::inline suite
