// Which steps of a run depend on each other: what each step touches, and how.
//
// Two steps of different threads are dependent iff they touch an object in common (for memory: a common byte) and one of them
// writes it. Synchronisation objects are objects like variables; an operation that changes nothing (a failed try-lock, a signal
// that nobody waits for) reads. Things that are not at an address have objects of their own: the start and end of a thread, being
// woken, a barrier's generation, the clock, what is behind a descriptor. Freeing a block writes all of it, and the end of a
// thread its stack and thread-local variables. The end of the process beside threads that nobody joined depends on every step of
// all others (kOfAll): what they would do after it does not happen. So does a fork, which copies the memory as it is. Sending a
// signal depends on every step of the thread that receives it (kOfThread).
//
// Blocking: a step that waits for an object (kWaits) cannot be moved before the step that made it ready (kReleases); what it
// competes with are earlier steps that took the object (kTakes). Posts of a semaphore commute: any of them may be the one that a
// wait needs.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_set>
#include <vector>

#include "explore/schedule/steps.h"
#include "trace/trace.h"

namespace reweave::inline search {

enum TouchRole : std::uint8_t { kNoRole = 0, kWaits = 1, kTakes = 2, kReleases = 4, kOfAll = 8, kOfThread = 16 };

struct Touch {
  std::uint64_t object = 0;  // address / 8, or one of the made-up objects
  std::uint8_t mask = 0xff;  // bytes of the eight
  bool write = false;
  std::uint8_t role = kNoRole;
  bool commutes = false;  // with others that say so: they add to a number that none of them looks at
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.object, self.mask, self.write, self.role, self.commutes);
  }
};

inline bool Conflict(const Touch& a, const Touch& b) {
  return a.object == b.object && (a.mask & b.mask) != 0 && (a.write || b.write) && !(a.commutes && b.commutes);
}
bool Conflict(const std::vector<Touch>& a, const std::vector<Touch>& b);
// Whether two steps are dependent, by what they touch and whose they are.
bool Dependent(std::uint16_t process_a, const std::vector<Touch>& a, std::uint16_t process_b, const std::vector<Touch>& b);
inline bool DependsOnAll(const std::vector<Touch>& touches) { return !touches.empty() && (touches.front().role & kOfAll) != 0; }
inline bool DependsOnThread(const std::vector<Touch>& touches) {
  return !touches.empty() && (touches.front().role & kOfThread) != 0;
}

// Turns events into touches. Keeps what is not in the event itself: who waits on what, who reads a lock. Processes (creation
// paths) instead of tids name threads, so that the same thread has the same objects in every run.
class TouchReader {
 public:
  // Appends what the events [first, last) of one thread touch: a scheduling point and what follows it up to the next.
  // process[tid] names threads; known objects decide what freeing a block has to touch.
  void Read(const std::vector<abi::Event>& events, std::size_t first, std::size_t last, const std::vector<std::uint16_t>& process,
            std::vector<Touch>& out);
  // What a blocked thread waits for, from its Pending record at the end of a run; `mutex` of a condition wait.
  static void ReadPending(const abi::Event& pending, std::uint64_t mutex, std::vector<Touch>& out);

  static std::uint64_t StartOf(std::uint16_t process) { return kMadeUp | 1ull << 32 | process; }
  static std::uint64_t EndOf(std::uint16_t process) { return kMadeUp | 2ull << 32 | process; }
  static std::uint64_t WakeOf(std::uint16_t process) { return kMadeUp | 3ull << 32 | process; }
  static std::uint64_t StepsOf(std::uint16_t process) { return kMadeUp | 8ull << 32 | process; }
  static constexpr std::uint64_t kMadeUp = 1ull << 62;
  static constexpr std::uint64_t kProcess = kMadeUp | 7ull << 32;  // of the steps that depend on all others
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.known_, self.on_stacks_);
  }

 private:
  static constexpr std::uint64_t kClock = kMadeUp | 4ull << 32, kInputOutput = kMadeUp | 5ull << 32,
                                 kDescriptorNumbers = kMadeUp | 9ull << 32;
  void Memory(std::uint64_t address, std::uint64_t size, bool write, std::vector<Touch>& out);
  void Know(std::uint64_t address);
  void Freed(const abi::Event& event, std::vector<Touch>& out);
  void StackGone(std::uint64_t slot, std::vector<Touch>& out);
  void ReadOne(const abi::Event& event, const std::vector<std::uint16_t>& process, std::vector<Touch>& out);

  // Memory objects touched in any run so far, by whoever reads the runs of one search.
  std::shared_ptr<std::unordered_set<std::uint64_t>> known_ = std::make_shared<std::unordered_set<std::uint64_t>>();
  // Those of them that go with a thread.
  std::shared_ptr<std::unordered_set<std::uint64_t>> on_stacks_ = std::make_shared<std::unordered_set<std::uint64_t>>();
};

}  // namespace reweave::inline search
