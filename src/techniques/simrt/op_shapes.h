// What an operation of a function does, as a number that can be compared across versions: the shape that the pass gave it, which
// knows no names, and the names of what it calls and works on, as they are compared.
#pragma once

#include <cstdint>
#include <string>

#include "change/renames.h"
#include "facts/flows.h"

namespace reweave::inline simrt {

class OpShapes {
 public:
  // renames: of the new version; without it the function is one of the old version, whose variables have their new names.
  OpShapes(const FunctionFacts& function, const FunctionFlows& flows, const Renames* renames)
      : function_(function), flows_(flows), renames_(renames) {}

  // The length of a copied record is layout, not behaviour.
  std::uint64_t Of(const FlowOp& op) const;

 private:
  std::string Compared(const std::string& id) const { return renames_ ? renames_->OfNew(id) : Renames::OfOld(id); }
  std::string NamesIn(const FlowOp& op) const;

  const FunctionFacts& function_;
  const FunctionFlows& flows_;
  const Renames* renames_;
};

}  // namespace reweave::inline simrt
