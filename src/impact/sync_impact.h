// Case 3 of simrt.md 7.2: accesses whose lock regions the change alters. A region is altered if its acquire was added, removed or
// modified, if the lock is another one or of another type, if an explicit release was, or if what lies in it differs.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "change/matching.h"
#include "impact/declaration_changes.h"
#include "impact/points_to.h"

namespace reweave {

class SyncImpact {
 public:
  SyncImpact(const Matching& matching, const FlowProgram& program, const PointsTo& points,
             const std::map<std::string, DeclarationChange>& declarations);
  // Why the statement is in an altered region; null: it is not.
  const std::string* ReasonOf(std::uint32_t function, std::uint32_t statement) const;

 private:
  struct Altered {
    std::map<std::uint32_t, std::string> statements;  // of one function
  };
  void Function(std::uint32_t number, const class LockRegions& old_regions, const class LockRegions& new_regions);
  void Mark(std::uint32_t function, std::uint32_t statement, const std::string& reason);
  void EnterCallees();

  const Matching& matching_;
  const FlowProgram& program_;
  const PointsTo& points_;
  const std::map<std::string, DeclarationChange>& declarations_;
  std::unordered_map<std::uint32_t, Altered> altered_;
  std::vector<std::pair<std::uint32_t, std::string>> called_;  // functions that run in altered regions
  std::vector<std::string> whole_;  // by function; "": not
};

}  // namespace reweave
