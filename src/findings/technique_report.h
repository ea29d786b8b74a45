// What a technique has to say about a search besides its findings.
//
// A strategy that follows a technique returns one of these from Strategy::report(). The renderers do not know the techniques:
// explore --json prints `values` as an object under `name`, the terminal prints `lines`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace reweave {

struct TechniqueReport {
  using Value = std::variant<std::uint64_t, double, bool, std::string, std::vector<std::string>>;

  std::string name;                                    // "recontest"
  std::vector<std::pair<std::string, Value>> values = {};  // in the order in which they are printed
  std::vector<std::string> lines = {};                 // for people, each a sentence without its newline

  // 0 if there is no number of this name.
  std::uint64_t Number(std::string_view key) const {
    for (const auto& [known, value] : values)
      if (const auto* number = std::get_if<std::uint64_t>(&value); number != nullptr && known == key) return *number;
    return 0;
  }
};

}  // namespace reweave
