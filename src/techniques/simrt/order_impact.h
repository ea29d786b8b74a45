// Operations that order threads, other than locks: waits and posts of semaphores, barriers, joins, starts of threads, atomics
// that publish. Where a change takes one away, weakens it, moves it or decides about it, the accesses that it ordered are
// affected (case 3): what comes after a wait, what comes before a post, in the same thread, callers and callees included. A
// thread that does not come to the operation loses nothing: the blocks of the operation are kept with each access (`through`).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "change/matching.h"
#include "techniques/simrt/declaration_changes.h"
#include "techniques/simrt/old_blocks.h"
#include "techniques/simrt/slice.h"

namespace reweave::inline simrt {

class OrderImpact {
 public:
  OrderImpact(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads,
              OldBlocks& blocks, const std::map<std::string, DeclarationChange>& declarations, const ForwardSlice& slice);

  struct Found {
    const std::string* reason = nullptr;  // null: no changed operation orders it
    std::vector<OldBlock> through;  // sorted
    bool runs_more = false;  // what ran once may run in each thread that comes to `through`
    bool spawns = false;  // and in a thread of its own
  };
  // Whether the operation is ordered otherwise than before.
  Found Of(std::uint32_t function, std::uint32_t op) const;
  bool empty() const { return groups_.empty(); }

 private:
  // What the changed operations of one function ordered.
  struct Group {
    std::string reason;
    std::set<OldBlock> through;
    bool runs_more = false, spawns = false;
    std::set<std::uint32_t> whole;  // functions that run in between
    std::map<std::uint32_t, std::vector<bool>> part;  // by function: operations
  };
  struct Directions {
    bool before = false, after = false;
    explicit operator bool() const { return before || after; }
  };
  static Directions DirectionsOf(const CallSite& call);
  static Directions DirectionsOf(const AccessSite& access);

  void GoneOperations(std::uint32_t function);
  void InfluencedOperations(std::uint32_t function);
  void ThrowingOnce(std::uint32_t function);
  // Semaphores, barriers, latches that start with another number, by place and by name.
  struct ChangedCounters {
    std::set<PointsTo::Cell> cells;
    std::set<std::string> names;
  };
  void ChangedObjects();
  ChangedCounters FindChangedCounters() const;
  bool MakesCounter(const CallSite& call) const;
  void Add(std::uint32_t function, const std::string& reason, const OldPlaces& places, const std::vector<bool>& ops);
  std::vector<bool> Around(std::uint32_t function, std::uint32_t op, Directions directions) const;
  void Callers(Group& group, std::uint32_t function, Directions directions, int depth);
  void Enter(Group& group, std::uint32_t function) const;
  void Mark(Group& group, std::uint32_t function, const std::vector<bool>& ops) const;
  void Operation(std::uint32_t function, std::uint32_t op, std::uint32_t block, Directions directions, const std::string& reason);

  const Matching& matching_;
  const FlowProgram& program_;
  const PointsTo& points_;
  const Threads& threads_;
  OldBlocks& blocks_;
  const std::map<std::string, DeclarationChange>& declarations_;
  const ForwardSlice& slice_;
  std::map<std::uint32_t, Group> groups_;  // by function of the changed operations
};

}  // namespace reweave::inline simrt
