// Small programs for tests, executed in memory: the runs that path exploration works on, without a process.
//
// A thread is a list of statements over integer variables; its local values carry labels as the extraction from a trace gives
// them. Threads are numbered as given; all exist from the beginning.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "techniques/paths/run.h"
#include "techniques/paths/sync_state.h"

namespace reweave::paths {

struct Statement;
using Body = std::vector<Statement>;

struct Statement {
  enum Kind : std::uint8_t { kLoad, kStore, kIf, kLock, kUnlock, kWait, kNotify, kSum, kTry, kAdd } kind = kLoad;
  std::uint32_t site = 0;
  int object = 0;             // variable or lock
  int target = 0;             // kLoad: local; kStore, kIf: the local that is used, -1 = none
  long constant = 0;          // kStore: added; kIf: the local is compared with it (greater)
  Body then = {}, otherwise = {};
};

inline Statement Load(std::uint32_t site, int object, int to = 0) {
  return {.kind = Statement::kLoad, .site = site, .object = object, .target = to};
}
// Stores `constant`, plus the local if one is given.
inline Statement Store(std::uint32_t site, int object, long constant, int from = -1) {
  return {.kind = Statement::kStore, .site = site, .object = object, .target = from, .constant = constant};
}
// Whether the local is greater than `above`.
inline Statement If(std::uint32_t site, int local, long above, Body then = {}, Body otherwise = {}) {
  return {.kind = Statement::kIf,
          .site = site,
          .target = local,
          .constant = above,
          .then = std::move(then),
          .otherwise = std::move(otherwise)};
}
// Whether it got the lock: local[to] is 1 or 0.
inline Statement Try(std::uint32_t site, int lock, int to) {
  return {.kind = Statement::kTry, .site = site, .object = lock, .target = to};
}
// Adds `constant` in one step; local[to] is what was there.
inline Statement Add(std::uint32_t site, int object, int to, long constant) {
  return {.kind = Statement::kAdd, .site = site, .object = object, .target = to, .constant = constant};
}
// local[to] += local[from]
inline Statement Sum(int to, int from) { return {.kind = Statement::kSum, .object = from, .target = to}; }
inline Statement Lock(std::uint32_t site, int lock) { return {.kind = Statement::kLock, .site = site, .object = lock}; }
inline Statement Unlock(std::uint32_t site, int lock) { return {.kind = Statement::kUnlock, .site = site, .object = lock}; }

// One execution, stepped from outside.
class ToyRun {
 public:
  ToyRun(const ToyRun& other);  // goes on without recording
  ToyRun(ToyRun&&) = default;
  explicit ToyRun(const std::vector<Body>& program, bool record = true);

  bool done(std::size_t thread) const { return threads_[thread].stack.empty(); }
  bool ready(std::size_t thread) const;
  bool any_ready() const;
  // Executes the thread's next operation, and the branches and local work up to the following one.
  void Step(std::size_t thread);
  std::size_t threads() const { return threads_.size(); }
  // What every thread did, without the order between them.
  std::string Paths() const;
  std::string StateText() const;  // everything that decides what can still happen, and the paths so far
  Execution Finish();

 private:
  struct Frame {
    const Body* body;
    std::size_t at;
  };
  struct Local {
    long value = 0;
    LabelId label = 0;
  };
  struct Thread {
    std::vector<Frame> stack;
    Local locals[8];
    std::string path;
    bool waits = false;
  };
  void Settle(std::size_t thread);
  std::uint32_t VariableOf(int object);
  std::uint32_t ObjectOf(int object);

  std::vector<Thread> threads_;
  std::map<int, long> memory_;
  std::map<int, int> owner_;
  std::map<int, std::uint32_t> variables_, objects_;
  std::unique_ptr<RunBuilder> builder_;  // none: nothing is recorded
};

// What the threads can do, over all interleavings.
std::set<std::string> AllPaths(const std::vector<Body>& program);
// How a run goes on when the order is over: the first thread that can run, the last, or the one that ran.
enum class Tail : std::uint8_t { kFirst, kLast, kStay };
ToyRun ExecuteToy(const std::vector<Body>& program, const std::vector<std::uint16_t>& order, bool* followed = nullptr,
                  Tail tail = Tail::kFirst);

}  // namespace reweave::paths
