// How much a semaphore counts: beside meaning.h, for those who match waits with posts.
#pragma once

#include <cstdint>

#include "abi/event.h"

namespace reweave::inline trace {

// What the semaphore counts after the event; 0 for other events.
constexpr std::int64_t SemaphoreCount(const abi::Event& event) {
  if (event.kind == abi::EventKind::kSemPost) return static_cast<std::int64_t>(event.value);
  return event.kind == abi::EventKind::kSemWait ? static_cast<std::int64_t>(event.value2) : 0;
}

}  // namespace reweave::inline trace
