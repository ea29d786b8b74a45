// The small clean-up before anything is numbered, the same at every -O level. It promotes locals and inlines small functions
// of system headers; it merges, hoists and deletes no access to memory that another thread could reach.
#pragma once

#include "compiler/pass/source_paths.h"
#include "llvm/IR/PassManager.h"

namespace reweave::compiler {

void Prepare(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, SourcePaths& paths);

// Steps of Prepare, in their order; declared for readers.
void KeepLibraryBodies(llvm::Module& module, SourcePaths& paths);   // bodies of std::string that only libstdc++.so would have
void StripMemoryAttributes(llvm::Module& module);                   // pure and const would let calls be merged
void InlineSystemFunctions(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, SourcePaths& paths);

// Semaphores, latches and barriers of the standard library exist as headers only: calls of their operations stay calls, so that a
// trace tells where each begins and ends.
bool IsOperation(const llvm::Function& function);

// Functions that get no hooks at all.
bool IsSkipped(const llvm::Function& function);
void MarkSkipped(llvm::Module& module);  // reads annotations and IFUNC resolvers, once

}  // namespace reweave::compiler
