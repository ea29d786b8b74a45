#include "runner/target.h"

#include <gtest/gtest.h>

namespace reweave::tests {
namespace {

TEST(SplitWords, QuotesKeepBlanks) {
  EXPECT_EQ(SplitWords("one \"two words\"  three"), (std::vector<std::string>{"one", "two words", "three"}));
  EXPECT_EQ(SplitWords("\"\""), (std::vector<std::string>{""}));
  EXPECT_TRUE(SplitWords("").empty());
}

TEST(ParseDirectives, ReadsTheLeadingCommentOnly) {
  Target target;
  ParseDirectives("// shows: a thing\n// that goes on: here\n// args: 1\n// args: 2 3\nint x;\n// kind: assert\n", target);
  EXPECT_TRUE(target.errors.empty());
  EXPECT_EQ(target.variants.size(), 2u);
  EXPECT_TRUE(target.kinds.empty());
}

TEST(ParseDirectives, WithoutArgumentsThereIsOneEmptyVariant) {
  Target target;
  ParseDirectives("// shows: x\n", target);
  ASSERT_EQ(target.variants.size(), 1u);
  EXPECT_TRUE(target.variants[0].empty());
}

TEST(ParseDirectives, AReasonMayFollowYesOrNo) {
  Target target;
  ParseDirectives("// shows: x\n// native: no (it sleeps)\n", target);
  EXPECT_TRUE(target.errors.empty());
  EXPECT_FALSE(target.native);
  EXPECT_EQ(target.native_reason, "no (it sleeps)");
}

TEST(ParseDirectives, ATypingErrorIsAnError) {
  Target target;
  ParseDirectives("// shows: x\n// exhuastive: yes\n", target);
  EXPECT_EQ(target.errors.size(), 1u);
}

TEST(ParseDirectives, AFailingTargetNamesItsKind) {
  Target target;
  target.category = Category::kFail;
  ParseDirectives("// shows: x\n", target);
  EXPECT_EQ(target.errors.size(), 1u);
  Target named;
  named.category = Category::kFail;
  ParseDirectives("// shows: x\n// kind: assert|heap\n", named);
  EXPECT_EQ(named.kinds, (std::vector<std::string>{"assert", "heap"}));
}

TEST(ParseDirectives, LibraryWantsThreeWords) {
  Target target;
  ParseDirectives("// shows: x\n// library: plain linked a.cc\n// library: wrong\n", target);
  EXPECT_EQ(target.libraries.size(), 1u);
  EXPECT_EQ(target.errors.size(), 1u);
}

}  // namespace
}  // namespace reweave::tests
