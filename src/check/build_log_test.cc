#include "check/build_log.h"

#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

constexpr std::string_view kTree = "/p/.reweave/worktrees/0123";

TEST(BuildLog, TheFirstErrorOfTheCompilerWithThePathsOfTheCheckout) {
  const std::string log =
      "[1/3] Building CXX object a.o\nFAILED: a.o\n/usr/bin/reweave-c++ -c /p/.reweave/worktrees/0123/src/a.cc\n"
      "In file included from /p/.reweave/worktrees/0123/src/a.cc:1:\n"
      "/p/.reweave/worktrees/0123/src/a.h:3:5: error: unknown type name 'Queu'\n    3 |     Queu q;\n      |     ^\n"
      "/p/.reweave/worktrees/0123/src/a.cc:9:1: error: a second one\n2 errors generated.\n"
      "ninja: build stopped: subcommand failed.\n";
  EXPECT_EQ(FirstErrorOf(log, kTree), "In file included from src/a.cc:1:\nsrc/a.h:3:5: error: unknown type name 'Queu'\n"
                                      "    3 |     Queu q;\n      |     ^");
}

TEST(BuildLog, CMakeAndTheLinker) {
  EXPECT_EQ(FirstErrorOf("-- Found it\nCMake Error at CMakeLists.txt:3 (find_package):\n  Could not find Foo\n\n-- Incomplete\n",
                         kTree),
            "CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find Foo\n\n-- Incomplete");
  EXPECT_EQ(FirstErrorOf("a\nld: a.o: undefined reference to `f()'\nclang: error: linker command failed\n", kTree),
            "ld: a.o: undefined reference to `f()'\nclang: error: linker command failed");
}

TEST(BuildLog, ElseTheEnd) {
  std::string log;
  for (int i = 0; i < 30; ++i) log += std::to_string(i) + "\n";
  EXPECT_EQ(FirstErrorOf(log, kTree).substr(0, 6), "18\n19\n");
  EXPECT_EQ(FirstErrorOf("", kTree), "");
}

TEST(BuildLog, CutAfterTwelveLines) {
  std::string log = "a.cc:1:1: error: long\n";
  for (int i = 0; i < 50; ++i) log += "  note " + std::to_string(i) + "\n";
  EXPECT_EQ(FirstErrorOf(log, kTree).substr(0, 21), "a.cc:1:1: error: long");
  EXPECT_TRUE(FirstErrorOf(log, kTree).ends_with("note 10"));
}

TEST(BuildLog, WhatStaticLibrariesCanLeadTo) {
  EXPECT_TRUE(LacksALibrary("ld: a.o: undefined reference to `evutil_secure_rng_init'"));
  EXPECT_TRUE(LacksALibrary("compat/filegen.c:13:10: fatal error: 'blosc.h' file not found"));
  EXPECT_FALSE(LacksALibrary("a.cc:3:1: error: unknown type name 'in'"));
  EXPECT_FALSE(LacksALibrary("a.cc:3:1: error: file not found"));
}

}  // namespace
}  // namespace reweave::inline check
