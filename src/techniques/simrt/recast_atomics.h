// Atomic operations that the change made others: an addition that became a load and a store, a value that is loaded twice, an
// exchange that became a store. Nothing races, but what was one step is not one any more, or sees another moment. Such an access
// is in pairs with atomic ones, too (docs/techniques/simrt.md).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/locator.h"
#include "change/matching.h"

namespace reweave::inline simrt {

class RecastAtomics {
 public:
  RecastAtomics(const Matching& matching, const FlowProgram& program);
  // Its operation is not in the old version of its function, which had another number or other kinds of them on the variable.
  bool Has(const LocatedAccess& access) const;

 private:
  using Kinds = std::map<std::string, std::vector<facts::AccessKind>>;  // by variable, sorted
  static Kinds KindsOf(const FunctionFacts& function);

  const Matching& matching_;
  const FlowProgram& program_;
  Kinds before_;  // of the whole old version
};

}  // namespace reweave::inline simrt
