// Adding a value to a hash. Not for files: what is kept says which hash it has.
#pragma once

#include <cstdint>

namespace reweave {

// One multiplication: for keys that are made by the million.
constexpr std::uint64_t QuickMix(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}

// Every bit of `v` reaches every bit of the result: where a hash stands for what it was made of.
constexpr std::uint64_t StrongMix(std::uint64_t h, std::uint64_t v) {
  h ^= v * 0x9e3779b97f4a7c15ull;
  h ^= h >> 29;
  return h * 0xbf58476d1ce4e5b9ull ^ (h >> 32);
}

}  // namespace reweave
