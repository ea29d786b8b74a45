// How threads access shared variables: the sequences of operations between taking a first lock and giving back the last one.
//
// Two runs with the same access manners of every thread have the same consistent and inconsistent locking: one of them is enough
// to look for races. Outside of locks, every shared access, and an unlock of a lock that is not held, is a manner of its own.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "techniques/paths/run.h"

namespace reweave::paths {

using Manner = std::vector<std::pair<std::uint32_t, OpKind>>;  // site, operation

struct Manners {
  std::vector<std::set<Manner>> threads;  // by thread
  std::uint64_t key = 0;                  // equal for race-equivalent runs
  std::uint32_t odd_unlocks = 0;          // of locks that were not held
  std::uint32_t held_at_end = 0;          // threads that ended with a lock
};
// skip: reads that only feed a branch are left out, as the published example has it.
Manners MannersOf(const Execution& run, const std::vector<bool>& skip = {});

// Pairs of accesses that no common lock protects and nothing orders, over all runs.
class LockDiscipline {
 public:
  struct Inconsistency {
    std::uint64_t variable = 0;
    std::uint32_t first_site = 0, second_site = 0;
    std::uint32_t first_caller = 0, second_caller = 0;
    bool first_writes = false, second_writes = false;
    std::uint32_t run = 0;           // that showed it first
    std::uint32_t other_run = 0;     // another: the two accesses come from different runs
    std::vector<std::pair<std::uint32_t, std::uint32_t>> outcomes;  // of affected branches in that run: site, outcome
  };
  void Add(const Execution& run, std::uint32_t number, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& outcomes = {});
  const std::vector<Inconsistency>& found() const { return found_; }

 private:
  struct Use {
    std::uint64_t thread;  // name
    std::uint32_t site, caller, op;
    bool write, atomic;
    std::vector<std::uint64_t> locks;  // anchors of nothing: objects of the run, with 1 added for readers' locks
    friend bool operator==(const Use& a, const Use& b) {
      return a.thread == b.thread && a.site == b.site && a.write == b.write && a.locks == b.locks;
    }
  };
  static bool Protected(const Use& a, const Use& b);
  std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> known_;
  std::vector<Inconsistency> found_;
};

}  // namespace reweave::paths
