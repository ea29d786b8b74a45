// The functions of abi/hooks.h as LLVM declarations, and the inline guard in front of each call of one.
#pragma once

#include "abi/event.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace reweave::compiler {

class Hooks {
 public:
  explicit Hooks(llvm::Module& module);

  // Plain accesses of 1, 2, 4, 8 bytes by the logarithm of their size.
  llvm::FunctionCallee read[4], write[4];
  llvm::FunctionCallee read_range, write_range, atomic, cas_done, fence;
  llvm::FunctionCallee call, call_library, ret, branch, block, loop_enter, loop_iter, local_begin, local_end;
  llvm::FunctionCallee read_string, write_string, append_string;  // src/runtime/libcalls.cc
  llvm::FunctionCallee read_wanted, write_wanted, read_vector, write_vector, read_messages, write_messages;
  llvm::FunctionCallee address_used, stream;
  llvm::FunctionCallee read_object, write_object, write_resource, called, passed, hidden;
};

// The guards of one function, one array a class, null where the class has no site.
struct GuardArrays {
  llvm::GlobalVariable* arrays[static_cast<int>(abi::SiteClass::kCount)] = {};
};

// Emits `if (guard) { ... }` before `before` and returns a builder positioned in the unlikely part; `guard` is the loaded value.
struct GuardedRegion {
  GuardedRegion(llvm::Instruction* end, llvm::Value* guard) : builder(end), guard(guard) {}
  llvm::IRBuilder<> builder;
  llvm::Value* guard;
};
GuardedRegion InsertGuard(llvm::GlobalVariable* array, unsigned index, llvm::Instruction* before, const llvm::DebugLoc& location);
// The same for a guard value loaded earlier; returns the end of the unlikely part.
llvm::Instruction* InsertIf(llvm::Value* guard, llvm::Instruction* before, const llvm::DebugLoc& location);

}  // namespace reweave::compiler
