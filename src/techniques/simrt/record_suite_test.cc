#include "techniques/simrt/record_suite.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "store/store.h"

namespace reweave::inline simrt {
namespace {

TestSpec Command(std::string name, std::vector<std::string> words) {
  TestSpec out;
  out.name = std::move(name);
  out.command = std::move(words);
  return out;
}

// A test that takes longer than a second does not keep the others waiting: it is cut, and recorded after them.
TEST(RecordSuite, LongTestsAreRecordedAfterShortOnes) {
  const std::vector<TestSpec> suite = {Command("long", {"/bin/sleep", "1.5"}), Command("short", {"/bin/true"})};
  const std::string path = testing::TempDir() + "/record-suite-later.db";
  std::filesystem::remove(path);
  auto store = OpenSqliteStore(path);
  ASSERT_TRUE(store) << store.error().ToString();
  Recorder recorder({});
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  std::vector<std::string> said;
  const auto done = RecordSuite(suite, {0, 1}, "subject", {end, end}, recorder, **store,
                                [&](const std::string& text) { said.push_back(text); });
  ASSERT_TRUE(done) << done.error().ToString();
  EXPECT_EQ(done->recorded, 2u);
  EXPECT_EQ(said, (std::vector<std::string>{"recording long (1 of 2)", "recording short (2 of 2)", "recording long (1 of 1)"}));
}

}  // namespace
}  // namespace reweave::inline simrt
