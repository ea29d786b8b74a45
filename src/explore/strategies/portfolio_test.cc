#include <gtest/gtest.h>

#include "explore/search/testing/drive.h"

namespace reweave::inline strategies {
namespace {

// The bug needs thread 2's store between two loads of thread 1.
std::vector<SimBody> Torn() {
  return {[](SimLocals& l) -> std::optional<SimOp> {
            if (l.pc == 1) l.r[0] = l.last;
            if (l.pc < 2) return SimOp{SimOp::kLoad, 0};
            return l.pc == 2 && l.r[0] != l.last ? std::optional(SimOp{SimOp::kFail}) : std::nullopt;
          },
          Straight({{SimOp::kStore, 0, 1}})};
}

TEST(Rf, ReachesTheOrderThatWasNotSeen) {
  const DriveResult rf = DriveNamed("rf", Simulator(Torn()), {}, 20);
  EXPECT_GT(rf.failures, 0u);
  EXPECT_FALSE(rf.exhausted);
}

TEST(Auto, EndsWhenEverythingIsCovered) {
  const Simulator program(Torn());
  const DriveResult result = DriveNamed("auto", program, {}, 5000);
  EXPECT_TRUE(result.exhausted);
  EXPECT_GT(result.failures, 0u);
  EXPECT_LT(result.runs, 1000u);
}

}  // namespace
}  // namespace reweave::inline strategies
