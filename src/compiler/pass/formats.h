// What a call of printf or scanf does to the memory behind its further arguments, as its format says.
#pragma once

#include "compiler/pass/library_calls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace reweave::compiler {

// Empty if the function takes no format, or one that is not known here. The effects live as long as the program.
llvm::SmallVector<const Effect*, 4> EffectsOfFormat(const llvm::CallBase& call, llvm::StringRef name);

}  // namespace reweave::compiler
