// Stands in for the runtime: with STUB_ON set it arms every guard, counts the hooks and prints the counts at the end.
#include <cstdio>
#include <cstdlib>

#include "abi/hooks.h"

namespace {

enum Count {
  kRead,
  kWrite,
  kReadRange,
  kWriteRange,
  kAtomic,
  kCasDone,
  kFence,
  kCall,
  kReturn,
  kBranch,
  kBlock,
  kLoopEnter,
  kLoopIter,
  kLocalBegin,
  kLocalEnd,
  kModules,
  kCounts
};
constexpr const char* kNames[] = {"read",      "write",       "read_range", "write_range", "atomic", "cas_done",
                                  "fence",     "call",        "return",     "branch",      "block",  "loop_enter",
                                  "loop_iter", "local_begin", "local_end",  "modules"};
long counts[kCounts];

bool On() { return std::getenv("STUB_ON") != nullptr; }

void Add(Count which) { __atomic_fetch_add(&counts[which], 1, __ATOMIC_RELAXED); }

__attribute__((destructor)) void Print() {
  if (!On()) return;
  for (int i = 0; i < kCounts; ++i) std::fprintf(stderr, "%s=%ld ", kNames[i], counts[i]);
  std::fprintf(stderr, "\n");
}

}  // namespace

extern "C" {

void __reweave_register_module(const reweave::abi::ModuleSections* module) {
  if (!On()) return;
  if (module->abi_version != reweave::abi::kHookAbiVersion || module->facts_begin == module->facts_end) std::abort();
  Add(kModules);
  for (std::uint32_t cls = 0; cls < 5; ++cls) {
    std::uint32_t index = 0;
    for (std::uint32_t* guard = module->guards[cls].begin; guard != module->guards[cls].end; ++guard)
      *guard = cls << 29 | ++index;
  }
}
void __reweave_unregister_module(const reweave::abi::ModuleSections*) {}

void __reweave_read1(const void*, std::uint32_t) { Add(kRead); }
void __reweave_read2(const void*, std::uint32_t) { Add(kRead); }
void __reweave_read4(const void*, std::uint32_t) { Add(kRead); }
void __reweave_read8(const void*, std::uint32_t) { Add(kRead); }
void __reweave_write1(void*, std::uint32_t, std::uint64_t) { Add(kWrite); }
void __reweave_write2(void*, std::uint32_t, std::uint64_t) { Add(kWrite); }
void __reweave_write4(void*, std::uint32_t, std::uint64_t) { Add(kWrite); }
void __reweave_write8(void*, std::uint32_t, std::uint64_t) { Add(kWrite); }
void __reweave_read_range(const void*, std::size_t, std::uint32_t) { Add(kReadRange); }
void __reweave_write_range(void*, std::size_t, std::uint32_t) { Add(kWriteRange); }
void __reweave_atomic(void*, std::uint32_t, std::uint64_t, std::uint32_t) { Add(kAtomic); }
void __reweave_cas_done(std::uint32_t, std::uint32_t) { Add(kCasDone); }
void __reweave_fence(std::uint32_t, std::uint32_t) { Add(kFence); }
void __reweave_call(std::uint32_t) { Add(kCall); }
void __reweave_call_library(std::uint32_t) { Add(kCall); }
void __reweave_return(std::uint32_t) { Add(kReturn); }
void __reweave_called(const void*, std::uint32_t) {}
void __reweave_passed(const void*, const void*, std::uint32_t, std::uint32_t, std::uint32_t) {}
void __reweave_hidden(std::uint32_t, std::uint32_t, std::uint32_t) {}
void __reweave_branch(std::uint32_t, std::uint64_t) { Add(kBranch); }
void __reweave_block(std::uint32_t) { Add(kBlock); }
void __reweave_loop_enter(std::uint32_t) { Add(kLoopEnter); }
void __reweave_loop_iter(std::uint32_t) { Add(kLoopIter); }
void __reweave_local_begin(void*, std::size_t, std::uint32_t) { Add(kLocalBegin); }
void __reweave_local_end(void*, std::size_t, std::uint32_t) { Add(kLocalEnd); }
}

// libcalls.cc is the real one and asks the scheduler for this; here nothing is scheduled.
namespace reweave::rt {
void TakesTurns(void*, std::uint32_t, bool);
void TakesTurns(void*, std::uint32_t, bool) {}
}  // namespace reweave::rt
