// What to try next, told by what the runs so far did: directed executions.
//
// A place is where an operation stands in the program: its site and the call site it was called from. A run shows orders of
// places (this access came before that conflicting one) and sources (this read saw what that place wrote, or what was there
// before any of those who race for it). A goal is what no run showed yet, as holds for the tail policy kGoal (abi::Hold):
//
//   check    two reads of one thread with a combination of sources not seen yet: "a of a setter, b of nobody". Independent of
//            how many threads stand at a place.
//   split    two accesses of one thread to one location, and another thread's between them.
//   order    two conflicting accesses in the order not seen yet.
//
// Accesses that creation and join order are never asked to come the other way round. Where the two accesses are under a common
// lock, the thread is held before it takes the lock: held inside, it would keep out the one it waits for.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "abi/control.h"
#include "detect/happens_before.h"
#include "trace/trace.h"

namespace reweave::inline search {

class Goals {
 public:
  using Place = std::uint64_t;  // site << 32 | caller
  using Holds = std::vector<abi::Hold>;

  // Takes in a run. Returns how much of it is new: orders of two places and combinations of sources.
  std::size_t Observe(const Trace& trace);
  // The next goal; empty: there is none.
  Holds Next();
  std::size_t waiting() const;
  std::size_t orders() const { return orders_.size(); }

  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.orders_, self.combinations_, self.tried_, self.turn_, self.rivals_);
    for (auto& queue : self.queues_) archive(queue);
  }

 private:
  static constexpr Place kNobody = 0;  // as a source: none of those that race for the location
  enum Kind : std::size_t { kCheck, kSplit, kOrder, kKinds };

  struct Held {
    std::uint64_t lock;
    Place place;          // where it was taken
    std::uint32_t event;  // when
  };
  struct Access {
    Place place = 0;
    detect::Time time = 0;
    std::uint16_t tid = 0;
    bool write = false;
    std::uint32_t locks = 0;  // index into lock_sets_
  };
  struct Cell {
    std::vector<Access> entries;  // the latest of each thread from each place
    Access last_write;
    bool written = false;
  };
  // A writer that a read races with, and where each of the two is to be held to let the other go first.
  struct Rival {
    Place writer = 0, writer_hold = 0, reader_hold = 0;
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.writer, self.writer_hold, self.reader_hold);
    }
  };
  struct Read {
    Place place = 0, source = kNobody;
    std::uint64_t address = 0;
  };

  void Start(const Trace& trace);
  void Lock(const abi::Event& event, std::uint32_t index);
  std::uint32_t LockSetOf(std::uint16_t tid);
  void Touch(std::uint64_t address, const Access& now, bool reads);
  static void Remember(Cell& cell, const Access& now);
  void Compare(const Access& before, const Access& now);
  void AddSplits(const Cell& cell, const Access& now);
  void AddRival(const Access& writer, const Access& reader);
  void NoteRead(std::uint16_t tid, const Read& read);
  void AddChecks(const Read& a, const Read& b);
  Place HoldPlace(const Access& held, const Access& other) const;
  void Want(Kind kind, const Holds& holds);
  void AppendSource(Holds& out, Place reader, Place source) const;
  bool IsRival(Place reader, Place writer) const;

  detect::HappensBefore order_;
  std::unordered_map<std::uint64_t, Cell> cells_;  // by the first byte: accesses of other sizes do not meet
  std::vector<std::vector<Held>> held_;                 // by thread
  std::vector<std::uint32_t> held_set_;                 // by thread: index into lock_sets_, ~0: to be made
  std::vector<std::vector<Held>> lock_sets_;
  std::vector<std::deque<Read>> reads_;                 // by thread, the latest ones
  std::unordered_map<Place, std::vector<Rival>> rivals_;  // by reading place; over all runs
  std::size_t news_ = 0;

  std::unordered_set<std::uint64_t> orders_, combinations_, tried_;
  std::array<std::deque<Holds>, kKinds> queues_;
  std::size_t turn_ = 0;
};

}  // namespace reweave::inline search
