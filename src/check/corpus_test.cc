#include "check/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "explore/schedule/schedule.h"

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;

class CorpusTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/corpus-XXXXXX";
    top_ = mkdtemp(pattern.data());
    Schedule schedule;
    schedule.command = {top_ + "/build/tests/queue_test", "Case"};
    schedule.build_key = "key";
    ASSERT_TRUE(WriteSchedule(schedule, top_ + "/found.rws"));
    result_.head.build = top_ + "/build";
  }
  void TearDown() override { fs::remove_all(top_); }

  void Add(const std::string& test, bool is_new, bool accepted = false) {
    CheckedTest& row = result_.tests.emplace_back();
    row.name = test;
    CheckedFinding& found = row.findings.emplace_back();
    found.is_new = is_new, found.accepted = accepted;
    found.finding.id = "1234", found.finding.kind = FindingKind::kDeadlock, found.finding.schedule_file = top_ + "/found.rws";
  }

  std::string top_;
  CheckResult result_;
};

TEST_F(CorpusTest, KeepsNewFindingsForOtherMachines) {
  const Corpus corpus(top_);
  const std::string empty = corpus.Fingerprint();
  Add("queue", true), Add("old", false), Add("accepted", true, true);
  EXPECT_EQ(corpus.Keep(result_).value(), 1u);
  const auto kept = corpus.Of("queue");
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_THAT(kept[0], testing::EndsWith("queue/deadlock-1234.rws"));
  EXPECT_EQ(ReadSchedule(kept[0])->command, (std::vector<std::string>{"tests/queue_test", "Case"}));
  EXPECT_TRUE(corpus.Of("old").empty() && corpus.Of("accepted").empty());
  EXPECT_NE(corpus.Fingerprint(), empty);
  EXPECT_EQ(corpus.Keep(result_).value(), 0u);  // it was there
}

TEST_F(CorpusTest, TestsMayBeCalledAnything) {
  const Corpus corpus(top_);
  for (const char* name : {"a/b", "a_b", "../../etc", ".hidden", "ü", ""}) {
    result_.tests.clear();
    Add(name, true);
    EXPECT_EQ(corpus.Keep(result_).value(), 1u) << name;
    EXPECT_EQ(corpus.Of(name).size(), 1u) << name;
  }
  EXPECT_FALSE(fs::exists(top_ + "/etc"));
}

}  // namespace
}  // namespace reweave::inline check
