// What Event::order says of a call on a descriptor or a file (kFdOp).
#pragma once

#include <cstdint>

namespace reweave::abi {

enum IoOrder : std::uint8_t {
  kIoOrders = 0,         // changes its object, and orders threads by it
  kIoLooks = 1,          // changes nothing
  kIoOrdersNothing = 2,  // changes its object, but keeps no thread from going on: a lock that belongs to the process, a flag
};

// Event::value2 of a signal that is taken or left while the thread waits for a descriptor: what it waits for is in Event::size,
// as for calls on descriptors.
constexpr std::uint64_t kInWaitForIo = 1;

}  // namespace reweave::abi
