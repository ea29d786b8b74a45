// The statements of a function as the programmer wrote them: taken before anything is inlined or promoted, so a local variable is
// still a variable and not the constant that was last put into it. Two versions of a function are compared statement by statement
// (src/change); sites are tied to statements by their source position.
//
// A statement is an instruction with an effect (store, call, atomic operation, branch, return of a value) together with the
// expression it works on. Its hash knows callees, fields, globals, constants and types, but of locals only the type: which ones
// they are is told apart, so that a renamed local is no change and a mixed-up one is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/pass/canonical.h"
#include "compiler/pass/source_paths.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace reweave::compiler {

struct Statement {
  Hash bare{};  // of its text without names
  std::vector<std::string> names;  // in it, in order (facts/named_text.h)
  std::uint32_t flags = 0;  // facts::StatementFlags
  llvm::SmallVector<unsigned, 2> lines;  // of the function's own file, ascending
  llvm::SmallVector<unsigned, 4> locals;  // numbers of the locals it works on, in order of use
};

struct FunctionStatements {
  std::vector<Statement> list;  // in the order of the source text
  llvm::DenseMap<std::uint64_t, unsigned> at;  // (line << 16 | column) -> first statement with something there
  llvm::DenseMap<std::uint64_t, unsigned> calls;  // the same with the callee: all that a macro writes stands at one place
};

// By mangled name, functions of system headers left out.
using StatementTable = llvm::StringMap<FunctionStatements>;
StatementTable CollectStatements(llvm::Module& module, SourcePaths& paths);

// The number of the statement that an instruction of the prepared function belongs to, ~0u if none is known.
unsigned StatementOf(const FunctionStatements& statements, const llvm::Instruction& instruction);

}  // namespace reweave::compiler
