#include "check/gen_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

using testing::ElementsAre;

TEST(GenConfig, PathsAreBelowTheTopAndFlagsStay) {
  Config config;
  config.gen.include = {"include/a.h"}, config.gen.tests = {"./tests"}, config.gen.link = {"-lm", "build/liba.a"};
  config.check.suppressions = "known.supp";
  gen::GenOptions options;
  UseConfig(config, "/top", options);
  EXPECT_THAT(options.subject.includes, ElementsAre("/top/include/a.h"));
  EXPECT_THAT(options.tests, ElementsAre("/top/tests"));
  EXPECT_THAT(options.link, ElementsAre("-lm", "/top/build/liba.a"));
  EXPECT_EQ(options.suppressions, "/top/known.supp");
}

TEST(GenConfig, WhatTheOptionsSayComesFirst) {
  Config config;
  config.gen.invariant = "self.Check()", config.gen.exclude = {"B"}, config.gen.values["int"] = {"7"};
  config.gen.factories["Pool*"] = {"MakePool()"};
  config.check.suppressions = "known.supp";
  gen::GenOptions options;
  options.subject.invariant = "self.Mine()", options.subject.exclude = {"A"}, options.suppressions = "mine.supp";
  options.subject.pools.by_type["int"] = {"3"};
  UseConfig(config, "/top", options);
  EXPECT_EQ(options.subject.invariant, "self.Mine()");
  EXPECT_THAT(options.subject.exclude, ElementsAre("A", "B"));
  EXPECT_EQ(options.suppressions, "mine.supp");
  EXPECT_THAT(options.subject.pools.by_type["int"], ElementsAre("3", "7"));
  EXPECT_THAT(options.subject.factories["Pool*"], ElementsAre("MakePool()"));
}

}  // namespace
}  // namespace reweave::inline check
