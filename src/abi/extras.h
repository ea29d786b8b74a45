// The second page of the memory between explorer and runtime (control.h has the first): what few need, in a file that few
// include. Both sides agree that it is there if `magic` is.
#pragma once

#include <atomic>
#include <cstdint>

#include "abi/control.h"

namespace reweave::abi {

constexpr std::uint64_t kExtrasOffset = 4096, kExtrasMagic = 0x31545845'45574552ull;  // "REWEEXT1"

// A child process that the program made before it had a second thread. It runs by itself; its slot says what it did.
struct Child {
  std::atomic<std::uint32_t> threads;  // ChildThreads
  std::atomic<std::uint32_t> ended;    // 1 + the status that the program was given by wait; 0 = it did not wait
};
enum ChildThreads : std::uint32_t { kNoThreads = 0, kHasThreads = 1, kGrandchildHasThreads = 2 };
constexpr std::uint32_t kMostChildren = 32;  // later ones are counted, no more

// A byte of the list of marked call sites (ControlBlock::marks_offset).
enum CallMark : std::uint8_t { kMarkCounts = 1, kMarkGathers = 2 };
constexpr std::uint32_t kMostMarkSteps = 64, kNeverGathers = ~0u;
constexpr std::uint32_t kWindowRest = 10;

struct Extras {
  std::uint64_t magic;

  // explorer, before start
  std::uint32_t follow;  // the program's fork of this number (from 1) returns as in the child: that is what is explored; 0 = none
  // 0, or: so many points after the start of a run the tail policy is kStay, and after kWindowRest times as many the run ends as
  // kPass with value2 = 1: what comes after was not run.
  std::uint32_t window;
  // The rewind point: 0 = the first thread's creation, else the scheduling point of this number after it, all before it by kStay
  // with points at synchronisation only.
  std::uint64_t start_at;
  // In its place: the gathering of this number. A thread that is about to make a call that is marked with kMarkGathers waits
  // there until nobody else can go on. If there are two or more then, that is a gathering. kNeverGathers: the run has no rewind
  // point, it is made to its end to see how many there are.
  std::uint32_t gather;

  // runtime
  std::atomic<std::uint32_t> forks;  // made before the first thread
  Child children[kMostChildren];  // of these forks
  // Where the run first comes to a call site with kMarkGathers, and every so often after that, in steps. When the list is full,
  // every other entry goes and the distance doubles.
  std::atomic<std::uint32_t> mark_count;
  std::uint64_t mark_steps[kMostMarkSteps];
  std::atomic<std::uint32_t> gathered;
};

inline Extras& ExtrasOf(ControlBlock& block) {
  return *reinterpret_cast<Extras*>(reinterpret_cast<char*>(&block) + kExtrasOffset);
}
static_assert(sizeof(ControlBlock) <= kExtrasOffset && sizeof(Extras) <= 4096);

}  // namespace reweave::abi
