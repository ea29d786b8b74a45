// How near a test is to the change, where nothing better is known: no history of it, no time to make one.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "facts/reader.h"

namespace reweave::inline check {

// A function from which calls lead to a changed one.
struct NearFunction {
  std::string name, file;  // as people read it
  unsigned calls = 0;      // between it and the change; 0 = it changed
};

// All of them, nearest first. Direct calls; virtual ones by their slot and calls through pointers by their signature, to whatever
// has it: rather too near than too far.
std::vector<NearFunction> FunctionsNear(const Facts& facts, const std::set<std::string>& changed_ids);

// The fewest calls from the test's own code: functions that are named after the test, else those of the file that has main.
// Nothing: no chain of calls is known.
std::optional<unsigned> NearnessOf(std::string_view test, const std::string& main_file, const std::vector<NearFunction>& near);

}  // namespace reweave::inline check
