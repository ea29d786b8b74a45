// Source types from debug info: names, fields by offset. IR struct types are numbered differently in each module
// ("class.std::vector.12"), so their names are only the last resort.
#pragma once

#include <string>

#include "compiler/pass/source_paths.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace reweave::compiler {

// Without typedefs and cv-qualifiers.
const llvm::DIType* StripType(const llvm::DIType* type);
// Of the elements of an array, else the type itself; stripped.
const llvm::DIType* ElementOf(const llvm::DIType* type);
std::uint64_t SizeOf(const llvm::DIType* type);  // in bytes, 0: unknown
// What a pointer or reference points to (stripped), or null.
const llvm::DIType* PointeeOf(const llvm::DIType* type);
// Qualified, with template arguments: "ns::Queue<int>", "main::lambda". "" for void and unknown.
std::string TypeName(const llvm::DIType* type);
std::string ScopeName(const llvm::DIScope* scope);
// "ns::f", without parameters.
std::string FunctionName(const llvm::DISubprogram* function);
// "class.ns::Queue.12" is "ns::Queue".
std::string StructName(const llvm::StructType* type);

// One step from a record into a member.
struct MemberStep {
  const llvm::DICompositeType* record;  // that declares it: for an inherited field the base class
  const llvm::DIDerivedType* member;
  bool array = false;                   // an element of it
  std::uint64_t rest = 0;               // bytes from the start of the member, or of that element
};

// The members that lead from the start of an object to the bytes at `offset`.
struct MemberPath {
  llvm::SmallVector<MemberStep, 4> steps;
  bool array = false;                    // the object itself is an array
  const llvm::DIType* object = nullptr;  // its type, of an array its elements'
  std::uint64_t offset = 0;              // bytes from the start of the object, or of that element
  llvm::SmallVector<std::uint64_t, 2> indices;  // of the arrays on the way
  std::uint64_t rest = 0;                // bytes into the leaf
  const llvm::DIType* leaf = nullptr;    // type at the end, null if the path got lost
};

// whole: stop at the first object of at least `size` bytes (a copy of a struct); else go down to a scalar.
MemberPath WalkMembers(const llvm::DIType* type, std::uint64_t offset, std::uint64_t size, bool whole);

// Record types of the module by their IR name and size; built on first use.
class RecordIndex {
 public:
  explicit RecordIndex(const llvm::Module& module) : module_(module) {}
  const llvm::DICompositeType* Find(const llvm::StructType* type);

 private:
  const llvm::Module& module_;
  bool built_ = false;
  llvm::StringMap<llvm::SmallVector<const llvm::DICompositeType*, 2>> by_name_;
};

}  // namespace reweave::compiler
