// The order of chosen tests: each time the one that comes to most of the change that no test before it comes to.
#pragma once

#include <cstddef>
#include <vector>

#include "check/selection.h"

namespace reweave::inline check {

// Tests whose targets are not known (none) come after those that add something and before those that add nothing; within each,
// the first test of a command line before others of the same one, then by weight, then by row. Sets `adds`. Targets are numbers
// below `targets`.
void OrderByAddition(std::vector<ChosenTest>& tests, std::size_t targets);

}  // namespace reweave::inline check
