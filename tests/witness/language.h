// A small language of concurrent programs, for the second opinion on what a program can come to (README.md). Nothing in this
// folder but witness_test.cc knows the engine.
//
// A program has a main thread and workers. Main makes all workers, does its own operations, joins or detaches each, and ends:
// with threads that nobody joined, the process goes while they may be anywhere. Variables start at 0.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace witness {

enum class Kind : std::uint8_t {
  kRead,       // plain variable a, observed
  kWrite,      // plain variable a = b
  kAdd,        // plain variable a = a + b: a read and a write
  kAssert,     // plain variable a is not b
  kLook,       // block a of the heap, observed
  kFill,       // block a of the heap = b
  kFree,       // block a of the heap is freed; using or freeing it again ends the process
  kLoad,       // atomic a, observed
  kStore,      // atomic a = b
  kFetchAdd,   // atomic a += b, the old value observed
  kExchange,   // atomic a: compare with 0, exchange for b; success observed
  kLock,       // mutex a
  kUnlock,     // mutex a; not held by this thread, it is misuse, unless the mutex looks at its owner
  kTryLock,    // mutex a, success observed; if it fails the next b operations are skipped
  kTimedLock,  // mutex a with a time limit, success observed; if it fails the next b operations are skipped
  kReadLock,   // read-write lock a; refused if this thread holds it for writing
  kWriteLock,  // the same for writing
  kTryRead,    // read-write lock a, success observed; if it fails the next b operations are skipped
  kTryWrite,   // the same for writing
  kTimedRead,  // read-write lock a with a time limit, success observed; if it fails the next b operations are skipped
  kTimedWrite,  // the same for writing
  kRwUnlock,   // read-write lock a; held by nobody, or for writing by another thread, it is misuse
  kSpinLock,   // spin lock a
  kSpinTry,    // spin lock a, success observed; if it fails the next b operations are skipped
  kSpinUnlock,  // spin lock a; free, it is misuse
  kWait,       // condition a, with mutex b held
  kTimedWait,  // condition a, with mutex b held and a time limit; whether it ran out is observed
  kWaitWhile,  // while plain variable a is 0: wait for condition a, with mutex b held
  kSignal,     // condition a
  kBroadcast,  // condition a
  kSemWait,    // semaphore a
  kSemPost,    // semaphore a
  kSemTry,     // semaphore a, success observed
  kSemTimed,   // semaphore a with a time limit, success observed
  kSemValue,   // semaphore a, observed
  kFutexWait,  // atomic a: sleep unless it is not 0, which is observed
  kFutexWake,  // atomic a: all who sleep, their number observed
  kOnce,       // pthread_once: atomic 0 += 1
  kBarrier,    // barrier a
  kKill,  // signal to worker a, which runs the handler; of workers, only to one that was made before this one and is joined after
          // it
  kExit,  // the process ends with status a: exit, quick_exit, _exit (b)
  kLeave,  // pthread_exit; of main, too: then the process ends with its last thread
  kEndIf,  // if what this thread observed last is a, it ends the process: the way is b (Way)
};

enum Way : int { kByAbort, kByStatus, kByAssert, kByFault, kByException, kWays };  // kByStatus: the thread's number tells it
constexpr int StatusOf(std::size_t thread) { return 20 + static_cast<int>(thread); }

// The next operations are skipped if it fails.
constexpr bool Tries(Kind kind) {
  using enum Kind;
  return kind == kTryLock || kind == kTimedLock || kind == kTryRead || kind == kTryWrite || kind == kTimedRead ||
         kind == kTimedWrite || kind == kSpinTry;
}

struct Op {
  Kind kind;
  int a = 0, b = 0;
};

constexpr int kPlain = 2, kAtomics = 2, kMutexes = 2, kRwLocks = 1, kConditions = 2, kSemaphores = 2, kBarriers = 1, kBlocks = 1,
              kSpins = 1;

enum class MutexKind : std::uint8_t { kNormal, kRecursive, kChecks };  // kChecks: errors in place of deadlock and misuse

struct Program {
  std::uint64_t seed = 0;
  std::vector<std::vector<Op>> threads;  // 0 is main
  std::vector<bool> joined;  // by worker, from 1 on; else detached
  std::vector<Op> handler;  // of the signal; observes nothing
  int semaphores[kSemaphores] = {};  // initial values
  int barriers[kBarriers] = {};  // threads that take part
  MutexKind second = MutexKind::kNormal;  // of mutex 1; mutex 0 is a normal one
  bool passes_misuse = false;  // the run goes on after it, as it does natively
  bool uses_signals() const { return !handler.empty(); }
};

// The same seed gives the same program on every machine. Programs with more interleavings than `most` are not made.
Program Generate(std::uint64_t seed, double most);

// How the process ended, and what each thread observed, in its order: "end 0|3 1|-|2". A failure ends the process wherever the
// others are, so its outcome is what failed, whose thread it was, and what that thread had observed: "assert of 1|3 1".
// Of two threads that free a block, either may be the one that fails: a double free is one outcome.
using Outcomes = std::set<std::string>;
Outcomes Enumerate(const Program& program);
double CountInterleavings(const Program& program, double most);

// The program as C++: a namespace with a function Run. Observed values are announced by REWEAVE_OUTCOME.
std::string Print(const Program& program, const std::string& name);
// A whole file: the number of a program is the first argument.
std::string PrintFile(const std::vector<Program>& programs);

}  // namespace witness
