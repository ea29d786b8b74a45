#include "evaluate/package_headers.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"

namespace reweave::inline evaluate {
namespace {

namespace fs = std::filesystem;

class PackageHeaders : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(base_);
    fs::create_directories(base_ / "from/lib/deep");
    ASSERT_TRUE(WriteFile((base_ / "from/lib/deep/a.h").string(), "int a();\nint b();\nint b();\n", "test"));
  }
  void TearDown() override { fs::remove_all(base_); }
  Result<void> Copy(const std::vector<HeaderEdit>& edits, const std::string& folder = "lib") {
    return CopyHeaders({folder}, edits, (base_ / "from").string(), (base_ / "to").string());
  }
  const fs::path base_ = fs::path(::testing::TempDir()) / "package_headers_test";
};

TEST_F(PackageHeaders, AreCopiedAndEdited) {
  ASSERT_TRUE(Copy({{"lib/deep/a.h", "int a();", "long a();"}}));
  EXPECT_EQ(*ReadFile((base_ / "to/lib/deep/a.h").string(), "test"), "long a();\nint b();\nint b();\n");
  EXPECT_EQ(*ReadFile((base_ / "from/lib/deep/a.h").string(), "test"), "int a();\nint b();\nint b();\n");
  ASSERT_TRUE(Copy({}));  // again, of nothing that was there
  EXPECT_EQ(*ReadFile((base_ / "to/lib/deep/a.h").string(), "test"), "int a();\nint b();\nint b();\n");
}

TEST_F(PackageHeaders, EditsThatDoNotFitAreErrors) {
  EXPECT_FALSE(Copy({{"lib/deep/a.h", "int c();", ""}}));
  EXPECT_FALSE(Copy({{"lib/deep/a.h", "int b();", ""}}));  // which one?
  EXPECT_FALSE(Copy({{"lib/b.h", "int b();", ""}}));
  EXPECT_FALSE(Copy({}, "other"));
}

TEST_F(PackageHeaders, EditsAreRead) {
  const std::string path = (base_ / "edits.toml").string();
  EXPECT_TRUE(ReadHeaderEdits(path)->empty());
  ASSERT_TRUE(WriteFile(path, "[[edit]]\nfile = \"a.h\"\nfind = \"x\\ny\"\nreplace = \"z\"\n", "test"));
  const auto edits = ReadHeaderEdits(path);
  ASSERT_TRUE(edits);
  ASSERT_EQ(edits->size(), 1u);
  EXPECT_EQ((*edits)[0].find, "x\ny");
  ASSERT_TRUE(WriteFile(path, "[[edit]]\nfile = \"a.h\"\n", "test"));
  EXPECT_FALSE(ReadHeaderEdits(path));
}

TEST(CodeLines, CountNoCommentsAndNoEmptyLines) {
  EXPECT_EQ(CountCodeLines(""), 0u);
  EXPECT_EQ(CountCodeLines("int a;\n\n  // no\n  int b;  // yes\n"), 2u);
  EXPECT_EQ(
      CountCodeLines("/* one */\n/* two\n   int a;\n*/\nint b;\n/* x */ int c;\n/* x\n*/ int d;\n/**/\n/* a */ /* b\n c */"), 3u);
  EXPECT_EQ(CountCodeLines("int a; /* begins\n ends */\n"), 2u);  // not looked for within a line
}

}  // namespace
}  // namespace reweave::inline evaluate
