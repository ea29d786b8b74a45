// How threads access shared variables: the sequences of operations between taking a first lock and giving back the last one.
//
// Two runs with the same access manners of every thread have the same consistent and inconsistent locking: one of them is enough
// to look for races. Outside of locks, every shared access, and an unlock of a lock that is not held, is a manner of its own.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
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

// Pairs of accesses that no common lock protects and nothing orders, of one run or of two: one path has the lock, another has
// not.
class LockDiscipline {
 public:
  struct Inconsistency {
    std::uint64_t variable = 0;
    std::uint32_t first_site = 0, second_site = 0;
    std::uint32_t first_caller = 0, second_caller = 0;
    bool first_writes = false, second_writes = false;
    std::uint32_t run = 0;            // that showed it first
    std::uint32_t other_run = 0;      // another one: an access of each, and until now no run had both
    std::vector<std::uint32_t> runs;  // that have both accesses, ascending
  };
  void Add(const Execution& run, std::uint32_t number);
  const std::vector<Inconsistency>& found() const { return found_; }

 private:
  struct Use {
    std::uint64_t thread;  // name
    std::uint32_t site, caller, op, run;
    bool write, atomic;
    std::vector<std::uint64_t> locks;   // twice their names, with 1 added for readers' locks
    std::vector<std::uint64_t> beside;  // names of threads that nothing orders it with
    friend bool operator==(const Use& a, const Use& b) {
      return a.thread == b.thread && a.site == b.site && a.write == b.write && a.locks == b.locks;
    }
  };
  static bool Protected(const Use& a, const Use& b);
  static std::vector<std::uint64_t> Beside(const Execution& run, std::uint32_t op);
  void Found(std::uint64_t variable, const Use& a, const Use& b);

  std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, std::size_t> known_;  // number in found_
  std::unordered_map<std::uint64_t, std::vector<Use>> uses_;                              // by variable, of all runs
  std::vector<Inconsistency> found_;
};

}  // namespace reweave::paths
