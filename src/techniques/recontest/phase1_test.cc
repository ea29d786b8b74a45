#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "techniques/recontest/impact.h"
#include "techniques/recontest/testing/goldens.h"

namespace reweave::recontest {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Outcome {
  Histories runs;
  Impact impact;
  std::map<std::string, std::string> verdicts;  // statement (with #k for later instances) -> reason, impacted ones only
  std::vector<std::string> all;
};

template <typename Build>
Outcome Compare(Build&& build, const Options& options = {}) {
  Script before(0x10000), after(0x9000040);
  build(before, false);
  build(after, true);
  TraceSource old_source(before.trace()), new_source(after.trace());
  Outcome out;
  Collect({old_source, before}, {new_source, after}, options, out.runs);
  auto impact = FindImpact(out.runs, options);
  EXPECT_TRUE(impact.has_value());
  out.impact = std::move(*impact);
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < out.runs.new_run.accesses.size(); ++i) {
    std::string name = after.NameOf(out.runs.new_run.accesses[i].site);
    if (const int k = ++seen[name]; k > 1) name += "#" + std::to_string(k);
    out.all.push_back(name);
    if (out.impact.reasons[i] != 0) out.verdicts[name] = ReasonText(out.impact.reasons[i]);
  }
  return out;
}

std::set<std::string> Keys(const Outcome& outcome) {
  std::set<std::string> out;
  for (const auto& [name, reason] : outcome.verdicts) out.insert(name);
  return out;
}

using Verdicts = std::map<std::string, std::string>;
const Verdicts kG1 = {{"x1", "locks"},   {"+z0", "new statement"}, {"x2", "order"},
                      {"x3", "order"},   {"if", "locks"},          {"ret", "new instance of an old statement"},
                      {"y4", "releases"}};

TEST(G1, DefaultAndPaperModes) {
  const Outcome outcome = Compare(BuildG1);
  EXPECT_THAT(outcome.all, ElementsAre("x1", "y0", "x0", "+z0", "x2", "x3", "if", "ret", "x4", "y4"));
  EXPECT_EQ(outcome.runs.old_run.accesses.size(), 8u);
  EXPECT_EQ(outcome.verdicts, kG1);
  EXPECT_EQ(outcome.impact.fresh, 2u);
  EXPECT_EQ(outcome.impact.changed, 5u);
  EXPECT_EQ(Compare(BuildG1, Paper()).verdicts, kG1);
}

TEST(G1, EveryReleaseModeAndOrderMode) {
  for (const ReleaseMode release : {ReleaseMode::kLocal, ReleaseMode::kOr, ReleaseMode::kAnchored})
    for (const OrderMode order : {OrderMode::kSequence, OrderMode::kFrontier, OrderMode::kBoth}) {
      Options options;
      options.release = release, options.order = order;
      Verdicts expected = kG1;
      if (order == OrderMode::kFrontier) expected.erase("x2"), expected.erase("x3");
      EXPECT_EQ(Compare(BuildG1, options).verdicts, expected);
    }
}

TEST(G1, LocalReleaseFlags) {
  const Outcome outcome = Compare(BuildG1);
  const auto flags = [](const History& run) {
    std::string out;
    for (const Access& access : run.accesses) out += run.StateOf(access).count == 0 ? '-' : access.released != 0 ? 't' : 'f';
    return out;
  };
  EXPECT_EQ(flags(outcome.runs.new_run), "-ffftfffft");
  EXPECT_EQ(flags(outcome.runs.old_run), "ffftffff");
}

std::set<std::string> G2(ReleaseMode mode, bool before) {
  Options options;
  options.release = mode;
  return Keys(Compare([before](Script& run, bool is_new) { BuildG2(run, is_new, before); }, options));
}

TEST(G2, LockReleaseHistory) {
  using S = std::set<std::string>;
  EXPECT_EQ(G2(ReleaseMode::kLocal, false), (S{"c"}));
  EXPECT_EQ(G2(ReleaseMode::kOr, false), (S{"b", "c"}));
  EXPECT_EQ(G2(ReleaseMode::kAnchored, false), (S{"b", "c"}));
  EXPECT_EQ(G2(ReleaseMode::kLocal, true), (S{"c"}));
  EXPECT_EQ(G2(ReleaseMode::kOr, true), (S{}));
  EXPECT_EQ(G2(ReleaseMode::kAnchored, true), (S{"b", "c"}));
}

TEST(G3, IndirectOrder) {
  EXPECT_EQ(Compare(BuildG3).verdicts, (Verdicts{{"b", "order"}}));
  Options options;
  options.order = OrderMode::kSequence;
  EXPECT_THAT(Compare(BuildG3, options).verdicts, IsEmpty());
}

TEST(G4, Loops) {
  EXPECT_EQ(Compare(BuildG4).verdicts, (Verdicts{{"w#3", "new instance of an old statement"}}));
  Options options;
  options.loop_counters = false;
  EXPECT_EQ(Compare(BuildG4, options).verdicts, (Verdicts{{"w#3", "locks"}, {"w#5", "new instance of an old statement"}}));
}

TEST(G5, CreationOrder) { EXPECT_EQ(Keys(Compare(BuildG5)), (std::set<std::string>{"after", "after y"})); }

TEST(G6, SameProgramAtOtherAddresses) {
  const auto unchanged = [](auto build) { return Compare([build](Script& run, bool) { build(run, true); }); };
  for (const Outcome& outcome : {Compare([](Script& run, bool) { BuildG1(run, false); }), unchanged(BuildG3), unchanged(BuildG4),
                                 unchanged(BuildG5), unchanged(BuildG7)}) {
    EXPECT_THAT(outcome.verdicts, IsEmpty());
    EXPECT_EQ(outcome.impact.aligned, outcome.all.size());
  }
}

TEST(G6, MemberAddedInFront) {
  const auto build = [](Script& run, bool is_new) {
    run.Object("obj", is_new ? std::vector<std::string>{"added", "x", "m"} : std::vector<std::string>{"x", "m"});
    run.Describe("lock").label = NameOf("obj.m");
    run.Create(0, 1, "t1").Begin(1);
    for (unsigned t = 0; t < 2; ++t) {
      run.Lock(t, "obj.m").last().site = run.SiteOf("lock");
      run.Write(t, "w" + std::to_string(t), "obj.x").Unlock(t, "obj.m").last().site = run.SiteOf("lock");
    }
    run.End(1).Join(0, 1).Finish();
  };
  EXPECT_THAT(Compare(build).verdicts, IsEmpty());
}

TEST(G7, OneLockDropped) {
  const Outcome outcome = Compare(BuildG7);
  EXPECT_EQ(outcome.all.size(), 40u);
  EXPECT_EQ(outcome.verdicts, (Verdicts{{"r13", "locks"}, {"w13", "locks"}}));
}

TEST(G8, SharednessOfBothRuns) {
  const Outcome outcome = Compare(BuildG8);
  EXPECT_THAT(outcome.all, ElementsAre("init a", "init b", "+use"));
  EXPECT_EQ(outcome.verdicts, (Verdicts{{"+use", "new statement"}}));
}

}  // namespace
}  // namespace reweave::recontest
