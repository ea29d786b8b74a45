// What `check --gen` refuses before it compiles anything. What it writes is in tests/gen.
#include "check/gen_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(GenCheck, WithoutAClassItSaysHowToNameOne) {
  const auto made = GenerateForChange({}, {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().category(), ErrorCategory::kUsage);
  EXPECT_THAT(made.error().ToString(), HasSubstr("[[gen.class]] header = "));
}

TEST(GenCheck, AHeaderThatIsNotInTheVersionIsNamed) {
  std::string pattern = testing::TempDir() + "/gen-check-XXXXXX";
  const fs::path top = mkdtemp(pattern.data());
  CheckResult check;
  check.top = top.string();
  check.head.source = check.base.source = (top / "source").string();
  check.head.build = (top / "build").string();
  fs::create_directories(check.head.source);
  Config config;
  config.gen.classes.push_back({.header = "include/queue.h", .name = "Queue<int>", .flags = {}});
  std::vector<std::string> said;
  const auto made = GenerateForChange(
      check, config, {.drivers = top.string(), .say = [&](const std::string& text) { said.push_back(text); }, .status = nullptr});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().ToString(), HasSubstr(check.head.source + "/include/queue.h"));
  EXPECT_EQ(said, std::vector<std::string>{"tests for Queue<int>"});
  fs::remove_all(top);
}

}  // namespace
}  // namespace reweave::inline check
