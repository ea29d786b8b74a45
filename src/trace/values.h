// What an access read and what it wrote, where the runtime knows it.
#pragma once

#include <cstdint>

#include "abi/event.h"

namespace reweave::inline trace {

constexpr bool HasValue(const abi::Event& event) { return (event.flags & abi::kNoValue) == 0; }
constexpr std::uint64_t ValueRead(const abi::Event& event) { return event.value; }
constexpr std::uint64_t ValueWritten(const abi::Event& event) {
  return event.kind == abi::EventKind::kAtomicRmw ? event.value2 : event.value;
}

}  // namespace reweave::inline trace
