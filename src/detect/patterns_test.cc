#include "detect/patterns.h"

#include <gtest/gtest.h>

#include <set>

#include "detect/testing.h"

namespace reweave::detect {
namespace {

constexpr std::uint64_t kX = 0x1000, kY = 0x2000;

std::set<int> Covered(RunText& run) {
  PatternCoverage coverage;
  coverage.Analyse(run.Trace());
  std::set<int> out;
  for (const PatternInstance& p : coverage.fresh()) out.insert(p.pattern);
  return out;
}

// "Ra(x) Wb(x)": each template as a run of its own covers itself.
void AddSteps(RunText& run, const std::string& text) {
  unsigned site = 1;
  for (std::size_t i = 0; i + 4 < text.size() + 1 && i < text.size(); i += 6, ++site) {
    const unsigned tid = text[i + 1] == 'a' ? 1 : 2;
    const std::uint64_t at = text[i + 3] == 'x' ? kX : kY;
    if (text[i] == 'R') run.Read(tid, site, at);
    else run.Write(tid, site, at);
  }
}

TEST(Patterns, EachTemplateCoversItself) {
  for (std::uint8_t p = 1; p <= 17; ++p) {
    RunText run;
    run.Threads(2);
    AddSteps(run, PatternText(p));
    EXPECT_TRUE(Covered(run).contains(p)) << "P" << int(p) << " " << PatternText(p);
  }
}

TEST(Patterns, WriteInBetweenInterrupts) {
  RunText run;  // Ra Wb Wc Ra is no P4 of a and b
  run.Threads(3).Read(1, 1, kX).Write(2, 2, kX).Write(3, 3, kX).Read(1, 4, kX);
  const auto covered = Covered(run);
  EXPECT_FALSE(covered.contains(4));
  EXPECT_TRUE(covered.contains(3));
}
TEST(Patterns, ReadInBetweenDoesNot) {
  RunText run;
  run.Threads(3).Read(1, 1, kX).Read(3, 9, kX).Write(2, 2, kX).Read(3, 9, kX).Read(1, 4, kX);
  EXPECT_TRUE(Covered(run).contains(4));
}
TEST(Patterns, InterruptedPairOfVariables) {
  RunText run;  // P9 with another write to x before the last step
  run.Threads(3).Write(1, 1, kX).Write(2, 2, kX).Write(2, 3, kY).Write(3, 7, kX).Write(1, 4, kY);
  EXPECT_FALSE(Covered(run).contains(9));
}
// Main fills in what a thread reads, and reads what it left: creation and joining order that, and nothing is shared.
TEST(Patterns, WhatIsHandedOverHasNoPattern) {
  RunText run;
  run.Write(0, 1, kX).Create(0, 1).Begin(1, 0).Read(1, 2, kX).Write(1, 3, kX).End(1).Join(0, 1).Read(0, 4, kX).Write(0, 5, kX);
  PatternCoverage coverage;
  coverage.Analyse(run.Trace());
  EXPECT_EQ(coverage.patterns(), 0u);
  EXPECT_EQ(coverage.Possible().tc, 0u);
  EXPECT_TRUE(coverage.unserialisable().empty());
}
// A variable that is shared in the end is shared from the start: also what was ordered counts.
TEST(Patterns, WhatIsSharedInTheEndCountsFromTheStart) {
  RunText run;
  run.Write(0, 1, kX).Create(0, 1).Begin(1, 0).Read(1, 2, kX);
  PatternCoverage handed;
  handed.Analyse(run.Trace());
  EXPECT_EQ(handed.patterns(), 0u);
  PatternCoverage shared;
  shared.Analyse(run.Write(0, 3, kX).Trace());
  EXPECT_EQ(Covered(run), (std::set<int>{1, 2, 6}));  // Wm Rt, Rt Wm, Wm Rt Wm
  EXPECT_EQ(shared.Possible().tc, CountPossible({{1, 2}}).tc);
  ASSERT_EQ(shared.fresh().size(), 3u);
  EXPECT_EQ(shared.fresh()[0].pattern, 2);
}
TEST(Patterns, RmwFillsReadAndWriteSteps) {
  RunText run;
  run.Threads(2).Rmw(1, 1, kX, std::memory_order_seq_cst).Rmw(2, 2, kX, std::memory_order_seq_cst);
  EXPECT_EQ(Covered(run), (std::set<int>{1, 2, 3}));
}
TEST(Patterns, OverlapsAreCut) {
  RunText run;
  run.Threads(2).Write(1, 1, kX, 8).Read(2, 2, kX + 4, 4).Read(2, 3, kX, 1).Write(2, 4, kX + 4, 2).Read(1, 5, kX, 8);
  PatternCoverage coverage;
  coverage.Analyse(run.Trace());
  EXPECT_EQ(coverage.pairs(), 4u);  // 1-2, 1-3, 1-4, 4-5; the bytes of 1 that stay do not pair with 5
}

// The running example of the paper on PCR: i1 .. i8 of its Figure 1(b).
TEST(Patterns, G1) {
  RunText run;
  run.Threads(2);
  const std::pair<unsigned, unsigned> reads[] = {{1, 6}, {2, 19}, {1, 8}, {2, 20}, {1, 11}, {2, 22}, {2, 25}};
  for (const auto& [tid, site] : reads) run.Read(tid, site, kX, 8);
  run.Write(2, 26, kX, 8);
  PatternCoverage coverage;
  coverage.Analyse(run.Trace());
  EXPECT_EQ(coverage.patterns(), 3u);  // p1, p3, p5
  EXPECT_EQ(coverage.Total(), 86u);
  // Run 2: i2 i4 i6 i7 i1 i8 i3 covers p4 and p7.
  RunText second;
  second.Threads(2);
  for (const unsigned site : {19u, 20u, 22u, 25u}) second.Read(2, site, kX, 8);
  second.Read(1, 6, kX, 8).Write(2, 26, kX, 8).Read(1, 8, kX, 8);
  coverage.Analyse(second.Trace());
  EXPECT_EQ(coverage.fresh().size(), 2u);
  ASSERT_EQ(coverage.unserialisable().size(), 1u);
  EXPECT_EQ(coverage.unserialisable()[0].pattern, 4);
  EXPECT_EQ(coverage.patterns(), 5u);
}
TEST(Patterns, TwoVariablesTotal) {  // G2: 8 per variable + 9
  RunText run;
  run.Threads(2).Write(1, 1, kX).Write(1, 2, kY).Read(2, 3, kX).Read(2, 4, kY);
  PatternCoverage coverage;
  coverage.Analyse(run.Trace());
  EXPECT_EQ(coverage.Total(), 25u);
}
TEST(Patterns, AtomicRegion) {
  RunText run;
  run.Threads(2).Annotate(1, abi::Annotation::kAtomicBegin, 0).Read(1, 1, kX).Write(2, 2, kX).Write(1, 3, kX);
  run.Annotate(1, abi::Annotation::kAtomicEnd, 0).Read(1, 4, kY).Write(2, 5, kY).Write(1, 6, kY);
  PatternCoverage coverage;
  coverage.Analyse(run.Trace());
  ASSERT_EQ(coverage.broken_regions().size(), 1u);
  EXPECT_EQ(coverage.broken_regions()[0].pattern, 7);
  EXPECT_EQ(coverage.unserialisable().size(), 2u);
}

}  // namespace
}  // namespace reweave::detect
