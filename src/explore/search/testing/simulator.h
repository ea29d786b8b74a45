// A tested program in memory: a handful of threads over a few integers and locks that answers plans with traces exactly as the
// runtime would. A pure test double for strategies: no process, no clock, no randomness.
//
// Every operation is a scheduling point, but for kAbort: it ends the run in the step of the operation before it, as a failure
// does that follows from what was read. If others could notice that operation, it is a point (a failure of the process), too.
// Main (thread 0) creates all workers, then joins them, as real test programs do.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explore/schedule/plan.h"
#include "trace/trace.h"

namespace reweave::inline search {

struct SimOp {
  enum Kind { kLoad, kStore, kAdd, kCas, kLock, kUnlock, kTryLock, kYield, kSleep, kChoose, kFail, kAbort } kind;
  int object = 0;       // variable or lock; a lock from kRecursive on may be taken again by its holder
  static constexpr int kRecursive = 20;
  long value = 0;       // stored, added, wanted by compare-exchange; kChoose: number of outcomes; kAbort: tells failures apart
  long expected = 0;    // kCas
};

struct SimLocals {
  int pc = 0;           // operations done so far by this thread
  long last = 0;        // result of the last one
  long r[4] = {};       // for the body's own use
};

// Returns the next operation, given the results so far; nullopt ends the thread.
using SimBody = std::function<std::optional<SimOp>(SimLocals&)>;

// A body that does these operations in order.
SimBody Straight(std::vector<SimOp> ops);

class Simulator {
 public:
  explicit Simulator(std::vector<SimBody> workers) : workers_(std::move(workers)) {}
  // Workers that have the same function, by number, and so look interchangeable.
  Simulator(std::vector<SimBody> workers, std::vector<int> functions)
      : workers_(std::move(workers)), functions_(std::move(functions)) {}

  // One run of the plan (its first seed). A plan that cannot be followed ends as kDiverged; kFail as kAssert.
  Trace Run(const Plan& plan) const;
  // Values of the variables at the end of the run made last.
  const std::map<int, long>& memory() const { return memory_; }
  std::string MemoryText() const;

 private:
  std::vector<SimBody> workers_;
  std::vector<int> functions_;
  mutable std::map<int, long> memory_;
};

}  // namespace reweave::inline search
