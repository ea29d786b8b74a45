// Fields and globals whose declarations differ between two versions (docs/techniques/capp.md).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "techniques/capp/icps.h"

namespace reweave {

struct DeclarationChange {
  FieldName name;
  std::string lock_name;  // as LockRegion::lock names it
  std::string reason, file;
  bool retyped = false;
};

// Changed ones and new ones of records that were there before; what is gone has no place in NEW.
std::vector<DeclarationChange> ChangedDeclarations(const Facts& old_facts, const Facts& new_facts);

}  // namespace reweave
