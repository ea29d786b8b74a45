// pthread_cancel in a trace: a signal of its own kind.
#pragma once

#include <cstdint>

namespace reweave::abi {

// In place of the number of a signal: pthread_cancel (SendSignal: value2), and a thread that leaves by it (SignalHandler: value).
constexpr std::uint64_t kCancellation = 65;

// Beside the bits of Seen (abi/control.h): a thread could be cancelled at any instruction.
constexpr std::uint32_t kSeenAsyncCancel = 1u << 16;

}  // namespace reweave::abi
