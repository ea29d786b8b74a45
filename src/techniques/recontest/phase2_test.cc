#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "techniques/recontest/candidates.h"
#include "techniques/recontest/testing/goldens.h"

namespace reweave::recontest {
namespace {

using ::testing::IsEmpty;
using Set = std::set<std::string>;

struct Outcome {
  Selection selection, plain;
  Set selected, feasible, infeasible, preexisting, remaining, all;
  std::map<std::string, int> by_pattern;
};

std::string Text(const Candidate& candidate, const History& run, const Script& script) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < candidate.length; ++i) names.push_back(script.NameOf(run.accesses[candidate.accesses[i]].site));
  if (candidate.length == 2) std::ranges::sort(names);
  std::string out = candidate.length == 2 ? "race" : "P" + std::to_string(candidate.pattern);
  for (const std::string& name : names) out += " " + name;
  return out;
}

template <typename Build>
Outcome Select(Build&& build, const Options& options = {}) {
  Script before(0x10000), after(0x9000040);
  build(before, false);
  build(after, true);
  TraceSource old_source(before.trace()), new_source(after.trace());
  Histories runs;
  Collect({old_source, before}, {new_source, after}, options, runs);
  const auto impact = FindImpact(runs, options);
  EXPECT_TRUE(impact.has_value());
  Outcome out;
  out.selection = FindCandidates(runs, *impact, options);
  out.plain = FindCandidates(runs, *impact, options, true);
  for (const Candidate& candidate : out.selection.candidates) {
    const std::string text = Text(candidate, runs.new_run, after);
    EXPECT_TRUE(out.selected.insert(text).second) << text;
    (candidate.feasible ? out.feasible : out.infeasible).insert(text);
    if (candidate.feasible) (candidate.preexisting ? out.preexisting : out.remaining).insert(text);
  }
  for (const Candidate& candidate : out.plain.candidates) {
    const std::string text = Text(candidate, runs.new_run, after);
    out.all.insert(text);
    ++out.by_pattern[text.substr(0, text.find(' '))];
  }
  EXPECT_EQ(out.plain.candidates.size(), out.selection.candidates_pta);
  EXPECT_EQ(out.plain.candidates_pta, out.selection.candidates_pta);
  return out;
}

TEST(G1, Candidates) {
  const Outcome outcome = Select(BuildG1);
  EXPECT_EQ(outcome.selection.candidates_pta, 29u);
  EXPECT_EQ(outcome.by_pattern,
            (std::map<std::string, int>{{"race", 13}, {"P4", 4}, {"P6", 4}, {"P8", 2}, {"P9", 2}, {"P10", 2}, {"P11", 2}}));
  EXPECT_EQ(outcome.selection.candidates.size(), 28u);
  EXPECT_FALSE(outcome.selected.contains("race x0 x4"));
  EXPECT_EQ(outcome.selection.feasible, 21u);
  EXPECT_EQ(outcome.feasible,
            (Set{"race if x1",     "race ret x1",    "race x1 x4",     "race if x0",   "race ret x0",  "race if x2",
                 "race ret x2",    "race if x3",     "race ret x3",    "P4 if x1 ret", "P4 if x0 ret", "P4 if x2 ret",
                 "P4 if x3 ret",   "P6 x1 if x0",    "P6 x1 ret x0",   "P6 x2 if x3",  "P6 x2 ret x3", "P8 x1 x4 x0",
                 "P9 x1 x4 y4 y0", "P9 x4 x1 y0 y4", "P10 x4 y0 x0 y4"}));
  EXPECT_EQ(outcome.infeasible, (Set{"race y0 y4", "race x2 x4", "race x3 x4", "P8 x2 x4 x3", "P10 y0 x4 y4 x0",
                                     "P11 y0 x4 x0 y4", "P11 x4 y0 y4 x0"}));
  EXPECT_EQ(outcome.preexisting, (Set{"race if x1", "race if x0", "race if x2", "race if x3", "P6 x1 if x0", "P6 x2 if x3"}));
  EXPECT_EQ(outcome.selection.remaining(), 15u);
}

TEST(G1, PaperModeKeepsWhatExisted) {
  const Outcome outcome = Select(BuildG1, Paper());
  EXPECT_EQ(outcome.selection.candidates.size(), 28u);
  EXPECT_EQ(outcome.selection.feasible, 21u);
  EXPECT_EQ(outcome.selection.preexisting, 0u);
}

Outcome G2(ReleaseMode mode) {
  Options options;
  options.release = mode;
  return Select([](Script& run, bool is_new) { BuildG2(run, is_new, false); }, options);
}

TEST(G2, SplitSectionIsFoundUnlessReleasesAreLocal) {
  for (const ReleaseMode mode : {ReleaseMode::kOr, ReleaseMode::kAnchored}) EXPECT_TRUE(G2(mode).remaining.contains("P6 a r b"));
  EXPECT_FALSE(G2(ReleaseMode::kLocal).selected.contains("P6 a r b"));
}

TEST(G3, LostOrderIsARace) {
  const Outcome outcome = Select(BuildG3);
  EXPECT_EQ(outcome.remaining, (Set{"race a b"}));
  Options options;
  options.order = OrderMode::kSequence;
  EXPECT_THAT(Select(BuildG3, options).selected, IsEmpty());
}

TEST(G6, NothingChangedNothingSelected) {
  const Outcome outcome = Select([](Script& run, bool) { BuildG7(run, false); });
  EXPECT_THAT(outcome.selected, IsEmpty());
  EXPECT_EQ(outcome.selection.candidates_pta, 50u);
}

TEST(G7, Reduction) {
  const Outcome outcome = Select(BuildG7);
  EXPECT_EQ(outcome.selection.candidates_pta, 50u);
  EXPECT_EQ(outcome.by_pattern, (std::map<std::string, int>{{"race", 30}, {"P7", 20}}));
  EXPECT_EQ(outcome.remaining, (Set{"race r13 w23", "race r23 w13", "race w13 w23", "P7 r13 w23 w13", "P7 r23 w13 w23"}));
  EXPECT_EQ(outcome.selected, outcome.remaining);
}

}  // namespace
}  // namespace reweave::recontest
