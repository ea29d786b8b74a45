// Writes one record of section rw_facts for each function (docs/formats/facts.md), in a COMDAT named by its contents, together
// with the function's guards.
#pragma once

#include "compiler/pass/canonical.h"
#include "compiler/pass/module_ctor.h"
#include "compiler/pass/sites.h"
#include "compiler/pass/source_paths.h"
#include "compiler/pass/statements.h"
#include "compiler/pass/variables.h"

namespace reweave::compiler {

struct FunctionRecord {
  llvm::GlobalVariable* global;
  GuardArrays guards;
};

class FactsWriter {
 public:
  // `statements` were collected before the module was prepared.
  FactsWriter(llvm::Module& module, SourcePaths& paths, const StatementTable& statements);

  // Call for every function before hooks are placed in any.
  FunctionRecord Write(const FunctionSites& sites);
  // The unit's records and globals.
  llvm::GlobalVariable* WriteDeclarations();

 private:
  llvm::GlobalVariable* MakeRecord(const std::string& body, const std::string& group, const FunctionSites& sites,
                                   const GuardArrays& guards);

  llvm::Module& module_;
  SourcePaths& paths_;
  const StatementTable& statements_;
  Variables variables_;
  CanonicalText canonical_;
};

}  // namespace reweave::compiler
