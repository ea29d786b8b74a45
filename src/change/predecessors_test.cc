#include "change/predecessors.h"

#include <gtest/gtest.h>

#include "facts/facts.h"

namespace reweave::inline change {
namespace {

GlobalFacts Global(const std::string& name, const std::string& file, const std::string& type) {
  GlobalFacts out;
  out.name = name;
  out.position.file = file;
  out.type = type;
  return out;
}

TEST(Predecessors, NamesakesOfSeveralFilesAreKeptApart) {
  const std::vector<GlobalFacts> before = {Global("kLevels", "a/level.cc", "Named[]"), Global("kLevels", "a/test.cc", "Level[]")};
  const std::vector<GlobalFacts> now = {Global("kLevels", "a/test.cc", "Level[]"), Global("kLevels", "a/level.cc", "Named[]")};
  const Predecessors<GlobalFacts> pairs(before, now);
  EXPECT_EQ(pairs.Of(now[0]), &before[1]);
  EXPECT_EQ(pairs.Of(now[1]), &before[0]);
  EXPECT_TRUE(pairs.removed().empty());
}

TEST(Predecessors, AMovedOrRenamedFileIsStillTheSameDeclaration) {
  const std::vector<GlobalFacts> before = {Global("kLimit", "a/x.cc", "int"), Global("kLimit", "a/y.cc", "long")};
  const std::vector<GlobalFacts> now = {Global("kLimit", "b/z.cc", "long"), Global("kLimit", "b/x.cc", "int")};
  const Predecessors<GlobalFacts> pairs(before, now);
  EXPECT_EQ(pairs.Of(now[0]), &before[1]);  // what is left
  EXPECT_EQ(pairs.Of(now[1]), &before[0]);  // of a file of that name
}

TEST(Predecessors, WhatCameAndWhatWent) {
  const std::vector<GlobalFacts> before = {Global("gone", "x.cc", "int"), Global("kLimit", "x.cc", "int")};
  const std::vector<GlobalFacts> now = {Global("came", "x.cc", "int"), Global("kLimit", "x.cc", "int"),
                                        Global("kLimit", "y.cc", "int")};
  const Predecessors<GlobalFacts> pairs(before, now);
  EXPECT_EQ(pairs.Of(now[0]), nullptr);
  EXPECT_EQ(pairs.Of(now[1]), &before[1]);
  EXPECT_EQ(pairs.Of(now[2]), nullptr);
  ASSERT_EQ(pairs.removed().size(), 1u);
  EXPECT_EQ(pairs.removed()[0], &before[0]);
}

}  // namespace
}  // namespace reweave::inline change
