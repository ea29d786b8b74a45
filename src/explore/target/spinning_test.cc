#include "abi/spinning.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace reweave::inline target {
namespace {

using abi::Spinning;

// How often it was looked before giving up.
std::uint32_t LooksInVain(Spinning& spinning, std::uint32_t most) {
  std::uint32_t looks = 0;
  EXPECT_FALSE(spinning.Until(most, [&] { return ++looks, false; }));
  return looks - 1;  // the last look is not followed by a pause
}

TEST(Spinning, EndsAsSoonAsItIsThere) {
  Spinning spinning;
  std::uint32_t looks = 0;
  EXPECT_TRUE(spinning.Until(100, [&] { return ++looks == 7; }));
  EXPECT_EQ(looks, 7u);
}

TEST(Spinning, InVainItBecomesShorterAndIsTriedAgain) {
  Spinning spinning;
  std::uint32_t all = 0, longest = 0;
  EXPECT_EQ(LooksInVain(spinning, 1024), 1024u);
  for (int i = 0; i < 160; ++i) {
    const std::uint32_t looks = LooksInVain(spinning, 1024);
    all += looks, longest = std::max(longest, looks);
  }
  EXPECT_LT(all, 160 * 1024 / 8u) << "a busy machine is left to others";
  EXPECT_EQ(longest, 1024u) << "whether it pays again is found out";
}

TEST(Spinning, OnceItPaysItIsLongAgain) {
  Spinning spinning;
  for (int i = 0; i < 16; ++i) LooksInVain(spinning, 1024);
  int looks = 0;
  EXPECT_TRUE(spinning.Until(1024, [&] { return ++looks > 900; }));  // the one in 16 that is long
  EXPECT_EQ(LooksInVain(spinning, 1024), 1024u);
}

}  // namespace
}  // namespace reweave::inline target
