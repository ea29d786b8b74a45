// Seeded randomness that gives the same numbers on every machine and library version (std:: distributions do not).
#pragma once

#include <cstdint>

namespace reweave {

// One step of splitmix64: also a good mixer of two numbers (seed ^ index).
constexpr std::uint64_t SplitMix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// xoshiro256**.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) {
    for (auto& word : s_) word = SplitMix(seed);
  }

  constexpr std::uint64_t Next() {
    const std::uint64_t result = Rotate(s_[1] * 5, 7) * 9;
    const std::uint64_t t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = Rotate(s_[3], 45);
    return result;
  }

  // Uniform in [0, bound); bound > 0. The bias of the multiplication is below 2^-32 for the bounds used here.
  constexpr std::uint64_t Below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(Next()) * bound) >> 64);
  }

  // For saving.
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.s_[0], self.s_[1], self.s_[2], self.s_[3]);
  }

 private:
  static constexpr std::uint64_t Rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t s_[4] = {};
};

}  // namespace reweave
