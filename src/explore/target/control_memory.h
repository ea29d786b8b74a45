// The explorer's side of the shared memory of abi/control.h: makes it, publishes plans, takes records. One thread.
//
// The same memory serves one process after the other (exec isolation starts many): Reset before each start, and only when the
// former process is dead.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "abi/control.h"
#include "base/file.h"
#include "base/result.h"
#include "trace/event_list.h"

namespace reweave::inline target {

struct ControlSizes {
  std::uint64_t plan_bytes = 4u << 20;
  std::uint64_t trace_slots = 1u << 16;  // records of 48 bytes. 3 MB: more would not stay in the cache, longer runs stream
  std::uint64_t shared_slots = 1u << 16;
  std::uint64_t marks = 0;              // call sites of the program
};

class ControlMemory {
 public:
  static Result<std::unique_ptr<ControlMemory>> Create(const ControlSizes& sizes);
  ~ControlMemory();
  ControlMemory(const ControlMemory&) = delete;
  ControlMemory& operator=(const ControlMemory&) = delete;

  int fd() const { return fd_.get(); }
  abi::ControlBlock& block() { return *block_; }
  const abi::ControlBlock& block() const { return *block_; }

  // All fields as before the first start; settings (isolation, limits, ...) are zero and to be filled in. Only the list of
  // shared locations stays: what one process found out helps the next.
  void Reset();

  // Which call sites are marked, by number; at most ControlSizes::marks. Before the start.
  void SetMarks(std::string_view marks);

  // False: no room now, try again after the runtime took a plan. `fits` tells whether it ever could.
  bool Publish(std::string_view plan);
  bool fits(std::string_view plan) const { return plan.size() + sizeof(abi::PlanHeader) <= sizes_.plan_bytes / 2; }

  // Appends records up to and including the first RunEnd or, if there is none yet, all there are. Events beyond `keep` records
  // are dropped (meta records stay) and `dropped` is set. True if a RunEnd was taken.
  bool TakeUntilRunEnd(EventList& out, std::size_t keep, bool& dropped);
  bool has_records() const;
  // False: the tested program wrote over the control block. Nothing read from it can be trusted; the process must go.
  bool sane() const;

  // Waits until there are records, the time is over, or a signal came. Spins `spin` times first. `all`: rather sleeps until
  // every published plan was run (or the ring is half full).
  void WaitRecords(std::uint32_t spin, std::chrono::nanoseconds longest, bool all = false);

  // The list of shared locations. Adding is safe only while no run is in progress: the runtime appends to the same list.
  std::vector<abi::SharedSlot> Shared(std::uint64_t from = 0) const;
  bool AddShared(const abi::SharedSlot& slot);

 private:
  ControlMemory() = default;
  std::uint64_t ring_units() const { return sizes_.trace_slots * abi::kEventUnits; }
  void WakeRuntime();

  // What we wrote last: the copies in shared memory are the program's to damage.
  std::uint64_t plan_head_ = 0, trace_tail_ = 0;

  Fd fd_;
  ControlSizes sizes_;
  std::uint64_t bytes_ = 0, shared_offset_ = 0, marks_offset_ = 0;
  abi::ControlBlock* block_ = nullptr;
  char* plans_ = nullptr;
  abi::Unit* units_ = nullptr;
};

}  // namespace reweave::inline target
