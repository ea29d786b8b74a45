#include "detect/suppressions.h"

#include <gtest/gtest.h>

#include "detect/findings.h"
#include "detect/fingerprint.h"
#include "detect/stacks.h"
#include "detect/testing.h"

namespace reweave::detect {
namespace {

SitePosition Place(std::string function, std::string file, std::string variable = {}) {
  SitePosition p;
  p.function = std::move(function), p.file = std::move(file), p.variable = std::move(variable);
  return p;
}

Finding Race() {
  Finding finding;
  finding.kind = FindingKind::kRace;
  finding.sites.push_back({.position = Place("Stats::Bump(int)", "src/stats.cc", "Stats::count"),
                           .thread = 1,
                           .thread_path = "0.1",
                           .role = "write"});
  finding.sites.push_back({.position = Place("worker()", "src/main.cc"), .thread = 1, .thread_path = "0.1"});
  finding.sites.push_back({.position = Place("Report()", "src/report.cc"), .thread = 0, .thread_path = "0", .role = "read"});
  return finding;
}
bool Hides(const std::string& text, const Finding& finding = Race()) {
  auto suppressions = Suppressions::Parse(text, "test");
  EXPECT_TRUE(suppressions.has_value()) << suppressions.error().ToString();
  return suppressions->Matches(finding);
}

TEST(Suppressions, ByFunctionFileAndVariable) {
  EXPECT_TRUE(Hides("race:Stats::Bump"));
  EXPECT_TRUE(Hides("race:src/report.cc"));
  EXPECT_TRUE(Hides("race:^Stats::count$"));
  EXPECT_TRUE(Hides("race:worker"));
  EXPECT_FALSE(Hides("race:Elsewhere"));
  EXPECT_FALSE(Hides("deadlock:Stats::Bump"));
}
TEST(Suppressions, TopFramesOnly) {
  EXPECT_TRUE(Hides("race_top:Report"));
  EXPECT_FALSE(Hides("race_top:worker"));
}
TEST(Suppressions, Patterns) {
  EXPECT_TRUE(MatchesPattern("b", "abc"));
  EXPECT_FALSE(MatchesPattern("^b", "abc"));
  EXPECT_FALSE(MatchesPattern("b$", "abc"));
  EXPECT_TRUE(MatchesPattern("^a*c$", "abc"));
  EXPECT_TRUE(MatchesPattern("a*c*e", "xxabcdefff"));
  EXPECT_FALSE(MatchesPattern("a*e*c", "abcde"));
  EXPECT_TRUE(MatchesPattern("*", ""));
  EXPECT_TRUE(MatchesPattern("^abc$", "abc"));
  EXPECT_FALSE(MatchesPattern("^abc$", "abcabc"));
  EXPECT_TRUE(MatchesPattern("^abc*abc$", "abcabc"));
  EXPECT_FALSE(MatchesPattern("^abc*abc$", "abc"));
}
TEST(Suppressions, BadLinesAreNamed) {
  for (const auto& [text, line] :
       {std::pair{"race:x\nnonsense\n", "line 2"}, std::pair{"\n#c\nrat:x", "line 3"}, std::pair{"race: ", "line 1"}}) {
    const auto result = Suppressions::Parse(text, "file.supp");
    ASSERT_FALSE(result.has_value());
    EXPECT_NE(result.error().where().find(line), std::string::npos) << result.error().ToString();
    EXPECT_EQ(result.error().category(), ErrorCategory::kUsage);
  }
}
TEST(Suppressions, UnusedOnesAreListed) {
  auto suppressions = Suppressions::Parse("# c\n  race:Bump  \nrace:gone\r\nthread:leak\n", "t");
  ASSERT_TRUE(suppressions.has_value());
  EXPECT_TRUE(suppressions->Matches(Race()));
  EXPECT_EQ(suppressions->Unused(), (std::vector<std::string>{"race:gone (line 3)", "thread:leak (line 4)"}));
}

TEST(Fingerprints, DoNotDependOnLinesAddressesOrOrder) {
  const std::string a = Fingerprint({FindingKind::kRace, "at 0x1234, line 12", {"one", "two"}, false});
  EXPECT_EQ(a, Fingerprint({FindingKind::kRace, "at 0xffff, line 13", {"two", "one"}, false}));
  EXPECT_NE(a, Fingerprint({FindingKind::kRace, "at 0x1234, line 12", {"one", "three"}, false}));
  EXPECT_NE(a, Fingerprint({FindingKind::kDeadlock, "at 0x1234, line 12", {"one", "two"}, false}));
  EXPECT_NE(Fingerprint({FindingKind::kAssert, "", {"one", "two"}, true}),
            Fingerprint({FindingKind::kAssert, "", {"two", "one"}, true}));
  EXPECT_NE(Fingerprint({FindingKind::kAssert, "queue2", {}, true}), Fingerprint({FindingKind::kAssert, "queue3", {}, true}));
  EXPECT_EQ(a.size(), 12u);
}
TEST(Fingerprints, OfARaceIsTheSameInEitherOrder) {
  SiteNames names;
  RunText one, other;
  one.Threads(2).Write(1, 10, 0x1000).Read(2, 20, 0x1000);
  other.Threads(2).Read(2, 20, 0x1000).Write(1, 10, 0x1000);
  const auto id = [&](RunText& run) {
    RaceDetector detector;
    const Trace trace = run.Trace();
    detector.Analyse(trace);
    return RaceId(trace, detector.pairs()[0], names);
  };
  EXPECT_EQ(id(one), id(other));
}

TEST(Stacks, FromCallRecordsEvenAfterAnException) {
  const auto context = [](std::uint32_t parent, std::uint32_t site) { return (parent ^ site) * 0x01000193u + (parent >> 15); };
  const std::uint32_t outer = context(0x811c9dc5u, 1), lost = context(outer, 2), inner = context(outer, 3);
  RunText run;
  const auto call = [&](unsigned site, std::uint32_t ctx) {
    run.Point(0, abi::EventKind::kCall, site, 0, 0);
    run.last().ctx = ctx;
  };
  call(1, outer);
  call(2, lost);   // left by an exception: no return
  call(3, inner);
  run.Write(0, 9, 0x1000);
  run.last().ctx = inner;
  const Trace trace = run.Trace();
  EXPECT_EQ(CallStacks(trace).Of(trace.events[4]), (std::vector<std::uint32_t>{3, 1}));
}

}  // namespace
}  // namespace reweave::detect
