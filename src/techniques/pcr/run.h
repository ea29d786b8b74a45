// One run as the constraints see it: the events that other threads can notice, numbered in the order of the run and within
// their threads; cells of memory and who read what from whom; regions of locks; what must come before what.
//
// A cell is a piece of an aligned 8-byte word that every access of the run treats as one: overlapping accesses cut it. Cells that
// two threads access, one writing, in an order that creation and joining of threads do not fix, are shared; accesses to other
// cells are not events here. What an event means comes from trace/meaning.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "techniques/pcr/windows.h"
#include "trace/meaning.h"
#include "trace/trace.h"

namespace reweave::pcr {

using EventId = std::uint32_t;  // place in Run::events
constexpr EventId kNoEvent = ~0u;
constexpr std::uint32_t kNone = ~0u;

struct CellAccess {
  EventId event = 0;
  std::uint32_t cell = 0;
  bool reads = false, writes = false;
  bool read_known = false, write_known = false;  // the values below
  EventId source = kNoEvent;  // of a read: the write it read from, kNoEvent = the initial value
  std::uint64_t read = 0, written = 0;
  EventId before = kNoEvent;  // the write that this cell held before the event (of a read: its source)
};

struct Event {
  std::uint32_t index = 0;  // into Trace::events
  std::uint32_t seq = 0;  // in its thread, from 1
  std::uint32_t ordinal = 0, site = 0;
  std::uint32_t first_access = 0;
  std::uint32_t clock = 0;  // row of what creation and joining order before it
  std::uint32_t held = kNone;  // locks of its thread after it: a node of Run::holds
  std::uint32_t takes = kNone, releases = kNone;  // the region that begins or ends here
  std::uint32_t branches = 0;  // its thread's, before it
  std::uint32_t first_use = kNone;  // SetFirstUses: into Trace::events
  std::uint16_t tid = 0, accesses = 0;
  abi::EventKind kind = abi::EventKind::kNone;
  bool reads = false, writes = false, misses = false;  // misses: asked for a lock or token and did not get it
  bool compares = false;  // a compare-exchange that wrote: it writes only if it reads what it read
  std::uint64_t history = 0;  // hash of what its thread did up to and including it, without values
  std::uint64_t obj = 0;
};

struct Region {  // a lock held by a thread, outermost
  std::uint32_t lock = 0;
  std::uint16_t tid = 0;
  LockMode mode = LockMode::kExclusive;
  EventId take = kNoEvent;  // kNoEvent: held since before the run
  EventId release = kNoEvent;  // kNoEvent: never given back
};

// `from` comes before `to`. Required: `to` cannot happen without `from`. Fixed: so it was in the run, and other ways to wake, to
// match or to follow may exist: what is infeasible because of it is only not known to be feasible.
struct Must {
  EventId from = 0, to = 0;
  bool required = true, fixed = false;
  bool if_kept = false;  // only where the result of `to` (of `from`, if not required) has to stay as it was
};

// A wait and a signal or broadcast that did not wake it: the signal is not between the two.
struct NotBetween {
  EventId signal = 0, begin = 0;
  EventId end = kNoEvent;  // its waker, else its return; kNoEvent: waits for ever
};

class Run {
 public:
  // Damaged traces are refused: records missing, a thread's numbers out of order, a lock given back that nobody had.
  static Result<Run> Make(const Trace& trace, const Window& window = {});

  // By event of the trace: the first later branch of its thread that was computed from it (conditions.h). Unless they are set,
  // every later branch may have been.
  void SetFirstUses(std::span<const std::uint32_t> uses);
  bool has_first_uses = false;

  std::uint32_t first = 0;  // event of the trace with which it begins; what comes before stays as it was
  std::uint16_t created = 0;  // threads created before that

  std::vector<Event> events;
  std::vector<std::vector<EventId>> threads;  // by tid, in order
  std::vector<CellAccess> accesses;
  std::vector<Region> regions;
  std::vector<Must> musts;  // by `to`
  std::vector<NotBetween> gaps;
  struct Hold {
    std::uint32_t region, next;
  };
  std::vector<Hold> holds;
  bool has_branches = false;
  std::vector<std::uint32_t> branches;  // by thread, in the whole run
  std::uint32_t unexplained = 0;  // reads of values that no visible write explains
  std::uint32_t capped_ranges = 0;  // bulk accesses that were looked at in part

  struct Cell {
    std::uint64_t address = 0;
    std::uint8_t size = 0;
    bool initial_known = false;
    std::uint64_t initial = 0;
    std::vector<std::uint32_t> accesses;  // in order, into Run::accesses
  };
  std::vector<Cell> cells;
  struct Writer {
    std::uint16_t tid;
    std::vector<std::uint32_t> seqs;  // of its writes, ascending
  };
  std::vector<std::vector<Writer>> writers;  // by cell

  struct LockRegions {
    std::uint16_t tid;
    std::vector<std::uint32_t> regions;  // in order
  };
  std::vector<std::vector<LockRegions>> locks;  // by lock number
  std::vector<std::uint64_t> lock_objects;

  std::span<const CellAccess> AccessesOf(const Event& e) const { return {accesses.data() + e.first_access, e.accesses}; }
  std::span<const CellAccess> AccessesOf(EventId e) const { return AccessesOf(events[e]); }
  const CellAccess* AccessTo(EventId e, std::uint32_t cell) const;
  EventId At(std::uint16_t tid, std::uint32_t seq) const { return threads[tid][seq - 1]; }
  std::span<const Must> MustsOf(EventId to) const { return {musts.data() + must_first_[to], musts.data() + must_first_[to + 1]}; }
  // By creation and joining alone.
  bool Before(EventId a, EventId b) const {
    const Event &x = events[a], &y = events[b];
    return x.tid == y.tid ? x.seq < y.seq : clocks_[y.clock * threads.size() + x.tid] >= x.seq;
  }
  const std::uint32_t* ClockOf(EventId e) const { return &clocks_[events[e].clock * threads.size()]; }
  // What the cell held just before the event, if that is known.
  bool OldValue(const CellAccess& access, std::uint64_t* value) const;
  bool WrittenValue(EventId write, std::uint32_t cell, std::uint64_t* value) const;
  bool HasLock(EventId e, std::uint32_t lock, std::uint32_t* region) const;

 private:
  friend class RunMaker;
  std::vector<std::uint32_t> must_first_;
  std::vector<std::uint32_t> clocks_;  // rows of seqs
};

}  // namespace reweave::pcr
