#include "techniques/simrt/recast_atomics.h"

#include <algorithm>

namespace reweave::inline simrt {

namespace {
bool IsAtomic(const AccessSite& access) {
  return access.kind >= facts::AccessKind::kAtomicLoad && access.kind < facts::AccessKind::kFence;
}
}  // namespace

RecastAtomics::RecastAtomics(const Matching& matching, const FlowProgram& program) : matching_(matching), program_(program) {
  for (const FunctionFacts& f : matching.old_facts().functions())
    for (auto& [variable, kinds] : KindsOf(f)) before_[variable].insert(before_[variable].end(), kinds.begin(), kinds.end());
}

RecastAtomics::Kinds RecastAtomics::KindsOf(const FunctionFacts& function) {
  Kinds out;
  for (const AccessSite& access : function.accesses)
    if (IsAtomic(access)) out[access.variable.name].push_back(access.kind);
  for (auto& [variable, kinds] : out) std::ranges::sort(kinds);
  return out;
}

// One on a variable that the old version does not have changes nothing that was there. A new function may be a part of an old
// one that has a name now.
bool RecastAtomics::Has(const LocatedAccess& access) const {
  const FunctionMatch& match = matching_.of(access.function);
  if (!access.atomic || access.access == kNoSite || match.old_function == kNoMatch || match.identical) return false;
  const FunctionFacts& now = program_.functions()[access.function];
  const std::string& variable = now.accesses[access.access].variable.name;
  if (match.accesses[access.access] != kNoMatch || !before_.contains(variable)) return false;
  return KindsOf(now)[variable] != KindsOf(matching_.old_facts().functions()[match.old_function])[variable];
}

}  // namespace reweave::inline simrt
