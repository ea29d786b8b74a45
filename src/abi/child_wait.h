// Waits for child processes, which run in real time.
#pragma once

#include <cstdint>

namespace reweave::abi {

// ControlBlock::seen: a child had not ended when a thread waited for it or asked for it, and other threads could run.
constexpr std::uint32_t kSeenChildWait = 1u << 17;

}  // namespace reweave::abi
