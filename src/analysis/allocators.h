// Functions of the program that give memory which they have just allocated: xmalloc, and what C projects have instead of it.
#pragma once

#include <vector>

#include "analysis/flow_program.h"

namespace reweave::inline analysis {

// By function. All that such a function returns is memory from an allocation, from another such function or through a pointer
// (a table of allocators), or null. What each call of it allocates is told apart from what its other calls do; else all memory of
// a project would be one object.
std::vector<bool> Allocators(const FlowProgram& program);

}  // namespace reweave::inline analysis
