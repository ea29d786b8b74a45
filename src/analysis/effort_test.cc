#include "analysis/effort.h"

#include <gtest/gtest.h>

namespace reweave::inline analysis {
namespace {

bool EndsWithin(int turns) {
  try {
    for (int i = 0; i < turns; ++i) Effort::Turn();
    return false;
  } catch (const Effort::Spent&) {
    return true;
  }
}

TEST(Effort, LoopsTurnForeverWithoutOne) { EXPECT_FALSE(EndsWithin(100'000)); }

TEST(Effort, TimeEndsThem) {
  {
    const Effort effort({.time = std::chrono::seconds(0), .memory = UINT64_MAX});
    EXPECT_TRUE(EndsWithin(1'000));
  }
  EXPECT_FALSE(EndsWithin(100'000));  // it is over with the effort
  const Effort effort({.time = std::chrono::hours(1), .memory = UINT64_MAX});
  EXPECT_FALSE(EndsWithin(100'000));
}

TEST(Effort, ItsEndOnTheClockEndsThem) {
  const Effort effort({.time = std::chrono::hours(1), .memory = UINT64_MAX, .end = std::chrono::steady_clock::now()});
  EXPECT_TRUE(EndsWithin(1'000));
}

TEST(Effort, MemoryEndsThem) {
  const Effort effort({.time = std::chrono::hours(1), .memory = 1});
  EXPECT_TRUE(EndsWithin(100'000));
}

}  // namespace
}  // namespace reweave::inline analysis
