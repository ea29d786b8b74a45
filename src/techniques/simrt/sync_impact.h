// Case 3 of docs/techniques/simrt.md: accesses whose lock regions the change alters. A region is altered if its acquire was
// added, removed or modified, if the lock is another one or of another type, if an explicit release was, or if what lies in it
// differs. Where nobody can say what a changed lock guards, the whole function and all that it calls counts.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/points_to.h"
#include "analysis/threads.h"
#include "change/program_change.h"
#include "techniques/simrt/declaration_changes.h"

namespace reweave::inline simrt {

class SyncImpact {
 public:
  // condvar_impact: a wait that changed alters the regions it lies in, as it splits them.
  SyncImpact(const ProgramChange& change, const FlowProgram& program, const PointsTo& points,
             const std::map<std::string, DeclarationChange>& declarations, bool condvar_impact);
  // Locks of which the change decides whether they are taken, or which: their regions, too.
  void AddInfluenced(const class ForwardSlice& slice, const Threads& threads);
  // Why the statement is in an altered region of its own function; null: it is not.
  const std::string* ReasonOf(std::uint32_t function, std::uint32_t statement) const;

  // A function that runs in altered regions of others: only when it is called from these blocks is it in one.
  struct Callee {
    std::string reason;
    std::set<std::pair<std::uint32_t, std::uint32_t>> from;  // function, block
  };
  const Callee* CalleeOf(std::uint32_t function) const;

  // Functions with regions that are not known, and why.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Altered {
    std::map<std::uint32_t, std::string> statements;  // of one function
    std::string all;  // every statement, for this reason
  };
  void Function(std::uint32_t number, const LockRegions& old_regions, const LockRegions& new_regions);
  void Waits(std::uint32_t number);
  void AddRegion(std::uint32_t number, const LockRegion& region, const std::string& reason);
  std::string UnknownRegion(std::uint32_t number, const LockRegions& old_regions, const LockRegions& new_regions) const;
  void MarkAll(std::uint32_t function, const std::string& reason);
  void Mark(std::uint32_t function, std::uint32_t statement, const std::string& reason);
  void AddDeciding(const class ForwardSlice& slice, const Threads& threads);
  std::vector<bool> Deciding(const class ForwardSlice& slice, const Threads& threads) const;
  bool Reaches(std::uint32_t function, std::uint32_t call, const std::vector<bool>& wanted) const;
  void EnterCallees();

  const Matching& matching_;
  const FlowProgram& program_;
  const PointsTo& points_;
  const std::map<std::string, DeclarationChange>& declarations_;
  const LockRegions &old_regions_, &new_regions_;
  std::unordered_map<std::uint32_t, Altered> altered_;
  struct Called {
    std::uint32_t function;
    std::string reason;
    std::pair<std::uint32_t, std::uint32_t> from;
  };
  std::vector<Called> called_;  // functions that run in altered regions
  std::unordered_map<std::uint32_t, Callee> callees_;
  std::vector<std::string> notes_;
};

}  // namespace reweave::inline simrt
