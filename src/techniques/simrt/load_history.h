// Histories from the store as selection takes them: names become block numbers, tests that say too little are marked.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/modules.h"
#include "suite/test.h"
#include "techniques/simrt/selector.h"

namespace reweave::inline simrt {

struct LoadedHistories {
  std::vector<TestCoverage> tests;      // as the suite has them; a test without history is not `known`
  std::vector<std::string> unknown;     // histories of tests that the suite does not have (any more): left out
};

// With `all_blocks` every covered block gets a number; without, only those that `numbers` has already, so that a large suite
// stays small. A history whose module is not what is on disk now is an error that names functions that differ: no part of it is
// used.
Result<LoadedHistories> LoadHistories(Store& store, const std::vector<TestSpec>& tests, ModuleCache& modules,
                                      BlockNumbers& numbers, bool all_blocks);

// Ids of functions that are in one only or have another hash, at most `most`.
std::vector<std::string> DifferingFunctions(const BlockTable& a, const BlockTable& b, std::size_t most = 5);

}  // namespace reweave::inline simrt
