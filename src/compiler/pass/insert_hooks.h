#pragma once

#include "compiler/pass/hooks.h"
#include "compiler/pass/sites.h"

namespace reweave::compiler {

// Places every hook of the function. The sites' block numbers are meaningless afterwards.
void InsertHooks(const FunctionSites& sites, const GuardArrays& guards, const Hooks& hooks);

}  // namespace reweave::compiler
