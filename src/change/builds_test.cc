#include "change/builds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::inline change {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

UnitFacts Unit(std::string path, std::vector<std::string> options = {}, std::string standard = "c++20",
               std::string compiler = "clang 19.1.4") {
  return {.path = std::move(path),
          .compiler = std::move(compiler),
          .language = "DW_LANG_C_plus_plus_14",
          .standard = std::move(standard),
          .options = std::move(options)};
}

BuildDifferences Compare(std::vector<UnitFacts> before, std::vector<UnitFacts> now) {
  return CompareBuilds(Facts::Of({}, std::move(before)), Facts::Of({}, std::move(now)));
}

TEST(Builds, AlikeIsQuiet) {
  const auto same =
      Compare({Unit("a.cc", {"-DX"}), Unit("b.cc")}, {Unit("a.cc", {"-DX"}), Unit("b.cc"), Unit("new.cc", {"-DY"})});
  EXPECT_THAT(same.notes, IsEmpty());
  EXPECT_EQ(same.standards, "");
  EXPECT_TRUE(RequireSameStandards(same, "old", "new").has_value());
}

TEST(Builds, OtherCompilersAreToldOnce) {
  const auto other =
      Compare({Unit("a.cc"), Unit("b.cc")}, {Unit("a.cc", {}, "c++20", "clang 20"), Unit("b.cc", {}, "c++20", "clang 20")});
  EXPECT_THAT(other.notes, ElementsAre(HasSubstr("different compilers (clang 19.1.4; clang 20)")));
}

TEST(Builds, OtherOptionsAreToldByWhatDiffers) {
  const auto other =
      Compare({Unit("a.cc", {"-DX=1", "-DY"}), Unit("b.cc", {"-DX=1", "-DY"}), Unit("c.cc"), Unit("d.cc", {"-fPIC"})},
              {Unit("a.cc", {"-DX=2", "-DY"}), Unit("b.cc", {"-DX=2", "-DY"}), Unit("c.cc", {"-DNDEBUG"}), Unit("d.cc")});
  EXPECT_THAT(other.notes, ElementsAre(HasSubstr("(a.cc and 1 more: -DX=2 instead of -DX=1)"),
                                       HasSubstr("(d.cc: no longer with -fPIC)"), HasSubstr("(c.cc: now with -DNDEBUG)")));
}

TEST(Builds, OtherStandardsAreAnErrorExtensionsAreAnOption) {
  const auto other = Compare({Unit("a.cc"), Unit("b.c", {}, "c11")}, {Unit("a.cc", {}, "gnu++20"), Unit("b.c", {}, "c17")});
  EXPECT_THAT(other.notes, ElementsAre(HasSubstr("(a.cc: -std=gnu++20 instead of -std=c++20)")));
  EXPECT_EQ(other.standards, "b.c: c11, now c17");
  const auto error = RequireSameStandards(other, "old", "new");
  ASSERT_FALSE(error.has_value());
  EXPECT_EQ(error.error().category(), ErrorCategory::kUsage);
  EXPECT_THAT(BuildNotes(other), ElementsAre(HasSubstr("a.cc"), HasSubstr("different language standards (b.c: c11, now c17)")));
}

TEST(Builds, MovedUnitsAreFoundByNameUnlessThereAreTwo) {
  EXPECT_EQ(Compare({Unit("old/a.cc")}, {Unit("new/a.cc", {}, "c++17")}).standards, "new/a.cc: c++20, now c++17");
  EXPECT_EQ(Compare({Unit("x/a.cc"), Unit("y/a.cc")}, {Unit("z/a.cc", {}, "c++17")}).standards, "");
}

TEST(Builds, OlderDriversAndUnitsWithoutDebugInformation) {
  EXPECT_THAT(Compare({Unit("a.cc", {}, "")}, {Unit("a.cc", {"-DX"})}).notes, IsEmpty());
  EXPECT_THAT(Compare({Unit("a.cc", {}, "", "")}, {Unit("a.cc")}).notes,
              ElementsAre(HasSubstr("OLD has units without debug information (a.cc)")));
}

}  // namespace
}  // namespace reweave::inline change
