// The published results that ours are printed beside (docs/techniques/capp.md). Data of the paper, nothing measured here.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace reweave::inline evaluate::paper {

// The order of all columns.
inline constexpr std::array<std::string_view, 14> kHeuristics = {"CA",  "CS", "COA", "COS", "MA",  "MS", "MOA",
                                                                 "MOS", "LA", "LS",  "LOA", "LOS", "FA", "FS"};

struct Row {
  std::string_view subject;  // as our folders name it
  double basic = 0;          // transitions (stateful) or schedules (stateless)
  std::array<double, 14> speedup{};
};
const std::vector<Row>& Stateful();             // Table 2
const std::vector<Row>& Stateless();            // Table 3
std::array<double, 14> Means(bool stateful);    // as printed there

struct Size {                                   // Table 1, of the version with the fault
  std::string_view subject;
  unsigned threads = 0, classes = 0, methods = 0, lines = 0, points = 0;
};
const std::vector<Size>& Sizes();

struct Randomised {                             // Tables 6 and 7
  std::array<double, 14> p{}, a12{};
};
Randomised RandomOrder(bool stateful);

}  // namespace reweave::inline evaluate::paper
