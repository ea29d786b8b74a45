// The shared accesses of one run, each with its concurrency context: what Phase I compares and Phase II combines.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "techniques/recontest/keys.h"
#include "techniques/recontest/names.h"
#include "techniques/recontest/options.h"
#include "techniques/recontest/spill.h"
#include "techniques/recontest/view.h"
#include "trace/file.h"
#include "trace/trace.h"

namespace reweave::recontest {

enum AccessFlags : std::uint8_t {
  kWrites = 1,
  kAtomicAccess = 2,
  kHalfOfRmw = 4,    // the read or the write of an indivisible read-modify-write
  kFolded = 8,       // a call on a library object
  kIsElement = 16,   // of an array
  kInChangeSet = 32, // its statement has no counterpart
  kInHandler = 64,   // a signal handler's, in the thread that it interrupted
};

// There are as many of these as accesses, in files if need be: kept small. 64 bytes.
struct Access {
  Key key;                       // thread, statement, call context, loop iterations; equal ones pair in order
  std::uint32_t statement = 0;   // number in Names::statements: equal in both versions if the statements are
  std::uint32_t site = 0, caller = 0;  // caller: the user's call, for library code
  std::uint32_t event = 0;       // number in the run, preamble included
  std::uint32_t object = 0;      // number in History::objects
  std::uint32_t offset = 0;      // in the object, as the old version lays it out
  std::uint32_t state = 0;       // number among its thread's lock states
  std::uint32_t epoch = 0;       // number in History::epochs
  std::uint32_t unit = 0;        // call of a member function (U1), 0: none
  std::uint32_t execution = 0;   // of a source statement (U4), 0: none
  std::uint16_t thread = 0, size = 0;
  std::uint16_t released = 0;    // bit i: the i-th lock of its set was released since the thread's last access (kOr: ever)
  std::uint8_t flags = 0;
  std::uint8_t set = 0;          // number of the atomic set that the user put it in, from 1; 0: none
  bool writes() const { return flags & kWrites; }
};

static_assert(sizeof(Access) == 64);

// What many accesses of a thread have in common: it changes with messages and annotations.
struct Epoch {
  std::uint32_t sequence = 0;    // messages of the thread so far (Names::sequences)
  std::uint32_t messages = 0;    // row of History::messages: what happens before, by messages only
  std::uint32_t order = 0;       // row of History::orders: by messages and atomics
  std::uint32_t mark = 0;        // annotated region (U3), 0: none
  friend bool operator==(const Epoch&, const Epoch&) = default;
};

// What a thread holds from one change to the next.
struct LockState {
  std::uint32_t set = 0;         // Names::lock_sets
  std::uint32_t first = 0, count = 0;  // in History::held
  std::uint32_t section = 0;     // outermost critical section, 0: none
};
struct HeldNow {
  std::uint32_t lock = 0;
  std::uint32_t section = 0;     // number of the critical section, from 1, of this run
  std::uint32_t since = 0;       // lock state of the thread in which it was acquired
  bool shared = false;
};

// Rows of clocks: for each other thread, how many of its accesses happen before.
class Rows {
 public:
  Rows() { ends_.push_back(0); }
  std::uint32_t Add(std::span<const std::uint32_t> clock) {
    values_.insert(values_.end(), clock.begin(), clock.end());
    ends_.push_back(values_.size());
    return static_cast<std::uint32_t>(ends_.size() - 2);
  }
  std::uint32_t At(std::uint32_t row, std::uint32_t thread) const {
    return ends_[row] + thread < ends_[row + 1] ? values_[ends_[row] + thread] : 0;
  }
  std::size_t size() const { return ends_.size() - 1; }
  std::size_t bytes() const { return values_.capacity() * 4 + ends_.capacity() * 8; }

 private:
  std::vector<std::uint32_t> values_;
  std::vector<std::size_t> ends_;
};

struct History {
  struct Thread {
    Key name;
    std::uint16_t creator = 0;
    std::vector<std::uint32_t> accesses;  // numbers in `accesses`, in order
    std::vector<LockState> states;        // the first: nothing held
    bool nested = true;                   // locks were always released in the opposite order
  };
  struct SharedObject {
    Key name;
    std::uint64_t size = 0;
    bool guessed = false;
  };
  Spill<Access> accesses;                 // in the order of the run
  std::vector<Thread> threads;            // by tid
  Spill<HeldNow> held;
  Spill<Epoch> epochs;
  std::vector<SharedObject> objects;
  Rows messages, orders;
  std::uint32_t sections = 0;             // how many there were
  std::uint64_t events = 0;
  std::uint64_t unheld_unlocks = 0, orphan_receives = 0;
  std::uint64_t in_handlers = 0;          // accesses of signal handlers
  std::uint64_t weak_atomics = 0;         // atomic accesses with less than sequential consistency
  bool truncated = false;                 // the run was cut off
  std::size_t bytes() const;               // in memory
  // Gives memory back that is in files.
  void Relax() const { accesses.Relax(), held.Relax(), epochs.Relax(); }
  void Finish() { accesses.Finish(), held.Finish(), epochs.Finish(); }

  std::span<const HeldNow> HeldIn(const LockState& state) const { return {held.data() + state.first, state.count}; }
  const Epoch& EpochOf(const Access& access) const { return epochs[access.epoch]; }
  const LockState& StateOf(const Access& access) const { return threads[access.thread].states[access.state]; }
};

// A run, in pieces, as often as asked.
class EventSource {
 public:
  virtual ~EventSource() = default;
  virtual void Restart() = 0;
  virtual std::span<const abi::Event> Next() = 0;  // empty: the end
};

class TraceSource : public EventSource {
 public:
  explicit TraceSource(const Trace& trace) : trace_(trace) {}
  void Restart() override { part_ = 0; }
  std::span<const abi::Event> Next() override {
    while (part_ < 2) {
      const bool first = part_++ == 0;
      if (first && trace_.preamble && !trace_.preamble->events.empty()) return trace_.preamble->events;
      if (!first && !trace_.events.empty()) return trace_.events;
    }
    return {};
  }

 private:
  const Trace& trace_;
  int part_ = 0;
};

class FileSource : public EventSource {
 public:
  explicit FileSource(TraceStream& stream) : stream_(stream) {}
  void Restart() override { stream_.Restart(); }
  std::span<const abi::Event> Next() override { return stream_.Next(); }

 private:
  TraceStream& stream_;
};

struct Run {
  EventSource& events;
  const ProgramView& view;
};

// Both runs: which objects count, where their fields lie, then the contexts.
struct Histories {
  Names names;
  History old_run, new_run;
  std::set<std::string> set_members;      // of Options::atomic_sets: those that were accessed
  bool layout_unsafe = false;             // an object changed its size and not all of its fields are known by name
};
void Collect(Run old_run, Run new_run, const Options& options, Histories& out);

}  // namespace reweave::recontest
