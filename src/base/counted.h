// "1 test", "2 tests": numbers and their nouns agree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reweave {

// `many` is for nouns that do not only add an s: Counted(n, "branch", "branches").
inline std::string Counted(std::uint64_t n, std::string_view one, std::string_view many = {}) {
  std::string out = std::to_string(n) + " ";
  if (n == 1) return out += one;
  return many.empty() ? (out += one) += "s" : out += many;
}

}  // namespace reweave
