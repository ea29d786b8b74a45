// Happens-before of one run, from its events in order, with the memory orders that the program wrote.
//
// Edges: program order; create to begin, end to join; unlock to lock (read-write locks: readers are not ordered with readers);
// signal and broadcast to the waits they woke; post to wait of a semaphore; barrier arrivals to its departures; the end of a
// once-initialiser to all who return from it; futex wake to wait; a write to a descriptor to later reads of any descriptor;
// everything to the return of epoll_wait or of a futex wait that found its word changed (what was published went unseen);
// the end of a detached thread to the thread that gets its stack. Atomics as C++20 has them: a release store or release
// fence + store is synchronised with by an acquire that reads it or a later read-modify-write of its release sequence (a
// relaxed store ends the sequence, also by the same thread); relaxed alone orders nothing; seq_cst orders as acq_rel does.
// Under a fork of the order, soft(), lock hand-over does not count: what two schedules may do differently
// (docs/techniques/simrt.md).
//
// Use, per event:  Before(e)  [look at the clocks: the access itself is here]  After(e).  Plain accesses may skip both.
// A clock stamp (thread, now) taken between the two stays comparable for the whole run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "abi/annotations.h"
#include "detect/address_map.h"
#include "detect/clocks.h"
#include "detect/locksets.h"
#include "trace/trace.h"

namespace reweave::detect {

class HappensBefore {
 public:
  // A new run. Locks that main took before the rewind point and has not released are held.
  void Start(const Trace& trace);
  // Acquiring and releasing halves of an event; meta records may be passed to Before.
  void Before(const abi::Event& event);
  void After(const abi::Event& event);
  // A plain write ends what atomics published there.
  void PlainWrite(std::uint64_t address, std::uint32_t size);

  Time now(std::uint16_t tid) const { return own_.strong(tid)[tid]; }
  // Everything that thread `of` did up to its stamp `at` is ordered before what `tid` does now.
  bool Ordered(std::uint16_t of, Time at, std::uint16_t tid) const { return own_.strong(tid)[of] >= at; }
  bool SoftlyOrdered(std::uint16_t of, Time at, std::uint16_t tid) const { return own_.soft(tid)[of] >= at; }
  const Time* strong(std::uint16_t tid) const { return own_.strong(tid); }
  const Time* soft(std::uint16_t tid) const { return own_.soft(tid); }
  std::uint32_t threads() const { return live_; }

  std::uint32_t lockset(std::uint16_t tid) const { return threads_[tid].lockset; }
  const LockSets& locksets() const { return locksets_; }
  bool ignores(std::uint16_t tid) const { return threads_[tid].ignore != 0; }
  void NeedThread(std::uint16_t tid) {
    if (tid >= live_) AddThreads(tid);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Held {
    std::uint64_t lock;
    LockMode mode;
    std::uint32_t depth;
  };
  struct Thread {
    std::uint32_t lockset = 0, ignore = 0;
    std::uint32_t fence = kNone, unfenced = kNone, wake = kNone;  // rows: released by a fence, read relaxed, woken by
    std::uint64_t waits_on = 0;                                   // condition variable
    std::vector<Held> held;
  };
  // What a lock, semaphore, ... or an atomic published last. `exact`: the row is a copy of one thread's clock, at a time.
  struct Published {
    std::uint32_t row = kNone;
    Time time = 0;
    std::uint16_t tid = 0;
    bool exact = false, empty = true;
  };
  struct AtomicRecord {
    Published published;
    std::uint8_t offset = 0, size = 0;
    std::uint32_t next = kNone;
  };
  struct Granule {
    std::uint32_t first = kNone;  // of its atomic records
  };

  void AddThreads(std::uint16_t tid);
  void ReadPreamble(const std::shared_ptr<const Preamble>& preamble);
  void Reset();

  void AcquireFrom(std::uint16_t tid, const Published& p, bool soft_too = true);
  void AcquireFromAll(std::uint16_t tid);
  void PublishTo(std::uint16_t tid, Published& p, bool soft_too = true);    // replaces
  void PublishMore(std::uint16_t tid, Published& p, bool soft_too = true);  // adds
  void Tick(std::uint16_t tid) { ++own_.strong(tid)[tid], ++own_.soft(tid)[tid]; }
  Time* RowOf(std::uint32_t& row) {
    if (row == kNone) row = published_.Add();
    return published_.strong(row);
  }

  void Hold(std::uint16_t tid, std::uint64_t lock, LockMode mode);
  bool Drop(std::uint16_t tid, std::uint64_t lock, bool all, LockMode* mode);
  bool DropAnyones(std::uint16_t tid, std::uint64_t lock, LockMode* mode);
  void LockExclusive(std::uint16_t tid, std::uint64_t lock);
  void LockShared(std::uint16_t tid, std::uint64_t lock);
  void Unlock(std::uint16_t tid, std::uint64_t lock, bool all);
  void UnlockHeldByEnded(std::uint16_t tid);

  void AtomicBefore(const abi::Event& event);
  void AtomicAfter(const abi::Event& event);
  void StoreAtomic(std::uint16_t tid, std::uint64_t address, std::uint32_t size, bool release);
  void RmwAtomic(std::uint16_t tid, std::uint64_t address, std::uint32_t size, bool release);
  void LoadAtomic(std::uint16_t tid, std::uint64_t address, std::uint32_t size, bool acquire);
  AtomicRecord& RecordOf(std::uint64_t granule, std::uint8_t offset, std::uint8_t size);
  template <typename F>
  void ForOverlapping(std::uint64_t address, std::uint32_t size, F&& f);
  template <typename F>
  void ForParts(std::uint64_t address, std::uint32_t size, F f);  // of at most eight bytes, each with its record

  void Wake(std::uint16_t by, const abi::Event& event);
  void Annotated(const abi::Event& event, bool before);
  void Barrier(const abi::Event& event);

  ClockTable own_, published_;   // of each thread, by tid; of objects
  std::vector<Thread> threads_;  // the first live_ belong to this run
  std::uint32_t live_ = 0;
  LockSets locksets_;
  AddressMap<Published> objects_;  // locks (and, tagged, their readers), semaphores, barriers, futexes
  AddressMap<Granule> granules_;
  std::vector<AtomicRecord> atomics_;
  std::vector<std::uint32_t> slot_owner_;  // thread + 1, by slot
  std::shared_ptr<const Preamble> preamble_;
  std::vector<Held> held_before_;          // by main at the rewind point
};

}  // namespace reweave::detect
