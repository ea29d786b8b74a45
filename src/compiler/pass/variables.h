// Which variable of the source does an address belong to? Built from debug info and address arithmetic, never from TBAA.
#pragma once

#include <optional>
#include <string>

#include "compiler/pass/di_types.h"
#include "facts/facts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace reweave::compiler {

struct VariableInfo {
  facts::VariableKind kind = facts::VariableKind::kUnknown;
  std::string name, record, field, object, type;
  bool is_thread_local = false;
  bool in_library = false;  // inside an object of a library type that nothing of the program is known to hold
  const llvm::DIType* leaf = nullptr;  // type of what is stored there
  facts::Inside inside;                // for people; nothing else may depend on it
};

// Valid for one function at a time, before hooks are placed.
class Variables {
 public:
  Variables(const llvm::Module& module, SourcePaths& paths) : layout_(module.getDataLayout()), paths_(paths), records_(module) {}

  void Enter(const llvm::Function& function);
  // size 0: unknown. whole: a range, which may cover a record with all its fields.
  VariableInfo Of(const llvm::Value* address, std::uint64_t size, bool whole);
  // The source type of a value, null if unknown.
  const llvm::DIType* TypeOf(const llvm::Value* value, unsigned depth = 0);
  std::string GlobalName(const llvm::GlobalVariable& global) const;

 private:
  struct Step {
    const llvm::Value* base;
    std::int64_t offset;
    bool indexed;
    const llvm::StructType* record;  // source type of the first GEP from this base
  };
  struct Local {
    const llvm::DILocalVariable* variable;
    bool address;  // the value is the variable's address, not its value
  };

  using Slot = std::pair<const llvm::AllocaInst*, std::int64_t>;

  std::optional<Slot> SlotOf(const llvm::Value* address) const;
  llvm::SmallVector<Step, 8> Chain(const llvm::Value* address) const;
  bool Resolve(const Step& step, std::uint64_t size, bool whole, unsigned depth, VariableInfo& out);
  VariableInfo Find(const llvm::Value* address, std::uint64_t size, bool whole, unsigned depth);
  void Name(const MemberPath& path, bool direct, VariableInfo& out);
  std::string Holder(const llvm::Value* pointer, unsigned depth);
  bool IsSystem(const llvm::DIType* type);

  const llvm::DataLayout& layout_;
  SourcePaths& paths_;
  RecordIndex records_;
  llvm::DenseMap<const llvm::Value*, Local> locals_;
  llvm::DenseMap<Slot, const llvm::Value*> forwarded_;
};

}  // namespace reweave::compiler
