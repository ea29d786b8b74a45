// The published results of test selection for races that ours are printed beside (docs/techniques/simrt.md). Data of the paper,
// nothing measured here.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace reweave::inline evaluate::paper {

struct SelectionRow {
  std::string_view subject;  // as our folders name it
  std::string_view object;   // as the paper does
  int lines_old = 0, lines_new = 0, tests = 0;
  int potential = 0, real = 0;                         // Table 1
  int accesses = 0, impacted = 0, covered = 0;
  int found_all = 0, found_changed = 0, found_simrt = 0;  // Table 2: potential races of RTA, RTSC, SimRT; real ones are `real`
  std::array<double, 5> apfd_potential{};              // Table 3: SimRT_SP Rand_SP SimRT_AP ABC_AP Rand_AP
  std::optional<std::array<double, 5>> apfd_real;
};
const std::vector<SelectionRow>& Selection();  // in the paper's order, six small ones first

}  // namespace reweave::inline evaluate::paper
