// Limits that the runtime keeps and the command line checks before it.
#pragma once

#include <cstdint>

namespace reweave::abi {

// Parked threads that the runtime has room for beside the program's first one.
constexpr std::uint32_t kMostPoolThreads = 511;

}  // namespace reweave::abi
