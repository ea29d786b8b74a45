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

// Two tests that take far longer than all the time there is stand before ten that take none.
TEST(RecordSuite, ShortTestsComeBeforeLongOnes) {
  std::vector<TestSpec> suite = {Command("long", {"/bin/sleep", "60"}), Command("longer", {"/bin/sleep", "61"})};
  for (int i = 0; i < 10; ++i) suite.push_back(Command("short" + std::to_string(i), {"/bin/true"}));
  std::vector<std::size_t> all(suite.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::string path = testing::TempDir() + "/record-suite.db";
  std::filesystem::remove(path);
  auto store = OpenSqliteStore(path);
  ASSERT_TRUE(store) << store.error().ToString();
  RecordOptions options;
  options.runs = 2;
  Recorder recorder(options);
  // The long ones are cut after a second each, the second of them after two: then no time is left.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  std::vector<std::string> said;
  const auto done =
      RecordSuite(suite, all, "subject", {end, end}, recorder, **store, [&](const std::string& text) { said.push_back(text); });
  ASSERT_TRUE(done) << done.error().ToString();
  EXPECT_EQ(done->recorded + done->not_recorded, suite.size());
  EXPECT_GE(done->recorded, 1u) << "a machine with other work may not get through all of them";
  for (std::size_t i = 0; i < 2; ++i) {
    const auto known = (*store)->FindTest(recorder.modules().BuildKeyOf(suite[i]), suite[i].name);
    ASSERT_TRUE(known) << known.error().ToString();
    EXPECT_FALSE(*known) << "what was cut to wait is not a history";
  }
}

// Where there is time, they are recorded after the others.
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
