#pragma once

#include "compiler/pass/canonical.h"
#include "compiler/pass/encoder.h"
#include "compiler/pass/sites.h"
#include "compiler/pass/statements.h"

namespace reweave::compiler {

// The body of a function's record: its parts, padded to eight bytes. The same for the same source wherever it is compiled.
// statements: null for functions of system headers.
std::string EncodeFunction(const FunctionSites& sites, const FunctionStatements* statements, Variables& variables,
                           CanonicalText& canonical, SourcePaths& paths);

}  // namespace reweave::compiler
