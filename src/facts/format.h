// The facts section `rw_facts`: numbers that the pass writes and the reader reads. docs/formats/facts.md is the specification.
//
// When to raise kFactsVersion: a field changes its meaning or place. Not when a tag is added, or a field at the end of an item
// (both are length-prefixed and skipped by older readers), or an enumerator at the end of a list.
#pragma once

#include <cstdint>

namespace reweave::inline facts {

constexpr std::uint32_t kRecordMagic = 0x46575231;  // "1RWF" in the file
constexpr std::uint16_t kFactsVersion = 1;
constexpr std::uint16_t kRecordHeaderSize = 56;
constexpr char kFactsSection[] = "rw_facts";
constexpr const char* kGuardSections[5] = {"rw_guard_access", "rw_guard_call", "rw_guard_branch", "rw_guard_block",
                                           "rw_guard_loop"};

// Sub-records of a function's record.
enum class Tag : std::uint32_t {
  kStrings = 1,
  kFunction = 2,
  kBlocks = 3,
  kAccesses = 4,
  kCalls = 5,
  kBranches = 6,
  kLoops = 7,
  kFlows = 8,
  kStatements = 9,
  kDeclarations = 10,
  kTables = 11,
  kData = 12
};

enum FunctionFlags : std::uint32_t {
  kFunctionSystem = 1,      // from a system header
  kFunctionLocal = 2,       // internal linkage: its id carries a path
  kFunctionCoroutine = 4,
  kFunctionArtificial = 8,  // made by the compiler
  kFunctionInline = 16,     // compiled only where it is used
  kFunctionWeak = 32,       // runs only if no other object defines it, or if it is the first that does
};

enum StatementFlags : std::uint32_t {
  kStatementImplicit = 1,  // not in the text: destructor at the end of a scope, return of a variable
  kStatementJump = 2,      // break, continue, goto, the end of a branch
  kStatementUnwind = 4,    // runs only while an exception is on its way
  kStatementAssembly = 8,  // inline assembly that may read and write any memory
};

enum VariableFlags : std::uint32_t {
  kVariableConst = 1,
  kVariableVolatile = 2,
  kVariableThreadLocal = 4,
  kVariableStatic = 8,     // data member
};

enum class EdgeLabel : std::uint8_t { kNone, kTrue, kFalse, kCase, kDefault, kNormal, kUnwind };

enum class AccessKind : std::uint8_t {
  kRead,
  kWrite,
  kAtomicLoad,
  kAtomicStore,
  kAtomicRmw,
  kAtomicCas,
  kFence,
  kLocalBegin,
  kLocalEnd
};

enum SiteFlags : std::uint32_t {
  kSiteLibrary = 1,   // in code from a system header
  kSiteRange = 2,     // memcpy and friends
  kSiteVolatile = 4,
  kSiteThreadLocal = 8,
  kSiteGuarded = 16,  // calls: has a guard
};

enum class VariableKind : std::uint8_t { kUnknown, kGlobal, kField, kElement, kHeap, kLocal };

enum class CalleeKind : std::uint8_t { kDirect, kVirtual, kIndirect };

// What a call does to a synchronisation object or thread, as far as its callee's name says.
enum class Operation : std::uint8_t {
  kNone,
  kMutexLock,
  kMutexTryLock,
  kMutexTimedLock,
  kMutexUnlock,
  kReadLock,
  kTryReadLock,
  kWriteLock,
  kTryWriteLock,
  kRwUnlock,
  kSpinLock,
  kSpinTryLock,
  kSpinUnlock,
  kCondWait,
  kCondTimedWait,
  kCondSignal,
  kCondBroadcast,
  kThreadCreate,
  kThreadJoin,
  kThreadDetach,
  kSemWait,
  kSemTryWait,
  kSemPost,
  kBarrierWait,
  kOnce,
  kYield,
  kSleep,
  kInit,
  kDestroy,
  kGuardAcquire,
  kGuardRelease,
  kAllocate,
  kFree
};

enum class SourceKind : std::uint8_t { kAccess, kCall, kParameter };

// What an operation does with values; docs/formats/facts.md, part 8.
enum class FlowKind : std::uint8_t { kCopy, kOffset, kLoad, kStore, kExchange, kMove, kCall, kReturn, kBranch };
constexpr std::uint8_t kFlowPlain = 0x80;  // with the kind: what it makes, stores or returns is no address

// Things that have an address.
// kConstant: a global that is never written; without a name if it points to nothing and its unit alone knows it.
enum class FlowRoot : std::uint8_t { kLocal, kGlobal, kThreadLocal, kFunction, kConstant };

}  // namespace reweave::inline facts
