// What a call is: its callee, the synchronisation it does, the thread it starts.
#pragma once

#include <string>

#include "compiler/pass/canonical.h"

namespace reweave::compiler {

struct CallInfo {
  facts::CalleeKind kind = facts::CalleeKind::kDirect;
  facts::Operation operation = facts::Operation::kNone;
  std::string callee, callee_name, signature, entry;
  unsigned slot = 0;
};

CallInfo DescribeCall(const llvm::CallBase& call, Variables& variables, SourcePaths& paths);
facts::Operation OperationOf(llvm::StringRef callee);

}  // namespace reweave::compiler
