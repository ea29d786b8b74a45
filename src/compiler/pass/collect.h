#pragma once

#include "compiler/pass/capture.h"
#include "compiler/pass/sites.h"
#include "compiler/pass/source_paths.h"

namespace reweave::compiler {

FunctionSites Collect(llvm::Function& function, const CaptureAnalysis& capture, SourcePaths& paths);

}  // namespace reweave::compiler
