#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "findings/interleaving.h"
#include "findings/listing.h"
#include "findings/step_text.h"
#include "report/json.h"
#include "report/markdown.h"
#include "report/terminal.h"
#include "report/testing/sample_result.h"
#include "report/trace_json.h"
#include "trace/testing.h"

namespace reweave::inline report {
namespace {

using Json = nlohmann::json;

ExploreResult Sample() {
  ExploreResult result;
  result.program = {"./t", "\xff"};
  result.strategy = "random";
  result.schedules = 742;
  Finding finding;
  finding.id = "abc";
  finding.kind = FindingKind::kAssert;
  finding.message = "evil \x1b[2J\n text";
  finding.first_schedule = 17;
  finding.occurrences = 298;
  finding.schedule_file = "/x/a.rws";
  finding.output = "line\n\x1b]0;title\x07";
  SitePosition position;
  position.file = "q.cc", position.line = 9, position.function = "f()";
  finding.sites.push_back({.position = position, .thread = 1, .thread_path = "0.1"});
  result.findings.push_back(finding);
  return result;
}

TEST(Terminal, ThreadsThatWaitAtOnePlaceAreToldOnce) {
  Finding finding;
  finding.kind = FindingKind::kDeadlock, finding.message = "no thread can run";
  const auto add = [&](unsigned thread, const char* role, unsigned line) {
    FindingSite& site = finding.sites.emplace_back();
    site.thread = thread, site.thread_path = "0." + std::to_string(thread), site.role = role;
    site.position.file = "pool.c", site.position.line = line, site.position.function = "work";
  };
  add(0, "waits in join for thread 0.2", 5);
  for (unsigned i = 1; i <= 256; ++i) add(i, "waits on pool::cv", 9);
  for (unsigned i = 257; i <= 259; ++i) add(i, "waits on pool::cv", 10);
  const std::string text = RenderFailure(finding, {});
  EXPECT_EQ(std::ranges::count(text, '\n'), 7) << text;
  EXPECT_NE(text.find("  thread 0.1, waits on pool::cv: pool.c:9"), std::string::npos) << text;
  EXPECT_NE(text.find("  threads 0.2 to 0.256: the same, 255 of them\n  thread 0.257, "), std::string::npos) << text;
}

TEST(ExploreJson, HasEveryFieldOfTheFormat) {
  const Json json = Json::parse(ExploreJson(Sample(), "1.2"));
  for (const char* field :
       {"schema",     "tool",      "version",         "command",     "program",     "build",    "strategy",  "isolation",
        "seed",       "schedules", "blocked",         "discarded",   "transitions", "states",   "seconds",   "exhausted",
        "stopped_by", "diverged",  "interchangeable", "unsupported", "findings",    "warnings", "predicted", "coverage"})
    EXPECT_TRUE(json.contains(field)) << field;
  const Json& finding = json["findings"][0];
  for (const char* field :
       {"id", "kind", "subkind", "message", "first_schedule", "occurrences", "confirmed", "new", "schedule_file", "sites"})
    EXPECT_TRUE(finding.contains(field)) << field;
  EXPECT_EQ(finding["sites"][0],
            (Json{{"file", "q.cc"}, {"line", 9}, {"function", "f()"}, {"thread", 1}, {"thread_path", "0.1"}}));
  EXPECT_EQ(json["program"][1], "\\xff");
  EXPECT_TRUE(json["states"].is_null() && finding["new"].is_null() && finding["subkind"].is_null());
  EXPECT_EQ(json["coverage"], (Json{{"patterns", 0}, {"tc", 0}, {"blocks", nullptr}, {"pairs", 0}}));
}

TEST(ExploreJson, ATechniqueReportsUnderItsOwnName) {
  ExploreResult result = Sample();
  result.technique = TechniqueReport{.name = "paths"};
  result.technique->values = {{"tried", std::uint64_t{7}}, {"flags", std::vector<std::string>{"cut"}}};
  result.technique->lines = {"7 paths were tried\x1b"};
  const Json json = Json::parse(ExploreJson(result, "1.2"));
  EXPECT_EQ(json["paths"]["tried"], 7);
  EXPECT_EQ(json["paths"]["flags"][0], "cut");
  const std::string text = RenderExplore(result, {});
  EXPECT_NE(text.find("paths: 7 paths were tried"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Terminal, NothingTheProgramChoseReachesTheTerminalRaw) {
  const std::string text = RenderExplore(Sample(), {});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_NE(text.find("thread 0.1: q.cc:9 in f()"), std::string::npos);
  EXPECT_NE(text.find("replay: reweave replay /x/a.rws"), std::string::npos);
  EXPECT_NE(RenderExplore(Sample(), {.directory = "/x"}).find("replay: reweave replay a.rws"), std::string::npos);
}

TEST(Listing, OneLineAnEvent) {
  TraceBuilder build;
  build.Create(0, 1, 2).Point(1, abi::EventKind::kLock, 2, 0, 0x1000).Add(1, abi::EventKind::kEnd, 3);
  const Trace trace = build.End(abi::EndKind::kPass);
  const SiteNames names;
  const std::string all = RenderListing(trace, names, {});
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 3);
  EXPECT_NE(all.find("-> thread 0.1"), std::string::npos);
  EXPECT_NE(all.find("0x1000"), std::string::npos);
  const std::string last = RenderListing(trace, names, {.points_only = true, .last = 1});
  EXPECT_TRUE(last.starts_with("... 1 earlier events\n"));
  const Json json = Json::parse(TraceJson({}, trace, names));
  EXPECT_EQ(json["events"].size(), 3u);
  EXPECT_EQ(json["end"]["kind"], "pass");
}

TEST(Terminal, TheSummaryOfAFailedTestNamesThePlaceThatItsFrameworkNames) {
  Finding finding;
  finding.id = "1234", finding.kind = FindingKind::kExit, finding.message = "exit status 1";
  EXPECT_EQ(RenderSummaryLine(finding), "SUMMARY: exit 1234 unknown place\n");
  finding.output = "/src/tests/queue_test.cc:12: Failure\nExpected equality of these values:\n  size\n    Which is: 1\n  2\n";
  EXPECT_EQ(RenderSummaryLine(finding), "SUMMARY: exit 1234 queue_test.cc:12\n");
}

TEST(Interleaving, ColumnsSideBySideWhereTheyFit) {
  Interleaving run;
  run.threads = {"0.1", "0.2"};
  run.steps = {
      {0, "a.cc:3", "read x = 0"}, {1, "a.cc:3", "read x = 0"}, {1, "a.cc:4", "write x = 1"}, {0, "a.cc:4", "write x\n = 1"}};
  run.switches = 2;
  EXPECT_EQ(RenderInterleaving(run, 80), "  the threads take turns like this (2 switches):\n"
                                         "  thread 0.1            thread 0.2\n"
                                         "  a.cc:3 read x = 0\n"
                                         "                        a.cc:3 read x = 0\n"
                                         "                        a.cc:4 write x = 1\n"
                                         "  a.cc:4 write x\\n = 1\n");
  run.left_out = 7;
  const std::string narrow = RenderInterleaving(run, 40);
  EXPECT_NE(narrow.find("... 7 earlier steps\n"), std::string::npos) << narrow;
  EXPECT_NE(narrow.find("  thread 0.1  a.cc:3 read x = 0\n"
                        "  thread 0.2  a.cc:3 read x = 0\n"
                        "              a.cc:4 write x = 1\n"
                        "  thread 0.1  a.cc:4 write x\\n = 1\n"),
            std::string::npos)
      << narrow;
  EXPECT_EQ(RenderInterleaving({}, 80), "");
}

TEST(Interleaving, ValuesAndEffectsAreNeverCut) {
  Interleaving run;
  run.threads = {"0", "0.1"};
  run.steps = {
      {0, "bounded_queue.h:44",
       "write spool::detail::BoundedQueue<std::pair<int, std::string>>::closed_ = 1, signal "
       "spool::detail::BoundedQueue<std::pair<int, std::string>>::not_empty_ -> thread 0.1"},
      {1, "bounded_queue.h:61", "broadcast spool::detail::BoundedQueue<std::pair<int, std::string>>::not_full_ wakes 0"}};
  run.switches = 1;
  const std::string text = RenderInterleaving(run, 100);
  EXPECT_NE(text.find("bounded_queue.h:44 write closed_ = 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("-> thread 0.1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("wakes 0\n"), std::string::npos) << text;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    EXPECT_LE(text.find('\n', begin) - begin, 100u) << text.substr(begin, 120);
  // Without a limit nothing is shortened.
  EXPECT_NE(RenderInterleaving(run, 0).find("BoundedQueue<std::pair<int, std::string>>::not_full_ wakes 0"), std::string::npos);
}

// At every width: what was read or written, and whom an operation concerned, is there for every operation.
TEST(Interleaving, NoWidthCutsWhatAnOperationDid) {
  Interleaving run;
  run.threads = {"0", "0.1", "0.2"};
  run.steps = {{0, "shop_test.cc:10", "create reader -> thread 0.1, read shop::Mailbox<int>::count_ 3 -> 4"},
               {1, "mailbox.h:22", "lock shop::Mailbox<std::pair<int, long>>::lock_, read shop::Mailbox<int>::closed_ = 0"},
               {0, "mailbox.h:18", "signal shop::Mailbox<int>::arrived_ nobody waits"},
               {2, "mailbox.h:32", "broadcast shop::Mailbox<int>::arrived_ wakes 0, read names_ = 0x202001063b40"}};
  for (const std::size_t width : {20u, 40u, 60u, 80u, 100u, 132u, 200u, 0u}) {
    const std::string text = RenderInterleaving(run, width);
    for (const char* part : {"create reader -> thread 0.1\n", "count_ 3 -> 4\n", "lock_\n", "closed_ = 0\n", " nobody waits\n",
                             "wakes 0\n", "read names_", "signal ", "broadcast "})
      EXPECT_THAT(text, testing::HasSubstr(part)) << width;
    if (width < 60) continue;  // nothing is cut to make a narrower line
    for (std::size_t begin = 0; begin < text.size() && width != 0; begin = text.find('\n', begin) + 1)
      EXPECT_LE(text.find('\n', begin) - begin, width) << text;
  }
}

TEST(Interleaving, APointerGivesWayToTheNameOfTheVariable) {
  EXPECT_EQ(FitStep("read shop::Mailbox<int>::letters_ = 0x202001063b68", 40), "read shop::Mailbox<int>::letters_");
  EXPECT_EQ(FitStep("read shop::Mailbox<int>::letters_ = 0x202001063b68", 20), "read letters_");
  EXPECT_EQ(FitStep("write letters_[] (24 bytes)", 20), "write letters_[]");
  EXPECT_EQ(FitStep("rmw shop::Mailbox<int>::count_ 3 -> 4", 20), "rmw count_ 3 -> 4");
  EXPECT_EQ(FitStep("write a_name_that_is_long = 17", 20), "write a_name_.. = 17");
  EXPECT_EQ(FitStep("write closed_ = 17", 5), "write closed_ = 17");
}

TEST(Interleaving, TheInsidesOfContainersAreOneLine) {
  Interleaving run;
  run.threads = {"0", "0.1"};
  const std::string inside = "read std::_Rb_tree_node_base::_M_left = 0, read std::_Rb_tree<int, std::pair<const int, "
                             "long>>::_M_impl = 0, write std::_Rb_tree_node<int>::_M_storage = 1";
  run.steps = {{0, "a.cc:3", "lock Map::mutex_, " + inside + ", write Map::size_ = 1"}, {1, "a.cc:9", inside}};
  run.steps[1].key = true;  // the finding is about it
  run.switches = 1;
  const std::string text = RenderInterleaving(run, 0);
  EXPECT_THAT(text, testing::HasSubstr("a.cc:3 lock Map::mutex_\n         3 library accesses\n         write Map::size_ = 1"));
  EXPECT_THAT(text, testing::HasSubstr("a.cc:9 read std::_Rb_tree_node_base::_M_left = 0\n"));
  EXPECT_THAT(text, testing::HasSubstr("write std::_Rb_tree_node<int>::_M_storage = 1\n"));
}

TEST(Interleaving, OfOneLineThatDoesALotTheFirstAreShown) {
  Interleaving run;
  run.threads = {"0", "0.1"};
  std::string what = "lock Log::mutex_, write char (15 bytes), read char (15 bytes), write __r[] (85 bytes)";
  for (int i = 0; i < 20; ++i) what += ", write Log::lines_ = " + std::to_string(i);
  run.steps = {{0, "a.cc:3", what}, {1, "a.cc:9", what}};
  run.steps[1].key = true;  // the finding is about it
  const std::string text = RenderInterleaving(run, 0);
  EXPECT_THAT(text, testing::HasSubstr("3 library accesses\n"));
  EXPECT_THAT(text, testing::HasSubstr("and 14 more\n"));
  EXPECT_EQ(text.find("write Log::lines_ = 19"), text.rfind("write Log::lines_ = 19")) << "shown once";
}

TEST(Interleaving, OfATrace) {
  TraceBuilder build;
  build.Create(0, 1, 1).Point(1, abi::EventKind::kLock, 1).Point(0, abi::EventKind::kJoin, 2);
  const Trace trace = build.End(abi::EndKind::kPass);
  const Interleaving run = InterleavingOf(trace, SiteNames());
  EXPECT_EQ(run.switches, 2u);
  ASSERT_EQ(run.steps.size(), 3u);
  EXPECT_EQ(run.steps[1].thread, 1u);
}

TEST(Interleaving, LocksHeldAndPreemptions) {
  TraceBuilder build;
  build.Enabled({0, 1}).Create(0, 1, 1).Point(1, abi::EventKind::kLock, 1, 0, 0x10).Point(1, abi::EventKind::kLock, 2, 0, 0x20);
  build.Point(0, abi::EventKind::kLock, 2, 0, 0x30).Point(1, abi::EventKind::kUnlock, 3, 0, 0x10);
  build.Enabled({0}).Point(0, abi::EventKind::kUnlock, 3, 0, 0x30);
  const Interleaving run = InterleavingOf(build.End(abi::EndKind::kPass), SiteNames(), {{1, 2}});
  ASSERT_EQ(run.steps.size(), 6u);
  EXPECT_EQ(run.steps[1].locks, (std::vector<std::string>{"0x10"}));
  EXPECT_EQ(run.steps[2].locks, (std::vector<std::string>{"0x10", "0x20"}));
  EXPECT_EQ(run.steps[3].locks, (std::vector<std::string>{"0x30"}));
  EXPECT_EQ(run.steps[4].locks, (std::vector<std::string>{"0x20"}));
  EXPECT_TRUE(run.steps[5].locks.empty());
  EXPECT_TRUE(run.steps[3].preempts);   // thread 1 could have gone on
  EXPECT_FALSE(run.steps[5].preempts);  // here it could not
  EXPECT_TRUE(run.steps[2].key);
  EXPECT_EQ(run.steps[3].kind, "lock");
}

TEST(Interleaving, AWaitGivesItsMutexBack) {
  TraceBuilder build;
  build.Point(0, abi::EventKind::kLock, 1, 0, 0x10).Point(0, abi::EventKind::kWaitBegin, 2, 0, 0x20);
  Trace trace = build.Point(0, abi::EventKind::kWaitEnd, 3, 0, 0x20).End(abi::EndKind::kPass);
  trace.events[2].value2 = trace.events[3].value2 = 0x10;
  const Interleaving run = InterleavingOf(trace, SiteNames());
  EXPECT_TRUE(run.steps[1].locks.empty());
  EXPECT_EQ(run.steps[2].locks.size(), 1u);
}

TEST(Interleaving, ALongRunIsShownAroundWhatMatters) {
  TraceBuilder build;
  for (unsigned i = 1; i <= 200; ++i) build.Point(i % 2, abi::EventKind::kYield, i);
  const Trace trace = build.End(abi::EndKind::kPass);
  const Interleaving run = InterleavingOf(trace, SiteNames(), {{1, 101}});
  EXPECT_EQ(run.steps.size(), 200u);  // kept whole
  const StepRange range = ShownSteps(run, 40);
  EXPECT_EQ(range.end, 106u);
  EXPECT_EQ(range.first, 66u);
  const std::string text = RenderInterleaving(run, 80);
  EXPECT_NE(text.find("... 66 earlier steps\n"), std::string::npos) << text;
  EXPECT_NE(text.find("... 94 later steps\n"), std::string::npos) << text;
  const StepRange last = ShownSteps(InterleavingOf(trace, SiteNames()), 40);  // nothing matters more: the end
  EXPECT_EQ(last.end, 200u);
}

TEST(Interleaving, WhatALibraryDoesWhenNobodyElseRunsIsLeftOut) {
  TraceBuilder build;
  build.Create(0, 1, 1).Point(1, abi::EventKind::kLock, 1).Point(0, abi::EventKind::kJoin, 2);
  for (unsigned i = 3; i < 33; ++i) build.Point(0, abi::EventKind::kYield, i);  // at no line of the program
  const Interleaving run = InterleavingOf(build.End(abi::EndKind::kExit), SiteNames());
  EXPECT_EQ(run.steps.size(), 3u);
  EXPECT_EQ(run.left_out_after, 30u);
}

TEST(Interleaving, WhatThreadsWaitInAtTheEnd) {
  TraceBuilder build;
  build.Create(0, 1, 1).Point(1, abi::EventKind::kLock, 1, 0, 0x10);
  build.Pending(0, abi::EventKind::kJoin, 2).Pending(1, abi::EventKind::kLock, 2);
  const Interleaving run = InterleavingOf(build.End(abi::EndKind::kDeadlock), SiteNames());
  ASSERT_EQ(run.waiting.size(), 2u);
  EXPECT_EQ(run.waiting[1].what, "lock");
  EXPECT_TRUE(run.waiting[0].key && run.waiting[1].key);
  EXPECT_EQ(run.waiting[1].locks, (std::vector<std::string>{"0x10"}));
}

// A comment on GitHub holds 65,536 characters: what is too much of one part must not push the findings out.
TEST(Markdown, TooManyNotesPlacesAndOldFindingsAreCounted) {
  CheckResult result = SampleResult();
  result.notes.assign(300, std::string(2000, 'n'));
  CheckedTest& test = result.tests[0];
  const CheckedFinding race = test.findings[0];
  for (int i = 0; i < 300; ++i) {
    test.findings.push_back(race);
    test.findings.back().finding.id = "old" + std::to_string(i), test.findings.back().is_new = false;
    test.findings.back().finding.message = std::string(5000, 'm');
  }
  const std::string text = CheckMarkdown(result);
  EXPECT_LT(text.size(), 65'536u);
  EXPECT_NE(text.find("- and 280 more\n"), std::string::npos);
  EXPECT_NE(text.find("The interleaving"), std::string::npos);
  EXPECT_NE(text.find("Findings that do not fail the check"), std::string::npos);
  EXPECT_NE(text.find("| and 263 more |"), std::string::npos);  // 303 of them, 40 shown
}

}  // namespace
}  // namespace reweave::inline report
