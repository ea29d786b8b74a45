// What to try next, told by what the runs so far did: directed executions.
//
// A place is where an operation stands in the program: its site and the call site it was called from, and its location where one
// place comes to several (a loop over an array). A run shows orders of places (this access came before that conflicting one) and
// sources (this read saw what that place wrote, or what was there before any of those who race for it). A goal is what no run
// showed yet, as holds for the tail policy kGoal (abi::Hold):
//
//   check    two reads of one thread with a combination of sources not seen yet: "a of a setter, b of nobody". Independent of
//            how many threads stand at a place. What would give a combination of values that no run had comes first.
//   split    two accesses of one thread to one location, and another thread's between them; also if all of them are at the
//            same two places (several threads that run the same code).
//   order    two conflicting accesses in the order not seen yet.
//   freed    an access after its block was freed, where nothing in the run kept the two apart: a failure that can be foretold.
//   permits  all who wait for a semaphore while they have a permit, of it or of another one, wait until nobody else can go on:
//            a deadlock, if together they have all permits. Foretold, too.
//   one      a read after exactly one of the threads that write different values at one place (they count, they add); alone,
//            or as one of the two reads of a check. Also the read after all of them: it waits while anybody else can run.
//
// Splits at places that have nothing to do with a goal are asked for in the same run. Still one may keep the other from coming
// true, since it changes what led a thread there; so each of them is then asked for alone, when its turn comes again.
//
// Accesses that creation and join, conditions, semaphores and barriers order are never asked to come the other way round; locks
// and atomics may hand over in another order. Where the two accesses are under a common lock, the thread is held before it takes
// the lock: held inside, it would keep out the one it waits for.
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

  // Takes in a run and what it was directed by (empty: nothing). Returns how much of it is new: orders of two places and
  // combinations of sources.
  std::size_t Observe(const Trace& trace, const Holds& directed_by = {});
  // The next goal; empty: there is none. After a prefix, a goal that is about all threads at a place comes too late.
  Holds Next(bool after_prefix = false);
  std::size_t waiting() const;
  std::size_t orders() const { return seen_.size(); }

  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.run_, self.seen_, self.values_, self.again_, self.tried_, self.turn_, self.readers_, self.loops_, self.writers_,
            self.asked_);
    for (auto& queue : self.queues_) archive(queue);
  }

 private:
  // kFreed: failures that can be foretold, first of all in its turn. kUpdate: splits that lose an update, which are asked for
  // before other splits. kMoved: splits by a write that came before the first of the two accesses; without it the thread may see
  // something else and go another way, so these come after other splits. kCheck: one of the two reads before a rival's write, the
  // other one after it; kBoth: other combinations; kOnTop: what a directed run could show, together with what it was directed by;
  // kOldValues: of any kind, if it shows no value that was not there before.
  enum Kind : std::size_t { kCheck, kUpdate, kSplit, kMoved, kOrder, kBoth, kOnTop, kOne, kOldValues, kFreed, kKinds };

  struct Goal {
    Holds holds;
    std::uint64_t key = 0;  // in seen_ once a run has shown it
    bool alone = false;  // not together with others: it was once
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.holds, self.key, self.alone);
    }
  };
  struct Permit {  // of a semaphore, until the thread gives it back
    std::uint64_t semaphore;
    std::vector<Place> waits;  // where the thread waited for another one meanwhile
  };
  struct Held {
    std::uint64_t lock;
    Place place;  // where it was taken
    std::uint32_t event;  // when
    bool shared;  // with others who hold it so: it does not keep them out
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.lock, self.place, self.event, self.shared);
    }
  };
  struct Access {
    Place place = 0;
    detect::Time time = 0;
    std::uint16_t tid = 0;
    bool write = false;
    std::uint32_t locks = 0;  // index into lock_sets_
    std::uint64_t address = 0;
    std::uint64_t value = 0;  // read or written; of a read-modify-write: written
    std::uint64_t when = 0;  // run << 32 | event
    bool contested = false;  // another thread's could have come before or after it
    bool no_value = false;  // a block is freed or overwritten: nobody can take it for a value that was there before
    detect::Time raced_time = 0;  // of races_, if the run frees something
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.place, self.time, self.tid, self.write, self.locks, self.address, self.value, self.when, self.contested,
              self.no_value);
    }
  };
  // Where a thread is held back or waited for.
  struct Stop {
    Place place = 0;
    std::uint64_t address = 0;  // 0: any
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.place, self.address);
    }
    bool operator==(const Stop&) const = default;
  };
  struct Wish {  // whoever is at the second waits until another has done the first
    Stop first, then;
    std::uint32_t passes = 0;  // so many go through the second before the first one waits
  };
  using Wishes = std::vector<Wish>;
  struct Pair {
    Access first, second;  // of one thread, to one location
    std::optional<Access> changed = {};  // by another thread in between, in the run that showed it
  };
  struct Cell {
    std::vector<Access> entries;  // the latest of each thread from each place
    std::vector<Pair> pairs;  // of them: two in a row
    Access last_write;
    bool written = false;
  };
  // A writer that a read races with, and where each of the two is to be held to let the other go first.
  struct Rival {
    Stop writer, writer_hold, reader_hold;
    std::uint64_t value = 0;  // that it wrote last
    std::uint64_t when = 0;  // and when: run << 32 | event
    std::uint16_t tid = 0;
    bool varies = false;  // threads that came here wrote different values
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.writer, self.writer_hold, self.reader_hold, self.value, self.when, self.tid, self.varies);
    }
  };
  struct Writer {  // of an earlier run
    Access access;
    std::vector<Held> held;
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.access, self.held);
    }
  };
  struct Reader {  // a place that reads, over all runs
    std::vector<Rival> rivals;
    std::uint64_t own_value = 0;  // seen when no rival had written
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.rivals, self.own_value);
    }
  };
  struct Read {
    Stop at, source;  // source: none of those that race for the location
    std::uint64_t address = 0, value = 0;
    bool one = false;  // the source was the only rival that had written
  };

  void Start(const Trace& trace);
  void NotePlaces(const Trace& trace);
  void Lock(const abi::Event& event, std::uint32_t index);
  std::uint32_t LockSetOf(std::uint16_t tid);
  void Look(const abi::Event& event, std::uint32_t index);
  void Touch(Access now, bool reads, std::uint64_t value_read);
  void TouchBlock(const Access& now, std::uint64_t size);
  static void Remember(Cell& cell, const Access& now);
  void Compare(const Access& before, const Access& now);
  void KeepReads(Wishes& out, const Access& access, const Access& freed) const;
  void MeetEarlierRuns();
  void KeepWriters();
  void AddSplits(Cell& cell, const Access& now);
  void AddSplit(const Pair& pair, const Access& other, bool moved = false);
  void AddRival(const Access& writer, const Access& reader);
  void NoteRead(std::uint16_t tid, const Read& read);
  void AddAllChecks();
  std::size_t CombinationsOf(const Read& a, const Read& b);
  void AddChecks(const Read& a, const Read& b);
  Stop StopAt(const Access& access) const;
  Stop HoldPlace(const Access& held, const Access& other) const;
  static void AppendHold(Holds& out, const Wish& wish);
  static std::uint64_t Mix(std::uint64_t h, std::uint64_t v);
  static std::uint64_t OneKey(const Stop& writer) { return KeyOf(writer) + 0x6f6e65; }
  std::ptrdiff_t RivalWriters(const Cell& cell, const Access& read) const;
  static void AppendOne(Wishes& out, const Stop& at, const Rival& rival);
  void AddOne(const Stop& at, const Reader& reader);
  void NoteTried(const Holds& holds);
  void AddOneCheck(const Read& a, const Read& b, const Rival* source_a, const Rival* source_b);
  static Place PlaceOf(const abi::Event& event) { return std::uint64_t{event.site} << 32 | event.caller; }
  static std::uint64_t KeyOf(const Stop& stop);
  static std::uint64_t KeyOf(const Holds& holds);
  void AddTogether(const Cell& cell);
  static bool CannotBe(const Rival& source_a, const Reader& reads_b);
  static bool AsksTheContrary(const Holds& some, const Holds& others);
  void PushOnTop();
  void HoldPermit(const abi::Event& event);
  bool JoinSplits(Holds& holds);
  bool JoinFrom(std::deque<Goal>& queue, Holds& holds);
  std::optional<Goal> Take(std::deque<Goal>& queue);
  Holds AskFor(Kind kind);
  bool IsNew(const Goal& goal);
  void Push(Kind kind, Goal goal);
  void Want(Kind kind, std::uint64_t key, const Wishes& wishes);
  std::uint64_t SplitKey(const Pair& pair, const Access& other) const;
  static void AppendSource(Wishes& out, const Reader& reader, const Stop& at, const Rival* source);

  detect::HappensBefore order_;
  detect::HappensBefore races_;  // with everything that orders; only of runs that free something
  bool frees_ = false;
  std::vector<std::uint64_t> addresses_;  // of this run's cells, sorted
  std::unordered_map<std::uint64_t, Cell> cells_;  // by the first byte: accesses of other sizes do not meet
  std::vector<std::vector<Held>> held_;  // by thread
  std::vector<std::uint32_t> held_set_;  // by thread: index into lock_sets_, ~0: to be made
  std::vector<std::vector<Held>> lock_sets_;
  std::vector<std::vector<Permit>> permits_;  // by thread
  std::unordered_map<std::uint64_t, std::uint32_t> waiters_;  // by semaphore: thread + 1 that took permits of it, kSeveral
  std::vector<std::deque<Read>> reads_;  // by thread, the latest ones
  std::vector<std::pair<Read, Read>> checks_;  // of this run
  std::unordered_set<std::uint64_t> checks_seen_;  // of this run
  std::unordered_set<Place> loops_;  // one thread came to several locations. Over all runs, like what follows
  std::unordered_map<std::uint64_t, Reader> readers_;  // by KeyOf
  std::unordered_map<std::uint64_t, std::vector<Writer>> writers_;  // by location
  std::size_t news_ = 0;
  Holds base_;  // this run was directed by
  std::vector<std::pair<Kind, Goal>> on_top_;  // goals of this run that add to it
  std::unordered_map<std::uint64_t, std::uint64_t> asked_;  // by holds: the key of the goal
  std::uint64_t run_ = 0;

  std::unordered_set<std::uint64_t> seen_, values_, tried_;  // seen_: orders, combinations of sources, splits
  std::array<std::deque<Goal>, kKinds> queues_;
  std::deque<Goal> again_;  // were tried once
  std::size_t turn_ = 0;
};

}  // namespace reweave::inline search
