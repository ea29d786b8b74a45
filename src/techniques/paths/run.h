// One run as path exploration looks at it: the operations that other threads can notice, the branches, and what each stored
// value and each branch condition was computed from.
//
//   operation  read, write or read-modify-write of a variable; synchronisation
//   variable   bytes that are always accessed together, of one object: an address that is used again after free() is another one
//   anchor     names an operation in other runs of the same program: thread, site, call context, how many of those came before.
//              It depends on what the thread itself did so far, on nothing else.
//   label      what a value was computed from: reads of the same thread, the thread's own writes that those may have read, and so
//              on. What other threads wrote is added by Relevance, as which of their writes is read depends on the schedule.
//
// Made by RunBuilder: from a trace (extract.h) or by hand in tests.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "techniques/paths/labels.h"

namespace reweave::paths {

using Anchor = std::uint64_t;  // of a write also: 0 = the value from before the threads

enum class OpKind : std::uint8_t {
  kRead,
  kWrite,
  kRmw,
  kLock,  // waits until it is free; of a rwlock: `shared` or not
  kTry,  // takes it or not, `failed`
  kUnlock,
  kWaitBegin,  // gives `other` (a lock) back and waits at `object`; without a lock: a futex
  kWaitEnd,  // was woken; takes `other`. failed: it gave up by itself (time limit, spuriously)
  kSignal,  // wakes one
  kBroadcast,  // wakes all
  kPost,
  kAcquire,  // a semaphore. failed: it did not wait
  kArrive,  // a barrier; `value` is the generation. failed: it came last, which the barrier tells it
  kLeave,
  kCreate,  // thread `value`
  kBegin,
  kEnd,
  kJoin,
  kOnceRun,  // begins to run the initialiser
  kOnceEnd,
  kOnceReturn,  // returns as it is done
  kChannel,  // input or output that may wait for others: keeps its place among all such
  kOther,
};

constexpr bool IsAccess(OpKind kind) { return kind <= OpKind::kRmw; }
constexpr bool Reads(OpKind kind) { return kind == OpKind::kRead || kind == OpKind::kRmw; }
constexpr bool Writes(OpKind kind) { return kind == OpKind::kWrite || kind == OpKind::kRmw; }

constexpr std::uint32_t kNoOp = ~0u;
constexpr std::uint32_t kNoObject = ~0u;

struct Op {
  OpKind kind = OpKind::kOther;
  bool shared = false;  // a reader's lock
  bool failed = false;
  bool atomic = false;
  bool timed = false;  // has a time limit: it need not wait for ever
  std::uint16_t thread = 0;
  std::uint32_t position = 0;  // among the operations of its thread
  std::uint32_t object = kNoObject;  // variable, or number of a synchronisation object
  std::uint32_t other = kNoObject;  // the lock of a wait
  std::uint32_t site = 0;
  std::uint32_t event = 0;  // of the trace
  std::uint32_t caller = 0;  // user call site, for library code
  std::uint32_t writer = kNoOp;  // of reads: operation whose value was read, kNoOp = from before
  std::uint32_t version = 0;  // of accesses: writes so far, its own included
  std::uint32_t occurrence = 0;  // how many of the same site and context the thread had before
  std::uint64_t value = 0;  // generation, thread, count of a semaphore after it
  LabelId data = 0;  // of writes: what was written, and where to, was computed from this
  Anchor anchor = 0;
};

// The barrier and its generation.
inline std::uint64_t ArrivalKey(const Op& op) { return std::uint64_t{op.object} << 32 | (op.value & 0xffffffff); }

struct BranchInstance {
  std::uint16_t thread = 0;
  bool external = false;  // its condition uses something from outside the program: time, input, a random number
  bool hidden = false;  // a decision inside a library, of which there is no record: that it was made is known, not how it ended
  std::uint32_t position = 0;  // operations of its thread before it
  std::uint32_t event = 0;  // of the trace; of a hidden one: what its condition was complete with
  std::uint32_t site = 0;
  std::uint32_t outcome = 0, outcomes = 2;
  std::uint32_t occurrence = 0;  // as of operations
  std::uint32_t context = 0;
  LabelId label = 0;
  Anchor anchor = 0;
};

struct Variable {
  std::uint64_t name = 0;  // the same in other runs
  bool shared = false;  // two threads access it
  bool read_shared = false;  // written by one thread, before any other can access it
  std::vector<std::uint32_t> writes;  // operations, ascending
};

struct Execution {
  std::vector<Op> ops;  // in the order of the run
  std::vector<std::vector<std::uint32_t>> threads;  // operations of each
  std::vector<std::uint64_t> thread_names;  // the same in other runs
  std::vector<BranchInstance> branches;  // of all threads, in the order of the run
  // Of each branch that depends on nothing shared in this run, the first instance: another run may show that it does.
  std::vector<BranchInstance> quiet;
  std::vector<Variable> variables;
  LabelTable labels;
  std::vector<std::uint32_t> held_before;  // locks that thread 0 held when the run began
  std::vector<std::uint64_t> object_names;  // of synchronisation objects: the same in other runs
  // Accesses that are no operations, as in this run nobody else uses what they access: anchor, and version of the variable.
  // Another run may show that somebody does.
  std::vector<std::pair<Anchor, std::uint32_t>> alone;
  std::uint64_t unexplained = 0;  // reads of values that no recorded write explains: code without instrumentation wrote there
  std::uint64_t branches_executed = 0;  // those without a label among them, which `branches` leaves out
  bool complete = true;  // every thread came to its end
  bool deadlock = false;

  // Ordered by creation and join alone, whatever the schedule.
  bool MustPrecede(std::uint32_t a, std::uint32_t b) const;
  // By epochs of their threads.
  std::vector<std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>>> clocks;
};

std::uint64_t Mix(std::uint64_t a, std::uint64_t b);
std::uint64_t NameOf(std::string_view text);

class RunBuilder {
 public:
  explicit RunBuilder(std::vector<std::uint64_t> thread_names);

  // A new variable or synchronisation object; `name` is the same in other runs.
  std::uint32_t AddVariable(std::uint64_t name);
  std::uint32_t AddObject(std::uint64_t name);
  std::uint16_t AddThread(std::uint64_t name);

  // What the read gives: itself, what the thread's own last write there holds, and `address`.
  LabelId Read(std::uint16_t thread, std::uint32_t variable, std::uint32_t site, std::uint32_t context = 0, LabelId address = 0);
  void Write(std::uint16_t thread, std::uint32_t variable, std::uint32_t site, LabelId value, std::uint32_t context = 0);
  LabelId Rmw(std::uint16_t thread, std::uint32_t variable, std::uint32_t site, LabelId value, std::uint32_t context = 0);
  // An access of a variable that nobody else uses in this run: it counts among those of its place, so that anchors do not depend
  // on what others do.
  void Alone(std::uint16_t thread, std::uint32_t site, std::uint32_t context, std::uint32_t version);
  // Any other operation: kind, object, other, value, failed, shared, site as given.
  Op& Sync(Op op, std::uint32_t context = 0);
  void Branch(std::uint16_t thread, std::uint32_t site, std::uint32_t outcome, LabelId label, std::uint32_t context = 0,
              std::uint32_t outcomes = 2, bool external = false);
  // Something inside a library may have been decided by this.
  void Hidden(std::uint16_t thread, std::uint32_t site, LabelId label, std::uint32_t context);
  // A result that depends on whether the operation added last succeeded.
  LabelId ResultOfLast();

  // What the thread's own last write to the variable holds.
  LabelId OwnData(std::uint16_t thread, std::uint32_t variable) const;

  Op& last() { return run_.ops.back(); }
  LabelTable& labels() { return run_.labels; }
  Execution& run() { return run_; }
  // Decides what is shared.
  Execution Finish();

 private:
  struct ThreadState {
    std::unordered_map<std::uint64_t, std::uint32_t> occurrences;
    std::unordered_map<std::uint32_t, std::uint32_t> last_write;  // by variable
  };
  static constexpr std::size_t kMostAlone = 200'000;
  Op& Append(Op op, std::uint32_t context);
  Anchor AnchorOf(std::uint16_t thread, std::uint32_t site, std::uint32_t context, std::uint32_t count) const;
  void AddBranch(BranchInstance branch);
  std::uint32_t Count(std::uint16_t thread, std::uint32_t site, std::uint32_t context);
  LabelId ReadLabel(const Op& read);
  void MarkLastArrivals();
  void ComputeClocks();
  void ClassifyVariables();

  Execution run_;
  std::vector<ThreadState> threads_;
  std::vector<std::uint32_t> last_write_;  // by variable
};

}  // namespace reweave::paths
