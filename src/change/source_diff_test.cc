#include "change/source_diff.h"

#include <gtest/gtest.h>

namespace reweave::inline change {
namespace {

using Lines = std::set<std::uint32_t>;

TEST(Tokenize, KnowsLiteralsAndComments) {
  const auto tokens = Tokenize("int x = 1'000; // gone\n/* and\nthis */ f(\"a b\\\"\", 'c', R\"x(1\n2)x\");\n");
  std::vector<std::string> texts;
  for (const Token& token : tokens) texts.emplace_back(token.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"int", "x", "=", "1'000", ";", "f", "(", "\"a b\\\"\"", ",", "'c'", ",",
                                             "R\"x(1\n2)x\"", ")", ";"}));
  EXPECT_EQ(tokens[5].line, 3u);
  EXPECT_EQ(tokens.back().line, 4u);
}

TEST(CompareSources, FormattingIsNoChange) {
  const FileChange change =
      CompareSources("int f() { return a + b; }\n", "// new comment\nint f()\n{\n  return a\n       + b;\n}\n");
  EXPECT_TRUE(change.changed.empty());
  EXPECT_TRUE(change.deleted.empty());
}

TEST(CompareSources, ChangedAndDeletedLines) {
  const std::string before = "void f() {\n  a();\n  b();\n  c();\n}\n";
  EXPECT_EQ(CompareSources(before, "void f() {\n  a();\n  x();\n  c();\n}\n").changed, Lines{3});
  const FileChange deleted = CompareSources(before, "void f() {\n  a();\n  c();\n}\n");
  EXPECT_TRUE(deleted.changed.empty());
  EXPECT_EQ(deleted.deleted, (Lines{2, 3}));
}

TEST(CompareSources, BracesAloneDoNotCount) {
  EXPECT_TRUE(CompareSources("if (a) b();\n", "if (a)\n{\n  b();\n}\n").changed.empty());
}

}  // namespace
}  // namespace reweave::inline change
