#include "check/program_pairs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace reweave::inline check {
namespace {

// What is compared with real programs is in tests/check; here is what must not be mistaken for "nothing changed".
TEST(ProgramPairs, AProgramWithoutFactsIsNotTheSame) {
  ProgramPairs pairs;
  const std::string own = std::filesystem::read_symlink("/proc/self/exe").string();
  EXPECT_FALSE(pairs.Knows("", own));
  const ProgramPair& pair = pairs.Of("", own);
  EXPECT_FALSE(pair.instrumented);
  EXPECT_FALSE(pair.same);
  EXPECT_EQ(pair.outline, nullptr);
  EXPECT_TRUE(pairs.Knows("", own));
  EXPECT_FALSE(pairs.Knows(own, own)) << "another pair";
  EXPECT_FALSE(pairs.Of("/nowhere/a", "/nowhere/b").same);
  EXPECT_EQ(pairs.changed_functions(), 0u);
  EXPECT_EQ(pairs.points(), 0u);
}

TEST(ProgramPairs, EachPairIsComparedOnce) {
  ProgramPairs pairs;
  const ProgramPair* first = &pairs.Of("", "/nowhere");
  EXPECT_EQ(&pairs.Of("", "/nowhere"), first);
}

}  // namespace
}  // namespace reweave::inline check
