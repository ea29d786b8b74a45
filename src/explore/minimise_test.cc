#include "explore/minimise.h"

#include <gtest/gtest.h>

#include "explore/search/testing/drive.h"

namespace reweave::inline explore {
namespace {

// Fails if thread 2's store comes between the two loads; ten more operations before make room for useless switches.
SimBody Reader() {
  return [](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc < 10) return SimOp{SimOp::kAdd, 5, 1};
    if (l.pc == 11) l.r[0] = l.last;
    if (l.pc < 12) return SimOp{SimOp::kLoad, 0};
    return l.pc == 12 && l.r[0] != l.last ? std::optional(SimOp{SimOp::kFail}) : std::nullopt;
  };
}
SimBody Writer() {
  std::vector<SimOp> ops(10, SimOp{SimOp::kAdd, 6, 1});
  ops.push_back({SimOp::kStore, 0, 1});
  ops.insert(ops.end(), 5, SimOp{SimOp::kAdd, 6, 1});
  return Straight(ops);
}

// A failing run with a switch at nearly every step.
Trace Zigzag(const Simulator& program, Plan& plan) {
  plan.segments = {{.tid = 0, .kind = {}, .reserved = 0, .until = 3, .site = 0, .reserved2 = 0}};
  for (std::uint32_t k = 2; k <= 12; ++k)
    for (const std::uint16_t tid : {1, 2})
      plan.segments.push_back({.tid = tid, .kind = {}, .reserved = 0, .until = k, .site = 0, .reserved2 = 0});
  plan.segments.push_back({.tid = 1, .kind = {}, .reserved = 0, .until = 13, .site = 0, .reserved2 = 0});
  plan.segments.push_back({.tid = 2, .kind = {}, .reserved = 0, .until = 14, .site = 0, .reserved2 = 0});
  return program.Run(plan);
}

TEST(Minimise, FindsTheOnePreemptionThatMatters) {
  const Simulator program({Reader(), Writer()});
  Plan plan;
  const Trace failing = Zigzag(program, plan);
  ASSERT_TRUE(failing.failed());
  ASSERT_GT(SizeOf(failing).preemptions, 15u);
  const auto replay = [&](const Plan& p) -> Result<Trace> { return program.Run(p); };
  const auto same = [](const Trace& trace) { return trace.end_kind() == abi::EndKind::kAssert; };
  const auto result = Minimise(failing, plan, replay, same);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->after.preemptions, 1u);
  EXPECT_TRUE(result->proven);
  EXPECT_LE(result->after.steps, SizeOf(failing).steps);
  EXPECT_TRUE(same(program.Run(result->plan))) << "the result must be a schedule that fails";
}

TEST(Minimise, StopsWhenTold) {
  const Simulator program({Reader(), Writer()});
  Plan plan;
  const Trace failing = Zigzag(program, plan);
  int left = 5;
  const MinimiseOptions options{.runs = 1000, .go_on = [&] { return left-- > 0; }};
  const auto result = Minimise(
      failing, plan, [&](const Plan& p) -> Result<Trace> { return program.Run(p); },
      [](const Trace& trace) { return trace.failed(); }, options);
  ASSERT_TRUE(result);
  EXPECT_LE(result->runs, 6u);
  EXPECT_TRUE(program.Run(result->plan).failed());
}

TEST(Minimise, RefusesWhatDoesNotHappenAgain) {
  const Simulator program({Reader(), Writer()});
  Plan plan;
  const Trace failing = Zigzag(program, plan);
  const auto result =
      Minimise(failing, plan, [&](const Plan& p) -> Result<Trace> { return program.Run(p); }, [](const Trace&) { return false; });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().category(), ErrorCategory::kDiverged);
}

}  // namespace
}  // namespace reweave::inline explore
