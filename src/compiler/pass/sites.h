// The sites of one function, numbered in their canonical order (blocks in reverse post-order, instructions in order), before
// any hook is placed. Everything here points into the IR and is valid until hooks are inserted.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/event.h"
#include "compiler/pass/library_calls.h"
#include "facts/format.h"
#include "llvm/IR/Instructions.h"

namespace reweave::compiler {

constexpr std::uint32_t kNoGuard = ~0u;

using facts::AccessKind;

struct AccessSite {
  llvm::Instruction* instruction;
  AccessKind kind;
  llvm::Value* address = nullptr;      // none: fence
  std::uint64_t size = 0;              // bytes; 0: at run time, see below
  llvm::Value* length = nullptr;       // ranges: the number of bytes
  const Effect* effect = nullptr;      // library calls
  llvm::Value* value = nullptr;        // written value of a plain or atomic store
  std::uint8_t order = 0, failure = 0; // std::memory_order
  bool range = false;
  bool is_volatile = false;
  bool once = false;                   // a weak compare-exchange outside of every loop
  unsigned block = 0, ordinal = 0;     // number of the block, number among the block's accesses
};

struct CallSite {
  llvm::CallBase* call;
  unsigned block = 0, ordinal = 0;
  bool hooked = true;                  // has a guard
  bool library = false;                // in code from a system header, inlined or not
};

struct BranchSite {
  llvm::Instruction* terminator;       // conditional br, switch or indirectbr
  unsigned block = 0;
};

// What decides where such a terminator goes.
llvm::Value* DecidingValue(llvm::Instruction& terminator);

struct LoopSite {
  llvm::BasicBlock* header;
  std::vector<llvm::BasicBlock*> entries;  // predecessors outside of the loop
  unsigned block = 0, depth = 1;
};

struct FunctionSites {
  llvm::Function* function = nullptr;
  std::vector<llvm::BasicBlock*> blocks;
  std::vector<AccessSite> accesses;
  std::vector<CallSite> calls;
  std::vector<BranchSite> branches;
  std::vector<LoopSite> loops;
  bool control_hooks = true;               // branch, block and loop hooks (not in functions of system headers)
  // Guard index in the function's array of a class = position in the list above (calls: among the hooked ones).
};

}  // namespace reweave::compiler
