#include "techniques/simrt/load_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace reweave::inline simrt {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Loading : public testing::Test {
 protected:
  Loading() {
    std::string pattern = (fs::temp_directory_path() / "reweave-load-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    store_ = std::move(*OpenSqliteStore((directory_ / "h.db").string()));
    for (const char* name : {"a", "b"}) {
      TestSpec spec;
      spec.name = name;
      spec.command = {"/bin/true", name};  // no instrumented file: the key is over the command
      tests_.push_back(spec);
    }
    table_ = {
        .key = "m", .name = "true", .functions = {{"f", "f()", "f.cc", "h1", 0, {1, 2}}, {"g", "g()", "f.cc", "h2", 5, {3}}}};
  }
  ~Loading() override {
    store_.reset();
    fs::remove_all(directory_);
  }
  void Put(const TestSpec& test, const std::string& name, bool complete = true) {
    TestHistory history;
    history.build = modules_.BuildKeyOf(test);
    history.test = name;
    history.complete = complete;
    history.reason = complete ? "" : "timed out";
    history.verdict = complete ? "passed" : "failed";
    history.modules = {{.name = "true", .key = "m", .threads = {{0, 1, {0, 1}}, {1, 0, {5, 99}}}, .flaky = {}}};
    ASSERT_TRUE(store_->PutTest(history, "x"));
  }

  fs::path directory_;
  std::unique_ptr<Store> store_;
  std::vector<TestSpec> tests_;
  ModuleCache modules_;
  BlockTable table_;
  BlockNumbers numbers_;
};

TEST_F(Loading, NamesBecomeNumbersAndThreadsKeepTheirProcess) {
  ASSERT_TRUE(store_->PutBlocks(table_));
  Put(tests_[0], "a");
  Put(tests_[0], "gone");
  const auto loaded = LoadHistories(*store_, tests_, modules_, numbers_, true);
  ASSERT_TRUE(loaded) << loaded.error().ToString();
  EXPECT_TRUE(loaded->tests[0].known);
  EXPECT_FALSE(loaded->tests[1].known);
  EXPECT_THAT(loaded->unknown, ElementsAre("gone"));
  const auto f0 = *numbers_.Find({"f", 0}), f1 = *numbers_.Find({"f", 1}), g0 = *numbers_.Find({"g", 0});
  std::vector<TestCoverage::Entry> wanted = {{f0, MakeThreadId(0, 1)}, {f1, MakeThreadId(0, 1)}, {g0, MakeThreadId(1, 0)}};
  std::ranges::sort(wanted);
  EXPECT_EQ(loaded->tests[0].entries, wanted);
}

TEST_F(Loading, OnlyBlocksOfInterest) {
  ASSERT_TRUE(store_->PutBlocks(table_));
  Put(tests_[0], "a", false);
  const auto number = numbers_.Add({"f", 1});
  const auto loaded = LoadHistories(*store_, tests_, modules_, numbers_, false);
  ASSERT_TRUE(loaded);
  EXPECT_THAT(loaded->tests[0].entries, ElementsAre(TestCoverage::Entry{number, MakeThreadId(0, 1)}));
  EXPECT_EQ(numbers_.size(), 1u);
  EXPECT_FALSE(loaded->tests[0].complete);
  EXPECT_TRUE(loaded->tests[0].failed_last);
  EXPECT_EQ(loaded->tests[0].note, "timed out");
}

TEST_F(Loading, AHistoryWithoutItsBlocksIsAnError) {
  Put(tests_[0], "a");
  const auto loaded = LoadHistories(*store_, tests_, modules_, numbers_, true);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().ToString(), HasSubstr("record it again"));
}

TEST_F(Loading, DifferencesAreNamed) {
  BlockTable other = table_;
  EXPECT_THAT(DifferingFunctions(table_, other), IsEmpty());
  other.functions[0].hash = "h9";
  other.functions[1].id = "g2";
  EXPECT_THAT(DifferingFunctions(table_, other), ElementsAre("f", "g", "g2"));
  EXPECT_THAT(DifferingFunctions(table_, other, 1), ElementsAre("f"));
}

}  // namespace
}  // namespace reweave::inline simrt
