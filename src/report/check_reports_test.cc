// The reports of a check: complete, well-formed, and nothing that the tested program chose gets out of its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "report/check_json.h"
#include "report/check_merge.h"
#include "report/check_text.h"
#include "report/check_verdict.h"
#include "report/check_view.h"
#include "report/gcc_lines.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"
#include "report/testing/sample_result.h"

namespace reweave::inline report {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

bool HasControls(const std::string& text) {
  return std::ranges::any_of(
      text, [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f; });
}

TEST(CheckView, NewOnesFirstAndEachHasItsState) {
  const CheckResult result = SampleResult();
  std::vector<std::string> states;
  for (const FindingView& view : FindingsOf(result)) states.emplace_back(Text(view.state));
  EXPECT_EQ(states, (std::vector<std::string>{"new", "new", "new", "new", "timing", "old", "accepted", "fixed"}));
  CheckResult alone = result;
  alone.base = {};
  EXPECT_EQ(FindingsOf(alone)[0].state, FindingState::kFound);
}

TEST(CheckText, WithoutAnOldVersionNothingIsNewOrOld) {
  CheckResult alone = SampleResult();
  alone.base = {};
  for (CheckedTest& test : alone.tests) test.timing.clear();
  const std::string text = CheckText(alone, {});
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_THAT(last, Not(HasSubstr("against")));
  EXPECT_THAT(last, Not(HasSubstr("new")));
  EXPECT_THAT(last, Not(HasSubstr("old")));
}

// A check of five tests: explored enough, three without time, one that cannot be explored.
CheckResult WithGaps() {
  CheckResult result;
  result.base.label = "main", result.head.label = "working tree";
  for (int i = 0; i < 5; ++i) {
    CheckedTest& test = result.tests.emplace_back();
    test.name = "t" + std::to_string(i);
    test.state = i == 4 ? TestState::kUnsupported : i == 0 ? TestState::kExplored : TestState::kNoTime;
    if (i == 0) test.schedules = kEnoughSchedules;
    if (i == 4) test.note = "ptrace";
  }
  return result;
}

TEST(CheckVerdict, ManyTestsThatWereNotLookedAtAreCounted) {
  CheckResult result = WithGaps();
  EXPECT_EQ(GapTexts(result, 2),
            (std::vector<std::string>{"not looked at: t1 (no time left)", "not looked at: t2 (no time left)",
                                      "not looked at: 1 more (no time left)", "not looked at: t4 (cannot be explored: ptrace)"}));
  result.interrupted = true;
  EXPECT_EQ(GapTexts(result, 3)[0], "not looked at: t1 (interrupted)");
}

// Each failure with its schedule in the list; in the last line the reason once.
TEST(CheckVerdict, FailuresThatDoNotRepeatAreOneReasonOfTheLastLine) {
  CheckResult result = WithGaps();
  result.tests.resize(1);
  result.tests.push_back(result.tests[0]);
  result.tests[0].unrepeated = "race: a, schedule a.rws", result.tests[1].unrepeated = "race: b, schedule b.rws";
  result.tests[1].name = "t1";
  EXPECT_EQ(GapTexts(result, 3)[1],
            "not looked at: t1 (it failed once and in no replay of the same schedule: race: b, schedule b.rws)");
  EXPECT_EQ(GapSummary(result), "not looked at: t0, t1 (it failed once and in no replay of the same schedule)");
}

TEST(CheckVerdict, ATestWhoseRunsAllEndInAnOldFailureIsNotLookedAt) {
  CheckResult result = WithGaps();
  result.tests.resize(1);
  CheckedTest& test = result.tests[0];
  test.schedules = 150, test.failed = 149;
  CheckedFinding old;
  old.is_new = false;
  old.finding.kind = FindingKind::kAssert, old.finding.message = "size == 2";
  test.findings = {old};
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kNothingNew);
  test.failed = 150;
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kIncomplete);
  EXPECT_EQ(
      GapSummary(result),
      "not looked at: t0 (each of its runs ends in a failure that the base shows too, and what comes after it was not seen: "
      "size == 2)");
  test.exhausted = true;  // every schedule was seen, but none of them to its end
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kIncomplete);
  test.findings[0].finding.kind = FindingKind::kRace;
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kNothingNew);
}

TEST(CheckVerdict, ThreeOfThem) {
  CheckResult result = WithGaps();
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kIncomplete);
  result.tests.resize(1);
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kNothingNew);
  CheckedTest& test = result.tests[0];
  test.schedules = kEnoughSchedules - 1;
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kIncomplete);
  EXPECT_EQ(GapSummary(result), "not looked at: t0 (99 schedules, 100 wanted)");
  test.exhausted = true;
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kNothingNew);
  test.exhausted = false, test.saturated = true;
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kNothingNew);
  test.cut = "runs reach 1000000 steps";
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kIncomplete);
  test.cut.clear();
  result.unreached = "no test with two threads reaches the change; nearest: t9";
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kIncomplete);
  EXPECT_EQ(GapSummary(result), "not looked at: no test with two threads reaches the change; nearest: t9");
  test.findings.push_back({.finding = {}, .is_new = false, .accepted = false, .phase = "auto"});
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kIncomplete);
  EXPECT_EQ(VerdictOf(result, true), CheckVerdict::kFindings);
  test.findings[0].is_new = true;
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kFindings);
  test.findings[0].accepted = true;
  EXPECT_EQ(VerdictOf(result, true), CheckVerdict::kIncomplete);
}

TEST(CheckVerdict, ProgramsThatAreMissingOrOfOthers) {
  CheckedTest test;
  test.state = TestState::kMissing;
  EXPECT_NE(GapOf(test), "");
  test.state = TestState::kNotBuilt;
  EXPECT_NE(GapOf(test), "");
  test.foreign = true;
  EXPECT_EQ(GapOf(test), "");
  for (const TestState state : {TestState::kUnchanged, TestState::kNoImpact, TestState::kNotReached, TestState::kDisabled}) {
    test.state = state;
    EXPECT_EQ(GapOf(test), "");
  }
}

// "All schedules" of a program that gives up at once say nothing about the change; its own words say why it gave up.
TEST(CheckVerdict, ATestThatFailsBeforeItHasThreadsWasNotLookedAt) {
  CheckedTest test;
  test.state = TestState::kExplored, test.sequential = test.exhausted = true, test.schedules = 1;
  EXPECT_EQ(GapOf(test), "");
  CheckedFinding& found = test.findings.emplace_back();
  found.is_new = false, found.finding.message = "exit status 1";
  EXPECT_EQ(GapOf(test), "it fails before it has a second thread, in both versions: exit status 1");
  found.finding.output = "1..9\n";
  EXPECT_THAT(GapOf(test), testing::EndsWith("exit status 1 (it says: 1..9)"));
  found.finding.errors = "starting\nThe tests cannot be run as root.\n\n";
  EXPECT_THAT(GapOf(test), testing::EndsWith("exit status 1 (it says: The tests cannot be run as root.); if it refuses to run as "
                                             "root, check as another user, or set the variable that permits it in reweave.toml: "
                                             "[tests] environment"));
  found.finding.errors = "cannot find the rootfs";
  EXPECT_THAT(GapOf(test), testing::EndsWith("(it says: cannot find the rootfs)"));
  found.finding.errors = "This program needs exactly two arguments";
  EXPECT_THAT(GapOf(test), testing::EndsWith("two arguments); if it needs arguments, name them in reweave.toml: [[tests.list]]"));
  found.finding.errors = "Usage: pool THREADS JOBS";
  EXPECT_THAT(GapOf(test), testing::EndsWith("JOBS); if it needs arguments, name them in reweave.toml: [[tests.list]]"));
  CheckResult result;
  result.base.label = "old";
  result.tests = {test};
  EXPECT_EQ(TotalsOf(result).explored, 0u);
  found.finding.errors = std::string(5000, 'x');
  EXPECT_LT(GapOf(test).size(), 300u);
  found.accepted = true;
  EXPECT_EQ(GapOf(test), "");
  found.accepted = false, test.sequential = false;
  EXPECT_EQ(GapOf(test), "") << "with threads, its other schedules were explored";
}

TEST(CheckVerdict, EveryReportSaysThatItIsIncomplete) {
  const CheckResult result = WithGaps();
  const std::string text = CheckText(result, {});
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_THAT(last, testing::StartsWith("incomplete: "));
  EXPECT_THAT(last, HasSubstr("not looked at: t1, t2, t3 (no time left); t4 (cannot be explored: ptrace)"));
  EXPECT_THAT(CheckMarkdown(result), HasSubstr("## Reweave: incomplete, nothing new found so far"));
  EXPECT_THAT(CheckMarkdown(result), HasSubstr("t4 (cannot be explored: ptrace)"));
  const Json json = Json::parse(CheckJson(result, "1"));
  EXPECT_EQ(json["verdict"], "incomplete");
  ASSERT_EQ(json["not_looked_at"].size(), 4u);
  EXPECT_EQ(json["not_looked_at"][3], (Json{{"test", "t4"}, {"why", "cannot be explored: ptrace"}}));
  const std::string junit = CheckJunit(result);
  EXPECT_THAT(junit, HasSubstr("name=\"reweave.verdict\" value=\"incomplete\""));
  EXPECT_THAT(junit, HasSubstr("message=\"not looked at: no time left\""));
  const Json sarif = Json::parse(CheckSarif(result, {.version = "1"}))["runs"][0];
  EXPECT_EQ(sarif["properties"]["verdict"], "incomplete");
  std::string notes;
  for (const Json& note : sarif["invocations"][0]["toolExecutionNotifications"])
    notes += note["level"].get<std::string>() + " " + note["message"]["text"].get<std::string>() + "\n";
  EXPECT_THAT(notes, HasSubstr("warning not looked at: t1 (no time left)"));
  EXPECT_THAT(CheckHtml(result, {}, {.version = "1"}), HasSubstr("\"verdict\":\"incomplete\""));
}

TEST(CheckView, ReplayCommandsAreQuotedForAShell) {
  const CheckResult result = SampleResult();
  EXPECT_EQ(ReplayCommand(result, result.tests[0].findings[0].finding),
            "reweave replay .reweave/results/queue_test-race-3f2a9b0c1d2e.rws");
  EXPECT_EQ(ReplayCommand(result, result.tests[2].findings[0].finding), "reweave replay '.reweave/results/it'\\''s <odd>.rws'");
}

TEST(CheckJson, HasEverything) {
  const Json json = Json::parse(CheckJson(SampleResult(), "1.2"));
  EXPECT_EQ(json["findings"].size(), 6u);
  EXPECT_EQ(json["fixed"].size(), 1u);
  ASSERT_EQ(json["timing"].size(), 1u);
  EXPECT_EQ(json["timing"][0]["state"], "timing");
  EXPECT_NE(json["timing"][0]["replay"], nullptr);
  EXPECT_EQ(json["tests"].size(), 10u);
  EXPECT_EQ(json["findings"][0]["kind"], "deadlock");  // a failure before a race
  const Json& race = json["findings"][1];
  EXPECT_EQ(race["test"], "queue_test.Shutdown");
  EXPECT_EQ(race["state"], "new");
  EXPECT_EQ(race["new"], true);
  EXPECT_EQ(race["phase"], "recontest");
  EXPECT_EQ(race["sites"][2]["role"], "read");
  EXPECT_EQ(race["interleaving"]["steps"].size(), 8u);
  EXPECT_EQ(race["interleaving"]["steps"][4]["locks"], Json::array({"Queue::mu_"}));
  EXPECT_EQ(race["interleaving"]["steps"][3]["preempts"], true);
  EXPECT_EQ(json["findings"][5]["accepted"], true);
  EXPECT_EQ(json["tests"][0]["phases"].size(), 3u);
  EXPECT_EQ(json["tests"][0]["curve"].size(), 21u);
  EXPECT_EQ(json["tests"][0]["reasons"].size(), 2u);
  EXPECT_EQ(json["tests"][0]["change_patterns"], Json::parse(R"({"possible": 15, "covered": 12, "infeasible": 2})"));
  EXPECT_EQ(json["change"]["lines"]["src/queue.cc"], Json::array({11, 12, 24}));
  EXPECT_EQ(json["change"]["diff"], SampleResult().change.diff);
}

TEST(CheckJson, IsReadBackTheSame) {
  const std::string text = CheckJson(SampleResult(), "1.2");
  const auto again = ReadCheckJson(text, "sample");
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(CheckJson(*again, "1.2"), text);
}

// A verdict that is shown again from the cache, and one that is put together from parts, loses nothing.
TEST(CheckJson, EveryReportIsTheSameFromWhatWasReadBack) {
  for (CheckResult result : {SampleResult(), StoryResult()}) {
    std::erase_if(result.tests, [](const CheckedTest& test) { return test.name.contains('\xff'); });  // written as \xff
    const auto name_places = [](Finding& finding) {
      for (InterleavingStep& step : finding.interleaving.steps)
        step.place = step.file.substr(step.file.find_last_of('/') + 1) + ":" + std::to_string(step.line);
    };
    for (CheckedTest& test : result.tests) {
      for (CheckedFinding& f : test.findings) name_places(f.finding);
      std::ranges::for_each(test.timing, name_places);
    }
    const auto again = ReadCheckJson(CheckJson(result, "1.2"), "sample");
    ASSERT_TRUE(again) << again.error().ToString();
    EXPECT_EQ(CheckMarkdown(*again), CheckMarkdown(result));
    EXPECT_EQ(CheckJunit(*again), CheckJunit(result));
    EXPECT_EQ(CheckSarif(*again, {.version = "1"}), CheckSarif(result, {.version = "1"}));
    EXPECT_EQ(CheckHtml(*again, {}, {.version = "1"}), CheckHtml(result, {}, {.version = "1"}));
  }
}

TEST(CheckJson, DamageIsToldNotFollowed) {
  const Json whole = Json::parse(CheckJson(SampleResult(), "1.2"));
  EXPECT_FALSE(ReadCheckJson("{", "x"));
  EXPECT_FALSE(ReadCheckJson("[]", "x"));
  EXPECT_FALSE(ReadCheckJson(R"({"tool": "reweave", "command": "explore", "schema": 1})", "x"));
  for (const auto& [key, value] : whole.items()) {
    Json damaged = whole;
    damaged.erase(key);
    if (key != "top" && key != "version") EXPECT_FALSE(ReadCheckJson(damaged.dump(), "x")) << key;
    damaged[key] = Json::array({1});
    if (key != "version") EXPECT_FALSE(ReadCheckJson(damaged.dump(), "x")) << key;
  }
  Json wrong = whole;
  wrong["findings"][0]["interleaving"]["steps"][0]["thread"] = "9.9";
  EXPECT_FALSE(ReadCheckJson(wrong.dump(), "x"));
}

TEST(CheckJson, AnyValueMayBeWrong) {
  const Json whole = Json::parse(CheckJson(SampleResult(), "1.2"));
  const Json flat = whole.flatten();
  std::size_t at = 0, refused = 0, read = 0;
  for (const auto& [path, value] : flat.items()) {
    if (++at % 23 != 0) continue;  // some of them: there are thousands
    for (const Json& wrong : {Json(nullptr), Json(-7), Json("text"), Json::array(), Json::object()}) {
      Json damaged = whole;
      damaged[Json::json_pointer(path)] = wrong;
      const auto result = ReadCheckJson(damaged.dump(), "x");
      ++(result ? read : refused);
      if (result) CheckMarkdown(*result), CheckSarif(*result, {.version = "1"}), CheckJunit(*result);
    }
  }
  EXPECT_GT(refused, 100u);
  EXPECT_GT(read, 10u);  // a text for another text is no damage
}

TEST(CheckJson, PartsOfOneCheckAreMerged) {
  CheckResult first = SampleResult(), second = SampleResult(), other = SampleResult();
  first.tests.erase(first.tests.begin());
  second.tests.erase(second.tests.begin() + 2, second.tests.end());
  second.tests[1].findings.clear();
  const auto merged = MergeChecks({first, second});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->tests.size(), 10u);
  EXPECT_EQ(FindingsOf(*merged).size(), 8u);
  EXPECT_DOUBLE_EQ(merged->seconds, 25);
  other.head.tree = "0";
  EXPECT_FALSE(MergeChecks({first, other}));
}

std::size_t Count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(CheckText, TheLastLineCountsWhatIsListed) {
  const std::string text = CheckText(SampleResult(), {.colour = false, .width = 120});
  std::size_t listed = 0;
  for (std::size_t at = text.find("FAIL  "); at != std::string::npos; at = text.find("FAIL  ", at + 1)) ++listed;
  EXPECT_EQ(listed, 3u);
  EXPECT_THAT(text, HasSubstr(" schedules, 3 new findings (4 before grouping by cause), ")) << text;
}

// It does not fail the check, but nobody may overlook it.
TEST(CheckText, NewFailuresThatNeedADelayAreNamed) {
  CheckResult result = SampleResult();
  const std::string text = CheckText(result, {});
  EXPECT_THAT(text, HasSubstr("needs a delay of more than 100 ms in thread 0.1"));
  EXPECT_THAT(text, HasSubstr("a failure that needs a delay does not fail the check"));
  EXPECT_THAT(text, HasSubstr("1 new with a delay (timing)"));
  const Finding& delayed = result.tests[1].timing[0];
  EXPECT_THAT(text, HasSubstr("replay: " + ReplayCommand(result, delayed)));
  EXPECT_THAT(CheckMarkdown(result), HasSubstr(ReplayCommand(result, delayed)));
  EXPECT_THAT(CheckMarkdown(result), HasSubstr("1 new failure happens only if a thread is delayed"));
  EXPECT_THAT(CheckGccLines(result), HasSubstr("warning: deadlock"));
  for (CheckedTest& test : result.tests) test.findings.clear(), test.state = TestState::kUnchanged;
  EXPECT_EQ(VerdictOf(result), CheckVerdict::kNothingNew);
  const auto again = ReadCheckJson(CheckJson(result, "1"), "here");
  ASSERT_TRUE(again);
  EXPECT_EQ(CheckText(*again, {}), CheckText(result, {}));
}

TEST(CheckText, OldFindingsOfOneCauseAreOneLine) {
  CheckResult result = SampleResult();
  const auto old = std::ranges::find_if(result.tests, [](const CheckedTest& test) {
    return std::ranges::any_of(test.findings, [](const CheckedFinding& f) { return !f.is_new && !f.accepted; });
  });
  ASSERT_NE(old, result.tests.end());
  CheckedTest again = *old;
  again.name = "stats_test.Again";
  result.tests.push_back(std::move(again));
  const std::string text = CheckText(result, {.colour = false, .width = 120});
  EXPECT_EQ(Count(text, "\nold   "), 1u) << text;
  EXPECT_THAT(text, HasSubstr(" (the base shows it too; 1 more finding of this cause; also in stats_test.Again)\n"));
  EXPECT_THAT(text, HasSubstr(", 1 old, "));
}

TEST(CheckText, AcceptedFindingsDoNotFail) {
  const std::string text = CheckText(SampleResult(), {.colour = false, .width = 120});
  EXPECT_THAT(
      text,
      HasSubstr("FAIL  queue_test.Shutdown: new data race  src/queue.cc:12 (write, no lock) vs src/queue.cc:24 (read, holds "
                "Queue::mu_)\n      also in queue_test.Pop\n"));
  EXPECT_THAT(text, Not(HasSubstr("FAIL  queue_test.Pop: new data race\nrace: data race on Log::level")));
  EXPECT_THAT(text, HasSubstr("accepted queue_test.Pop: data race on Log::level"));
  EXPECT_FALSE(HasControls(text));
}

// --- JUnit -------------------------------------------------------------------------------------------------------------

TEST(Junit, NoTitleTwice) {
  EXPECT_EQ(CheckJunit(SampleResult(), {}).find("data race: data race"), std::string::npos);
  EXPECT_EQ(CheckSarif(SampleResult(), {}).find("data race: data race"), std::string::npos);
}

TEST(Junit, OneCaseATestAndOneFailureACase) {
  const std::string xml = CheckJunit(SampleResult());
  EXPECT_THAT(
      xml,
      HasSubstr("<testsuites name=\"reweave check\" tests=\"10\" failures=\"3\" errors=\"0\" skipped=\"7\" time=\"12.500\">"));
  EXPECT_EQ(Count(xml, "<testcase "), 10u);
  EXPECT_EQ(Count(xml, "<failure "), 3u);
  EXPECT_EQ(Count(xml, "<skipped "), 7u);
  EXPECT_THAT(xml, HasSubstr("name=\"queue_test.Shutdown\" time=\"0.800\" file=\"tests/queue_test.cc\" line=\"10\""));
  EXPECT_THAT(xml, HasSubstr("(and 1 more)\" type=\"deadlock\">"));
  EXPECT_FALSE(HasControls(xml));
}

TEST(Junit, OldFindingsFailOnlyIfAskedTo) {
  CheckResult result = SampleResult();
  result.tests.erase(result.tests.begin() + 2, result.tests.end());
  result.tests.erase(result.tests.begin());
  std::erase_if(result.tests[0].findings, [](const CheckedFinding& f) { return f.is_new; });
  EXPECT_EQ(Count(CheckJunit(result), "<failure "), 0u);
  EXPECT_THAT(CheckJunit(result), HasSubstr("old data race on Stats::hits"));
  EXPECT_EQ(Count(CheckJunit(result, {.fail_on_old = true}), "<failure "), 1u);
}

TEST(Junit, EscapesWhatXmlMayNotHold) {
  EXPECT_EQ(XmlText("a<b>&\"\x01\x1b\xff\n\xef\xbf\xbf\xc3\xa9"), "a<b>&\"\\x01\\x1b\\xff\n\\xef\\xbf\\xbf\xc3\xa9");
  CheckResult result = SampleResult();
  result.tests.resize(1);
  result.tests[0].name = "a<b>&\"\n";
  EXPECT_THAT(CheckJunit(result), HasSubstr("name=\"a&lt;b>&amp;&quot;&#10;\""));
}

// --- Markdown ----------------------------------------------------------------------------------------------------------

TEST(Markdown, TextOfTheProgramIsCode) {
  EXPECT_EQ(MarkdownCode("a`b"), "``a`b``");
  EXPECT_EQ(MarkdownCode("`"), "`` ` ``");
  EXPECT_EQ(MarkdownCode("a|b", true), "`a\\|b`");
  const std::string text = CheckMarkdown(SampleResult());
  EXPECT_THAT(text, HasSubstr("## Reweave: 3 new findings (4 before grouping by cause)"));
  EXPECT_THAT(text, HasSubstr("| 4 | 1 | 1 | 1 | 3 |"));
  EXPECT_THAT(text, HasSubstr("reweave replay .reweave/results/queue_test-race-3f2a9b0c1d2e.rws"));
  EXPECT_FALSE(HasControls(text));
}

TEST(Markdown, FitsIntoAComment) {
  const std::string text = CheckMarkdown(LargeResult(40, 500, 10'000));
  EXPECT_LT(text.size(), 65'536u);
  EXPECT_THAT(text, HasSubstr("did not fit here"));
}

}  // namespace
}  // namespace reweave::inline report
