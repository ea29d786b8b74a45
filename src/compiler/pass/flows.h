// Where values go in a function: addresses, copies, loads, stores, calls, conditions. Points-to analysis and slicing
// (docs/techniques/simrt.md) read this instead of the IR. docs/formats/facts.md has the format.
#pragma once

#include "compiler/pass/canonical.h"
#include "compiler/pass/encoder.h"
#include "compiler/pass/sites.h"
#include "compiler/pass/statements.h"

namespace reweave::compiler {

// Part 8 of a function's record. statements: null for functions of system headers, which have neither statements nor shapes.
Encoder EncodeFlows(const FunctionSites& sites, const FunctionStatements* statements, CanonicalText& canonical,
                    SourcePaths& paths, StringTable& strings);

// What a unit's globals point to before anything ran; vtables among them. Part 11 of a unit's record.
Encoder EncodeTables(const llvm::Module& module, CanonicalText& canonical, SourcePaths& paths, StringTable& strings);

}  // namespace reweave::compiler
