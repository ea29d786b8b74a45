// Functions that a program finds by their names while it runs.
#pragma once

#include <string>

#include "techniques/simrt/slice.h"

namespace reweave::inline simrt {

// A function that asks the dynamic linker for a name or a library, where the change may have made another one of it; "" if none
// does.
std::string LookedUpByName(const FlowProgram& program, const ForwardSlice& slice);

}  // namespace reweave::inline simrt
