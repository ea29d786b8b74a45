// Which code runs in which threads (docs/techniques/simrt.md): what threads can reach, what two of them can, and what runs only
// before the first thread is made.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/points_to.h"

namespace reweave::inline analysis {

// A call of a function, for walking the call graph backwards.
struct Caller {
  std::uint32_t function, call, op;
  bool spawn;
};

class Threads {
 public:
  Threads(const FlowProgram& program, const PointsTo& points);

  bool reachable(std::uint32_t function) const { return reachable_[function]; }
  // It may run in two threads at once.
  bool multi(std::uint32_t function) const { return entries_[function] >= 2; }
  // While other threads may be there. `op`: index in the function's flows.
  bool Parallel(std::uint32_t function, std::uint32_t op) const;
  // The same for the program's first thread: what it does before it makes others, and after they ended, is not.
  bool ParallelInMain(std::uint32_t function, std::uint32_t op) const;
  const std::vector<Caller>& callers(std::uint32_t function) const { return callers_[function]; }
  // Index of the operation of a call, kNoSite if it has none.
  std::uint32_t OpOf(std::uint32_t function, std::uint32_t call) const { return op_of_[function][call]; }
  bool creates_threads() const { return creates_; }

 private:
  void FindCallers();
  void FindReachable();
  void FindParallel();
  void FindParallelInMain();
  std::vector<std::uint32_t> Roots() const;
  std::vector<std::uint32_t> Endings() const;
  void Reach(std::uint32_t from, std::vector<bool>& seen, bool through_spawn) const;
  bool InLoop(std::uint32_t function, std::uint32_t block) const;
  bool SpawnsCreators(std::uint32_t function) const;
  // Where a thread's handle is kept, if that is one known place.
  std::optional<PointsTo::Cell> HandleOf(std::uint32_t function, const FlowOp& op, bool join) const;
  std::vector<bool> LiveOps(std::uint32_t function) const;

  const FlowProgram& program_;
  const PointsTo& points_;
  std::vector<std::vector<std::uint32_t>> op_of_;
  std::vector<std::vector<Caller>> callers_;
  std::vector<bool> reachable_, whole_, creating_;
  std::vector<bool> by_main_, whole_in_main_;  // reached without a thread being made; from where others may be running
  std::vector<int> entries_;
  std::vector<std::vector<std::uint32_t>> starts_;  // by function: operations after which other threads may be there
  std::vector<std::vector<bool>> live_;  // by function with starts: operations at which other threads may be there
  bool creates_ = false;
};

}  // namespace reweave::inline analysis
