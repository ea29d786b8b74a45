// The options a unit was compiled with, as far as they make other code of the same source. The driver tells them to the pass.
#pragma once

#include <set>
#include <string>

#include "llvm/IR/DebugInfoMetadata.h"

namespace reweave::compiler {

struct UnitOptions {
  std::string standard;  // "c++20", "gnu17"; the compiler's own choice if the user made none
  std::set<std::string> others;  // the last of those that contradict each other
};

// `unit` may be null: then the language is not known, and no standard unless one was given.
UnitOptions OptionsOf(const llvm::DICompileUnit* unit);

}  // namespace reweave::compiler
