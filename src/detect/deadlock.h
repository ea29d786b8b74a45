// Why nobody can run: the wait-for graph at the end of a run that ended in a deadlock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace reweave::detect {

constexpr std::uint32_t kBeforeRun = ~0u;  // the event is in the preamble

struct Holding {
  std::uint64_t lock = 0;
  std::uint16_t tid = 0;
  bool shared = false;
  std::uint32_t event = kBeforeRun;  // that took it
  std::uint32_t site = 0, caller = 0;
};

struct BlockedThread {
  std::uint16_t tid = 0;
  abi::EventKind kind{};             // what it waits in; a condition wait that only lacks its mutex waits in kLock
  std::uint64_t object = 0;
  std::uint32_t site = 0, caller = 0;
  std::vector<std::uint16_t> waits_for;  // threads of which one must act; empty: whoever could is not known
};

struct Deadlock {
  // "lock cycle", "join cycle", "once cycle"; "abandoned lock" (its holder has ended); "lost wakeup" (the condition was
  // signalled when nobody waited, between the last look and the wait: MissedSignal), "condition hang" (it was not),
  // "semaphore", "barrier", "futex", "io", "join"
  std::string subkind;
  std::vector<BlockedThread> blocked;  // by tid
  std::vector<std::uint16_t> cycle;    // each waits for the next, the last for the first; empty: there is none
  std::vector<Holding> holdings;       // of locks that somebody waits for
};

// The notification that a wait on a condition variable missed: it found nobody, and came after the waiter last looked at memory
// that threads share and before it began to wait. If the condition has several variables, it may come after the look at one that
// somebody then changed and before the look at the next. A waiter that does not look misses every notification before its wait.
std::optional<std::uint32_t> MissedSignal(const Trace& trace, std::uint32_t wait_begin);

// The run must have ended with EndKind::kDeadlock.
Deadlock AnalyseDeadlock(const Trace& trace);

}  // namespace reweave::detect
