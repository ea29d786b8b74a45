#include "evaluate/page.h"

#include <gtest/gtest.h>

namespace reweave::inline evaluate {
namespace {

TEST(Page, OnlyWhatIsBetweenTheMarksIsReplaced) {
  const std::string page = "# Title\n\nBefore.\n\n<!-- made by reweave bench -->\nold\n<!-- end -->\n\nAfter.\n";
  const std::string now = ReplacedTables(page, "new\n");
  EXPECT_EQ(now, "# Title\n\nBefore.\n\n<!-- made by reweave bench -->\n\nnew\n\n<!-- end -->\n\nAfter.\n");
  EXPECT_EQ(ReplacedTables(now, "new\n"), now);
}

TEST(Page, APageWithoutMarksIsRefused) {
  EXPECT_EQ(ReplacedTables("# Title\n", "new\n"), "");
  EXPECT_EQ(ReplacedTables("<!-- end -->\n<!-- made by reweave bench -->\n", "new\n"), "");
}

TEST(Page, SaysHowWhenAndWhere) {
  const std::string text = MadeBy("reweave bench capp");
  EXPECT_TRUE(text.starts_with("Made by `reweave bench capp` on 2")) << text;
  EXPECT_NE(text.find(" cores ("), std::string::npos) << text;
}

TEST(Page, TablesOfCsv) { EXPECT_EQ(TableOfCsv("a,b\n1,2\n"), "| a | b |\n|---|---|\n| 1 | 2 |\n"); }

TEST(Page, Headings) {
  EXPECT_EQ(WithoutHeading("# T\n\ntext\n"), "text\n");
  EXPECT_EQ(WithoutHeading("text\n"), "text\n");
}

}  // namespace
}  // namespace reweave::inline evaluate
