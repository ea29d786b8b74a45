#include "techniques/simrt/record_suite.h"

#include <gtest/gtest.h>

#include <algorithm>
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

// If the time is not enough for all, something should be known of each case rather than of one case under each environment.
TEST(RecordSuite, OtherEnvironmentsOfACommandComeLast) {
  std::vector<TestSpec> suite;
  for (const char* environment : {"poll", "select", "epoll"})
    for (const char* word : {"a", "b"}) {
      suite.push_back(Command(std::string(word) + " " + environment, {"/bin/true", word}));
      suite.back().environment = {{"USE", environment}};
    }
  std::ranges::sort(suite, {}, &TestSpec::name);  // as a script lists them: each case under all environments
  const std::string path = testing::TempDir() + "/record-suite-variants.db";
  std::filesystem::remove(path);
  auto store = OpenSqliteStore(path);
  ASSERT_TRUE(store) << store.error().ToString();
  Recorder recorder({});
  std::string said;
  const auto never = std::chrono::steady_clock::time_point::max();
  const auto done = RecordSuite(suite, {0, 1, 2, 3, 4, 5}, "subject", {never, never}, recorder, **store,
                                [&](const std::string& text) { said += text.substr(text.find(' ') + 1, 1); });
  ASSERT_TRUE(done) << done.error().ToString();
  EXPECT_EQ(said, "ababab");
}

}  // namespace
}  // namespace reweave::inline simrt
