// What an event says besides its meaning for others (trace/meaning.h): counts of semaphores, and whether a futex wait only
// begins.
#pragma once

#include <cerrno>
#include <cstdint>

#include "abi/event.h"

namespace reweave::inline trace {

struct SemaphoreUse {
  std::uint64_t count = 0;  // after it
  bool tries = false;       // does not wait, whatever the count is
};
constexpr SemaphoreUse SemaphoreUseOf(const abi::Event& event) {
  if (event.kind == abi::EventKind::kSemPost) return {.count = event.value};
  return {.count = event.value2, .tries = event.size == 1};
}

// The thread begins to wait; whether it was woken says a later event.
constexpr bool BeginsFutexWait(const abi::Event& event) {
  return event.kind == abi::EventKind::kFutexWait && event.value == EINPROGRESS;
}

}  // namespace reweave::inline trace
