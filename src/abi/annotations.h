// Numbers behind include/reweave/annotate.h: what a program can tell the runtime (event kind Annotate, value = kind).
#pragma once

#include <cstdint>

namespace reweave::abi {

enum class Annotation : std::uint32_t {
  kBenignRace = 1,   // address, size
  kIgnoreBegin,
  kIgnoreEnd,
  kLockCreate,       // custom lock: address
  kLockAcquire,
  kLockRelease,
  kAlloc,            // pool allocation: address, size
  kFree,
  kTask,             // identity of the task this thread works on from here
  kOutcome,          // value that belongs to the run's outcome
  kAtomicBegin,      // region meant to be atomic
  kAtomicEnd,
  kRewindPoint,      // take the rewind point here
  kHappensBefore,    // what the thread did so far is published at the address
  kHappensAfter,     // and what was published there is ordered before what comes
};

}  // namespace reweave::abi

extern "C" void __reweave_annotate(std::uint32_t kind, const void* address, std::uint64_t argument);
