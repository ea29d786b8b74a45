#include "select/shared_variables.h"

#include <algorithm>
#include <map>

namespace reweave {

std::vector<AccessPair> ImpactedPairs(const std::vector<SharedAccess>& accesses, const MayAlias& may_alias) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> classes;
  for (std::uint32_t i = 0; i < accesses.size(); ++i) classes[accesses[i].alias_class].push_back(i);
  std::vector<AccessPair> out;
  for (const auto& [number, members] : classes) {
    for (const std::uint32_t i : members) {
      const SharedAccess& a = accesses[i];
      if (!a.impacted()) continue;
      for (const std::uint32_t j : members) {
        const SharedAccess& b = accesses[j];
        // A pair of two impacted accesses is met twice.
        if (b.impacted() && j < i) continue;
        if (!a.write && !b.write) continue;
        if (a.atomic && b.atomic) continue;
        if (i == j && !a.multi_thread) continue;
        if (may_alias && !may_alias(a, b)) continue;
        out.push_back({std::min(i, j), std::max(i, j)});
      }
    }
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace reweave
