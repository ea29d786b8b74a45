// The text at a place of the program's source, for the few questions that IR cannot answer: whether a jump was written or is the
// end of a block. Unreadable files (a moved build, a prefix map) have no text.
#pragma once

#include <memory>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/MemoryBuffer.h"

namespace reweave::compiler {

class SourceText {
 public:
  // The rest of the line from there on; empty if it is not known.
  llvm::StringRef At(const llvm::DILocation& at);

 private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> buffer;
    llvm::SmallVector<llvm::StringRef, 0> lines;
  };
  llvm::DenseMap<const llvm::DIFile*, std::unique_ptr<File>> files_;
};

}  // namespace reweave::compiler
