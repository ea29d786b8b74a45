// Guards, and the constructor that tells the runtime where they are.
#pragma once

#include "compiler/pass/hooks.h"
#include "compiler/pass/sites.h"

namespace reweave::compiler {

const char* GuardSection(abi::SiteClass cls);
std::uint32_t GuardCount(const FunctionSites& sites, abi::SiteClass cls);

// Hidden linkonce_odr arrays in the COMDAT `group`, which is the function's own and named by its contents: objects that hold
// the same inline function share one set, others cannot be mixed up (hazards 53).
GuardArrays MakeGuards(llvm::Module& module, const FunctionSites& sites, llvm::StringRef group);

// `__reweave_module_ctor` and `__reweave_module_dtor`: once in each linked file, however many objects it is made of.
void AddModuleConstructor(llvm::Module& module);

}  // namespace reweave::compiler
