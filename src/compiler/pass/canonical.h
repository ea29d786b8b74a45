// The canonical text of a block (docs/techniques/simrt.md): what it does, without line numbers, value names and layout. Blocks
// with equal text are equivalent; the facts carry the text's hash. What the program named stands between marks in the text, so
// that the rest and the names can be told apart (Parts).
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "compiler/pass/sites.h"
#include "compiler/pass/source_paths.h"
#include "compiler/pass/variables.h"

namespace reweave::compiler {

using Hash = std::array<std::uint8_t, 16>;

// Mangled name; functions that only this unit can see add "@" and the unit's path. One that initialises a global is known by the
// global: the compiler's own numbers change whenever another one is added.
std::string FunctionId(const llvm::Function& function, const SourcePaths& paths);
// "i32(ptr,i64)": functions and indirect calls that could meet have the same.
std::string Signature(const llvm::FunctionType* type);

// A text without its names, and the names in order as facts/named_text.h has them.
struct TextParts {
  std::string bare;
  std::vector<std::string> names;
};
TextParts Parts(llvm::StringRef text);
// The text with its names as they compare: no marks, no units, no numbers of lambdas.
std::string PlainText(llvm::StringRef text);

class CanonicalText {
 public:
  CanonicalText(Variables& variables, SourcePaths& paths) : variables_(variables), paths_(paths) {}

  std::string Block(const llvm::BasicBlock& block, const llvm::DenseMap<const llvm::BasicBlock*, unsigned>& numbers);
  // What an instruction of a block that was asked for last does, whichever values it works on: part of a hash.
  std::uint16_t ShapeOf(const llvm::Instruction& instruction) const { return shapes_.lookup(&instruction); }
  void ForgetShapes() { shapes_.clear(); }

  std::string ConstantText(const llvm::Constant* constant);
  static std::string TypeText(llvm::Type* type);
  // "Queue::head" if the address is that of a record's member: fields by name, so that a new one in front of them changes
  // nothing. Empty for elements of arrays and behind pointers, whose variable may be a local, which has no name here. What a
  // lambda captured has a number only: its name is a local's. Marked as a name.
  std::string MemberName(const llvm::GetElementPtrInst& address);
  // What is not in the operands: predicate, read-modify-write operation, memory order, volatile.
  static std::string Details(const llvm::Instruction& instruction);
  // "&Counter::total of @counter" if a global stands where its first member is meant, which has the same address: what is loaded
  // or stored, or the object of an operation on locks and the like. Empty for anything else.
  std::string FirstMember(const llvm::Instruction& user, const llvm::Value* operand);
  // Arguments that say where the call stands or how large a type is, not what it does.
  static bool IsUnstableArgument(const llvm::CallBase& call, unsigned number);

 private:
  void Line(const llvm::Instruction& instruction, const llvm::DenseMap<const llvm::BasicBlock*, unsigned>& numbers);
  void Call(const llvm::CallBase& call);
  void Operand(const llvm::Value* value);
  void Operand(const llvm::Instruction& user, const llvm::Value* value);
  void Constant(const llvm::Constant* constant);
  void Content(const llvm::GlobalVariable& global);
  void Type(llvm::Type* type);

  Variables& variables_;
  SourcePaths& paths_;
  std::string text_;
  llvm::DenseMap<const llvm::Value*, unsigned> locals_;
  llvm::DenseMap<const llvm::Instruction*, std::uint16_t> shapes_;
  llvm::SmallVector<const llvm::GlobalVariable*, 4> inside_;  // whose content is being written
};

Hash HashOf(llvm::StringRef text);

}  // namespace reweave::compiler
