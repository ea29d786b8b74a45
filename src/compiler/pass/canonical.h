// The canonical text of a block (simrt.md, section 5): what it does, without line numbers, value names and layout. Blocks with
// equal text are equivalent; the facts carry the text's hash.
#pragma once

#include <array>
#include <string>

#include "compiler/pass/sites.h"
#include "compiler/pass/variables.h"

namespace reweave::compiler {

using Hash = std::array<std::uint8_t, 16>;

// Mangled name; functions that only this unit can see add "@" and the unit's path.
std::string FunctionId(const llvm::Function& function, const SourcePaths& paths);
// "i32(ptr,i64)": functions and indirect calls that could meet have the same.
std::string Signature(const llvm::FunctionType* type);

class CanonicalText {
 public:
  CanonicalText(Variables& variables, SourcePaths& paths) : variables_(variables), paths_(paths) {}

  std::string Block(const llvm::BasicBlock& block, const llvm::DenseMap<const llvm::BasicBlock*, unsigned>& numbers);

 private:
  void Line(const llvm::Instruction& instruction, const llvm::DenseMap<const llvm::BasicBlock*, unsigned>& numbers);
  void Call(const llvm::CallBase& call);
  void Operand(const llvm::Value* value);
  void Constant(const llvm::Constant* constant);
  void Type(llvm::Type* type);

  Variables& variables_;
  SourcePaths& paths_;
  std::string text_;
  llvm::DenseMap<const llvm::Value*, unsigned> locals_;
};

Hash HashOf(llvm::StringRef text);

}  // namespace reweave::compiler
