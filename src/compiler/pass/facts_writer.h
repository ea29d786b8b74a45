#pragma once

#include "compiler/pass/module_ctor.h"
#include "compiler/pass/sites.h"
#include "compiler/pass/source_paths.h"

namespace reweave::compiler {

struct FunctionRecord {
  llvm::GlobalVariable* global;
  GuardArrays guards;
};

class FactsWriter {
 public:
  FactsWriter(llvm::Module& module, SourcePaths& paths) : module_(module), paths_(paths) {}
  FunctionRecord Write(const FunctionSites& sites);
 private:
  llvm::Module& module_;
  SourcePaths& paths_;
};

}  // namespace reweave::compiler
