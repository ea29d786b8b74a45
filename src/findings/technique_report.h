// What a technique has to say about a search besides its findings.
//
// A strategy that follows a technique returns one of these from Strategy::report(). The renderers do not know the techniques:
// explore --json prints `values` as an object under `name`, the terminal prints `lines`, the HTML report shows `tables` and
// `charts`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace reweave::inline findings {

struct TechniqueReport {
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;  // an object of its own
  using Value = std::variant<std::uint64_t, double, bool, std::string, std::vector<std::string>, Counts>;

  struct Cell {
    std::string text;
    std::string file = {};  // a place in the source that the text speaks of
    unsigned line = 0;      // 0: none
  };
  struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows = {};
    std::uint64_t left_out = 0;  // rows that were too many
  };
  struct Chart {  // a line that grows
    std::string title, x, y;
    std::vector<std::pair<double, double>> points = {};
  };

  std::string name;                                        // "recontest"
  std::vector<std::pair<std::string, Value>> values = {};  // in the order in which they are printed
  std::vector<std::string> lines = {};                     // for people, each a sentence without its newline
  std::vector<std::string> caveats = {};  // what the search does not cover though it is exhausted, each a sentence
  std::vector<Table> tables = {};
  std::vector<Chart> charts = {};

  // 0 if there is no number of this name.
  std::uint64_t Number(std::string_view key) const {
    for (const auto& [known, value] : values)
      if (const auto* number = std::get_if<std::uint64_t>(&value); number != nullptr && known == key) return *number;
    return 0;
  }
};

}  // namespace reweave::inline findings
