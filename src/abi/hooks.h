// What the pass makes instrumented code call, and what an instrumented module tells the runtime about itself.
//
// Guards. Each site has a 4-byte guard in the section of its class. It is 0 while dormant (a program started without
// `reweave`, or a class that is not recorded): the inline code loads it, compares with 0 and goes on. Under `reweave` the runtime
// writes the site's id there; the inline code then passes that id to the hook. Sections (C identifiers, so that the linker
// defines __start_/__stop_ symbols; hidden, per module):
//     rw_guard_access  rw_guard_call  rw_guard_branch  rw_guard_block  rw_guard_loop        facts: rw_facts
// Site id = class << 29 | (module's base for that class + index of the guard in the module's section). Ids start at 1.
//
// Hooks never throw, may switch fibers, and are called with C linkage from any function, also before main.
#pragma once

#include <cstddef>
#include <cstdint>

namespace reweave::abi {

constexpr std::uint32_t kHookAbiVersion = 4;

// In the 8 bytes before each function with hooks that other modules may call, or that is called through a pointer. A program may
// contain objects that were compiled without hooks: their functions have no mark.
constexpr std::uint64_t kFunctionMark = 0xf3a5d8c47e11b69dull;

// Passed by each module's constructor (emitted once a module as linkonce_odr hidden `__reweave_module_ctor`, priority 1) to
// __reweave_register_module, and by its destructor to __reweave_unregister_module. Absent sections: begin == end.
struct ModuleSections {
  std::uint32_t abi_version;
  std::uint32_t reserved;
  struct {
    std::uint32_t* begin;
    std::uint32_t* end;
  } guards[5];  // by SiteClass
  const void* facts_begin;
  const void* facts_end;
};

// Last argument of __reweave_atomic.
enum AtomicOp : std::uint32_t { kAtomicLoad = 0, kAtomicStore = 1, kAtomicRmw = 2, kAtomicCas = 3 };
// packed: op | size << 4 (bytes, up to 16) | success order << 12 | failure order << 16   (orders as std::memory_order)
constexpr std::uint32_t kOnce = 1u << 20;  // of a compare-exchange that may fail without a reason: its function tries it once

constexpr std::uint32_t PackAtomic(AtomicOp op, std::uint32_t size, std::uint32_t order, std::uint32_t failure = 0) {
  return op | size << 4 | order << 12 | failure << 16;
}

}  // namespace reweave::abi

extern "C" {
void __reweave_register_module(const reweave::abi::ModuleSections*);
void __reweave_unregister_module(const reweave::abi::ModuleSections*);

// Plain accesses: called just before the instruction. Writes of up to 8 bytes pass the value (zero-extended bits).
void __reweave_read1(const void*, std::uint32_t site);
void __reweave_read2(const void*, std::uint32_t site);
void __reweave_read4(const void*, std::uint32_t site);
void __reweave_read8(const void*, std::uint32_t site);
void __reweave_write1(void*, std::uint32_t site, std::uint64_t value);
void __reweave_write2(void*, std::uint32_t site, std::uint64_t value);
void __reweave_write4(void*, std::uint32_t site, std::uint64_t value);
void __reweave_write8(void*, std::uint32_t site, std::uint64_t value);
// Any other size, memory intrinsics, library copies. n == 0 does nothing.
void __reweave_read_range(const void*, std::size_t n, std::uint32_t site);
void __reweave_write_range(void*, std::size_t n, std::uint32_t site);
// One event for an assignment-like copy is not wanted: a memcpy is a read_range and a write_range (two sites).

// Atomics: before the instruction; it executes without another fiber in between. value: operand of a store, else 0.
void __reweave_atomic(void*, std::uint32_t site, std::uint64_t value, std::uint32_t packed);
void __reweave_cas_done(std::uint32_t site, std::uint32_t success);  // right after a compare-exchange
void __reweave_fence(std::uint32_t site, std::uint32_t order);

// Calls: before and after each call that may reach instrumented code or a runtime function (not for intrinsics, not for
// hooks). After an exception or longjmp the missing pops are made up for by comparing stack addresses.
void __reweave_call(std::uint32_t site);
void __reweave_call_library(std::uint32_t site);  // by a function of a system header
void __reweave_return(std::uint32_t site);

// Before a call of a function that the pass does not know, or through a pointer: one of its arguments points there. `writes`: it
// is not known to only read. `bytes`: of the object there; 0 = not known. The runtime ignores it if the function has hooks.
void __reweave_called(const void* function, std::uint32_t site);  // likewise, whatever its arguments are
void __reweave_passed(const void* function, const void*, std::uint32_t site, std::uint32_t writes, std::uint32_t bytes);
void __reweave_hidden(std::uint32_t state, std::uint32_t changes, std::uint32_t site);  // state: abi::Hidden

void __reweave_branch(std::uint32_t site, std::uint64_t outcome);  // successor index taken
void __reweave_block(std::uint32_t site);
void __reweave_loop_enter(std::uint32_t site);  // in the preheader(s)
void __reweave_loop_iter(std::uint32_t site);  // in the header
// Address-taken locals (access class guards: one for begin, one for end).
void __reweave_local_begin(void*, std::size_t n, std::uint32_t site);
void __reweave_local_end(void*, std::size_t n, std::uint32_t site);
}
