// Callees by declaration alone: class hierarchy for virtual calls, signature for calls through pointers.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/class_hierarchy.h"

namespace reweave::inline analysis {

class ByDeclaration {
 public:
  explicit ByDeclaration(const FlowProgram& program);
  // spawn: the start routine of a thread is wanted.
  std::vector<std::uint32_t> TargetsOf(const CallSite& call, bool spawn) const;

 private:
  ClassHierarchy classes_;
  std::map<std::pair<std::string, std::uint32_t>, std::vector<std::uint32_t>> virtuals_;  // (record, slot)
  std::unordered_map<std::string, std::vector<std::uint32_t>> taken_;  // address taken, by signature
};

}  // namespace reweave::inline analysis
