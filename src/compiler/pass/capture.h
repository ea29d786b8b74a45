// Which locals can another thread reach? An alloca whose address is only loaded from, stored to, compared, or passed to
// functions of this module (or well-known library functions) that do not keep it, stays private: it is not an access.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace reweave::compiler {

class CaptureAnalysis {
 public:
  // Summarises the pointer parameters of all functions with a body, to a fixed point.
  explicit CaptureAnalysis(const llvm::Module& module);

  bool Escapes(const llvm::AllocaInst* local) const;
  // The object behind an address that needs no hook: a private local, a constant.
  bool IsPrivate(const llvm::Value* address) const;

 private:
  enum Flags : unsigned { kCaptured = 1, kReturned = 2 };
  unsigned Uses(const llvm::Value* root) const;
  unsigned CallUse(const llvm::CallBase& call, const llvm::Use& use) const;

  llvm::DenseMap<const llvm::Argument*, unsigned> parameters_;
  mutable llvm::DenseMap<const llvm::AllocaInst*, bool> locals_;
};

}  // namespace reweave::compiler
