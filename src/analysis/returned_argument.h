// Library functions that give one of their arguments back: x.append(y) is x, whatever it is called for elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/flow_program.h"

namespace reweave::inline analysis {

// By function: number of the argument, from 1; 0: none, or not a library function.
std::vector<std::uint32_t> ReturnedArguments(const FlowProgram& program);

}  // namespace reweave::inline analysis
