#include "report/check_merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/check_json.h"
#include "report/check_verdict.h"
#include "report/check_view.h"
#include "report/terminal.h"
#include "report/testing/sample_result.h"

namespace reweave::inline report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CheckedTest Explored(const std::string& name) {
  CheckedTest test;
  test.name = name;
  test.state = TestState::kExplored;
  test.schedules = 500;
  test.reaches = true;
  return test;
}

CheckResult Part(unsigned part, unsigned of, std::vector<CheckedTest> tests) {
  CheckResult out;
  out.top = "/machine" + std::to_string(part);
  out.base.label = "main", out.base.tree = "b";
  out.head.label = "topic", out.head.tree = "h";
  out.changed_functions = tests.empty() ? 0 : 1;
  out.shard = {.part = part, .of = of, .plan = "p"};
  out.tests = std::move(tests);
  return out;
}

CheckedFinding Found(const std::string& id, const std::string& top, bool is_new) {
  CheckedFinding f;
  f.finding.id = id;
  f.finding.kind = FindingKind::kRace;
  f.finding.schedule_file = top + "/.reweave/results/" + id + ".rws";
  f.is_new = is_new;
  f.finding.is_new = is_new;
  return f;
}

TEST(MergeParts, AllPartsAreTheWhole) {
  const auto whole = MergeChecks({Part(2, 3, {Explored("b")}), Part(1, 3, {Explored("a")}), Part(3, 3, {})});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->shard.of, 0u);
  EXPECT_EQ(whole->tests.size(), 2u);
  EXPECT_EQ(whole->tests[0].name, "a");
  EXPECT_EQ(VerdictOf(*whole), CheckVerdict::kNothingNew) << GapSummary(*whole);
}

TEST(MergeParts, APartThatIsMissingMakesItIncomplete) {
  const auto some = MergeChecks({Part(2, 4, {Explored("b")}), Part(4, 4, {Explored("a")})});
  ASSERT_TRUE(some);
  EXPECT_EQ(VerdictOf(*some), CheckVerdict::kIncomplete);
  EXPECT_THAT(some->missing, ElementsAre("2 of 4 parts are missing: 1, 3"));
  EXPECT_THAT(GapSummary(*some), HasSubstr("2 of 4 parts are missing"));
  const auto one = MergeChecks({Part(1, 2, {Explored("a")})});
  ASSERT_TRUE(one);
  EXPECT_EQ(VerdictOf(*one), CheckVerdict::kIncomplete);
}

TEST(MergeParts, PartsThatDisagreeMakeItIncomplete) {
  CheckResult head = Part(3, 3, {Explored("c")}), base = head, count = head, plan = head, whole = head;
  head.head.tree = base.base.tree = plan.shard.plan = "other";
  count.shard.of = 4;
  whole.shard = {};
  for (const CheckResult& other : {head, base, count, plan, whole}) {
    const auto merged = MergeChecks({other, Part(1, 3, {Explored("a")}), Part(2, 3, {Explored("b")})});
    ASSERT_TRUE(merged);
    EXPECT_EQ(VerdictOf(*merged), CheckVerdict::kIncomplete);
    ASSERT_EQ(merged->missing.size(), 2u);
    EXPECT_THAT(merged->missing[0], HasSubstr("does not belong to the others"));
    EXPECT_EQ(merged->tests.size(), 2u);
  }
}

TEST(MergeParts, FindingsGoBeforeMissingParts) {
  CheckedTest broken = Explored("a");
  broken.findings.push_back(Found("x", "/machine1", true));
  const auto merged = MergeChecks({Part(1, 2, {broken})});
  ASSERT_TRUE(merged);
  EXPECT_EQ(VerdictOf(*merged), CheckVerdict::kFindings);
}

TEST(MergeParts, ACauseThatOnePartKnowsToBeOldIsOld) {
  CheckedTest a = Explored("a"), b = Explored("b");
  a.findings.push_back(Found("x", "/machine1", true));
  b.findings.push_back(Found("x", "/machine2", false));
  const auto merged = MergeChecks({Part(1, 2, {a}), Part(2, 2, {b})});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->CountFindings(true), 0u);
}

TEST(MergeParts, WhatNoPartReachesIsSaidOnceAndOnlyOfTheWhole) {
  CheckedTest far = Explored("far"), near = Explored("near");
  far.reaches = false;
  CheckResult first = Part(1, 2, {far}), second = Part(2, 2, {});
  first.unreached = "no test with two threads reaches the change";
  EXPECT_EQ(VerdictOf(first), CheckVerdict::kNothingNew) << "another part may";
  auto merged = MergeChecks({first, second});
  ASSERT_TRUE(merged);
  EXPECT_EQ(VerdictOf(*merged), CheckVerdict::kIncomplete) << "a part without tests says nothing";
  merged = MergeChecks({first, Part(2, 2, {near})});
  ASSERT_TRUE(merged);
  EXPECT_EQ(VerdictOf(*merged), CheckVerdict::kNothingNew) << GapSummary(*merged);
}

TEST(MergeParts, PathsOfOtherMachinesAreBelowTheFirstOnesTop) {
  CheckedTest a = Explored("a"), b = Explored("b");
  b.program = "/machine2/build/b";
  b.findings.push_back(Found("x", "/machine2", true));
  const auto merged = MergeChecks({Part(1, 2, {a}), Part(2, 2, {b})});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->top, "/machine1");
  EXPECT_EQ(merged->tests[1].program, "/machine1/build/b");
  EXPECT_EQ(merged->tests[1].findings[0].finding.schedule_file, "/machine1/.reweave/results/x.rws");
}

TEST(MergeParts, APartIsReadAsItWasWritten) {
  CheckResult part = SampleResult();
  part.shard = {.part = 3, .of = 8, .plan = "abc"};
  part.missing = {"something"};
  const auto read = ReadCheckJson(CheckJson(part, "1"), "x.json");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tests[0].change_covered, 12u);
  EXPECT_EQ(read->shard.part, 3u);
  EXPECT_EQ(read->shard.of, 8u);
  EXPECT_EQ(read->shard.plan, "abc");
  EXPECT_EQ(read->missing, part.missing);
  const auto text = [](const CheckResult& result) {
    std::string out;
    for (const FindingView& view : FindingsOf(result))
      if (view.finding->id != "e0e0e0e0e0e0") out += RenderFinding(*view.finding, {});  // that one is escaped twice
    return out;
  };
  EXPECT_EQ(text(*read), text(part)) << "a report of a part says what the part's own check said";
  part.shard.part = 9;
  EXPECT_FALSE(ReadCheckJson(CheckJson(part, "1"), "x.json"));
}

}  // namespace
}  // namespace reweave::inline report
