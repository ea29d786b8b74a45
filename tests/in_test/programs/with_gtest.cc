#include <gtest/gtest.h>
#include <reweave/test.h>

#include <cassert>

#include "bodies.h"

TEST(Before, StartsAThreadOfItsOwn) { std::thread([] {}).join(); }

TEST(Counter, Locked) {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(true);
    ASSERT_EQ(counter.value, 2);
  });
}
TEST(Counter, Expects) {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(false);
    EXPECT_EQ(counter.value, 2);
  });
}
TEST(Counter, Asserts) {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(false);
    assert(counter.value == 2);
  });
}
TEST(Counter, Throws) {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(false);
    if (counter.value != 2) throw std::runtime_error("lost");
  });
}
// The second call only; the first passes. The loop comes to the same place three times, the third fails.
TEST(Calls, SecondFails) {
  reweave::explore([] { Counter().AddTwice(true); });
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(false);
    EXPECT_EQ(counter.value, 2);
  });
}
TEST(Calls, ThirdRoundFails) {
  for (int i = 0; i < 3; ++i)
    reweave::explore([i] {
      Counter counter;
      counter.AddTwice(i < 2);
      EXPECT_EQ(counter.value, 2);
    });
}
class Numbers : public testing::TestWithParam<int> {};
TEST_P(Numbers, Parametrised) {
  const bool locked = GetParam() == 0;
  reweave::explore([locked] {
    Counter counter;
    counter.AddTwice(locked);
    EXPECT_EQ(counter.value, 2);
  });
}
INSTANTIATE_TEST_SUITE_P(All, Numbers, testing::Values(0, 1));
TEST(Option, SaysThatItFailed) {
  int bad = 0;
  reweave::Options options;
  options.failed = [&] { return bad > 0; };
  reweave::explore([&] {
    Counter counter;
    counter.AddTwice(false);
    bad = counter.value != 2;
  }, options);
}
