#pragma once

#include "compiler/pass/capture.h"
#include "compiler/pass/sites.h"
#include "compiler/pass/source_paths.h"

namespace reweave::compiler {

FunctionSites Collect(llvm::Function& function, const CaptureAnalysis& capture, SourcePaths& paths);

// Whether control can come back to the block.
bool IsInCycle(const llvm::BasicBlock& block);

}  // namespace reweave::compiler
