#include "check/tool_id.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"

namespace reweave::inline check {
namespace {

TEST(ToolId, ChangesWithTheDriversAndTheRuntime) {
  std::string pattern = testing::TempDir() + "/tool-XXXXXX";
  const std::string prefix = mkdtemp(pattern.data());
  std::filesystem::create_directories(prefix + "/bin");
  std::filesystem::create_directories(prefix + "/lib/reweave");
  const auto write = [&](const std::string& name, const std::string& text) { ASSERT_TRUE(WriteFile(prefix + name, text, "")); };
  write("/bin/reweave-c++", "driver");
  write("/lib/reweave/libreweave-rt.a", "runtime");
  const std::string driver = DriverId(prefix + "/bin"), tool = ToolId(prefix + "/bin");
  EXPECT_NE(driver, tool);  // which also knows this program
  EXPECT_EQ(DriverId(prefix + "/bin"), driver);
  write("/lib/reweave/libreweave-rt.a", "another runtime");
  EXPECT_NE(DriverId(prefix + "/bin"), driver);
  EXPECT_NE(ToolId(prefix + "/bin"), tool);
  std::filesystem::remove_all(prefix);
}

}  // namespace
}  // namespace reweave::inline check
