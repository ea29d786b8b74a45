#pragma once

#include "compiler/pass/canonical.h"
#include "compiler/pass/encoder.h"
#include "compiler/pass/sites.h"

namespace reweave::compiler {

// The body of a function's record: its parts, padded to eight bytes. The same for the same source wherever it is compiled.
std::string EncodeFunction(const FunctionSites& sites, Variables& variables, CanonicalText& canonical, SourcePaths& paths);

}  // namespace reweave::compiler
