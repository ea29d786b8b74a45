// What the pass knows of library functions by name: which memory they touch, and which of them can be left alone.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace reweave::compiler {

// How many bytes of an argument's object a call touches.
enum class Extent : std::uint8_t {
  kArgument,       // as many as argument `size` says
  kString,         // up to and including the terminator
  kStringMax,      // ... at most argument `size` bytes
  kCopyOfString,   // written: as long as the string in argument `other`
  kCopyMax,        // ... at most argument `size` bytes
  kAppended,       // written after the terminator: as long as the string in argument `other`
  kAppendedMax,
  kProduct,        // argument `size` times argument `other`
  kFirst,          // written: one byte stands for what is written, unless argument `size` is 0
  kItems,          // argument `size` of them, each of `other` bytes
  kBytes,          // `size` of them, unless the pointer is null
  kLinked,         // a pointer at offset `size`, or 16: the first two, of what the pointer at offset `other` leads to
  kVector,         // what an array of argument `size` structures iovec lists
  kMessage,        // what a structure msghdr lists
  kMessages,       // ... an array of argument `size` structures mmsghdr
  kObject,         // an object of a class whose functions lie in the library: `size` bytes stand for all of it
  kStream,         // a FILE, which the function locks meanwhile; `size` is not 0: locks or unlocks it for the caller
  kResource,       // a memory resource, if it is of a class that threads must not share
};

struct Effect {
  std::uint8_t argument;
  bool write;
  Extent extent;
  std::uint8_t size;   // argument number; kBytes, kObject: a number of bytes; kLinked: an offset
  std::uint8_t other;  // argument number; kItems: a number of bytes; kLinked: an offset
};

// The accesses a library function makes itself; empty if it is not in the list. _chk forms included.
llvm::ArrayRef<Effect> EffectsOf(llvm::StringRef name);

// What a function of the C++ library that is no part of this module does to the object it is called for: streams, strings,
// memory resources. Null: it is not known.
const Effect* EffectOnObject(llvm::StringRef name, bool returns_in_memory);
// The same for a call through the table of functions of std::pmr::memory_resource, made by `caller` of its header.
const Effect* EffectOnResource(llvm::StringRef caller);
// The streams that any thread may use at any time (std::cout, ...).
bool IsStandardStream(llvm::StringRef variable);

// A call in libatomic's form: __atomic_load_8(pointer, order), __atomic_store(size, pointer, value, order), ...
struct AtomicCall {
  std::uint32_t op;        // abi::AtomicOp
  unsigned pointer;        // argument numbers
  std::optional<unsigned> size_argument;
  unsigned size = 0;
  unsigned order;
  std::optional<unsigned> failure;
  std::optional<unsigned> value;
};
std::optional<AtomicCall> AsAtomicCall(llvm::StringRef name);

// A declared function that never stores a pointer it was given.
bool KeepsNoPointer(llvm::StringRef name);
// A function that reaches neither instrumented code nor the runtime: no call hooks around it.
bool IsLeaf(llvm::StringRef name);

}  // namespace reweave::compiler
