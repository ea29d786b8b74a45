// Declarations of a unit's own records and globals: what their types, initialisers and qualifiers are.
#pragma once

#include <string>

#include "compiler/pass/canonical.h"

namespace reweave::compiler {

// The body of the unit's declaration record: strings and declarations, padded to eight bytes.
std::string EncodeDeclarations(llvm::Module& module, Variables& variables, CanonicalText& canonical, SourcePaths& paths);

}  // namespace reweave::compiler
