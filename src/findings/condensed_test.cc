#include "findings/condensed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::inline findings {
namespace {

using testing::ElementsAre;

std::vector<std::string> Texts(const Interleaving& run) {
  std::vector<std::string> out;
  for (const InterleavingStep& step : run.steps) out.push_back(std::to_string(step.thread) + " " + step.what);
  return out;
}

TEST(Condensed, WhatOneThreadUsesAloneOrNobodyWritesIsLeftOut) {
  Interleaving run;
  run.threads = {"0", "0.1"};
  run.steps = {{0, "a.cc:1", "lock m, write mine = 1, write shared = 1"},
               {0, "a.cc:2", "read mine = 1, read (temporary) (2 bytes)"},
               {1, "a.cc:9", "read box = 0x2020, read shared = 1"},
               {0, "a.cc:3", "read box = 0x2020, unlock m"}};
  const Condensed out = WithoutOwnAccesses(run);
  EXPECT_THAT(Texts(out.interleaving), ElementsAre("0 lock m, write shared = 1", "1 read shared = 1", "0 unlock m"));
  EXPECT_EQ(out.left_out, 5u);
}

TEST(Condensed, KeyStepsStayWholeAndEverySwitchIsThere) {
  Interleaving run;
  run.threads = {"0", "0.1"};
  run.steps = {{0, "a.cc:1", "write mine = 1, write mine = 2"},
               {1, "a.cc:9", "read its = 0, read its = 1"},
               {0, "a.cc:2", "read mine = 2"}};
  run.steps[1].key = true;
  EXPECT_THAT(Texts(WithoutOwnAccesses(run).interleaving),
              ElementsAre("0 write mine = 1", "1 read its = 0, read its = 1", "0 read mine = 2"));
}

TEST(Condensed, AtomicsAndLocksAreNeverLeftOut) {
  Interleaving run;
  run.threads = {"0"};
  run.steps = {{0, "a.cc:1", "rmw count 0 -> 1, atomic read flag = 0, lock m, wait cv"}};
  EXPECT_EQ(WithoutOwnAccesses(run).left_out, 0u);
}

TEST(Condensed, OneAccessOfALineForEachVariable) {
  EXPECT_THAT(OnePerVariable({"read Mailbox::box_.size() = 0", "read Mailbox::box_", "write Mailbox::box_[].size() = 1",
                              "write Mailbox::box_.size() 0 -> 1", "write Mailbox::box_[] (8 bytes)", "read closed_ = 0"}),
              ElementsAre("write Mailbox::box_.size() 0 -> 1 (+4)", "read closed_ = 0"));
  // Not across what orders threads.
  EXPECT_THAT(OnePerVariable({"read a = 0", "unlock m", "lock m", "read a = 1"}),
              ElementsAre("read a = 0", "unlock m", "lock m", "read a = 1"));
  EXPECT_THAT(OnePerVariable({"write std::map<a.b, c>::x = 1", "write std::map<a.b, c>::y = 1"}),
              ElementsAre("write std::map<a.b, c>::x = 1", "write std::map<a.b, c>::y = 1"));
}

}  // namespace
}  // namespace reweave::inline findings
