// Fibers: real threads, made ahead and parked for ever, lend their stack, TLS and TCB; the code runs here.
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/real.h"
#include "runtime/rt.h"

// void __reweave_switch(void** save, void* to, u64 fs, long use_fsgsbase)
// Callee-saved registers, MXCSR and the x87 control word stay with the fiber (hazards 24).
asm(R"(
.pushsection reweave_text,"ax",@progbits
.globl __reweave_switch
.hidden __reweave_switch
.type __reweave_switch,@function
__reweave_switch:
  .cfi_startproc
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  sub $8,%rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  mov %rsp,(%rdi)
  mov %rsi,%rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  add $8,%rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
  .cfi_endproc
.size __reweave_switch,.-__reweave_switch
.globl __reweave_fiber_entry
.hidden __reweave_fiber_entry
.type __reweave_fiber_entry,@function
__reweave_fiber_entry:
  .cfi_startproc
  .cfi_undefined rip
  xor %ebp,%ebp
  sub $8,%rsp
  call __reweave_fiber_main
  ud2
  .cfi_endproc
.size __reweave_fiber_entry,.-__reweave_fiber_entry
.popsection
)");

extern "C" void __reweave_switch(void** save, void* to);
extern "C" void __reweave_fiber_entry();
extern "C" [[noreturn]] void __reweave_park_forever();
extern "C" [[noreturn]] void __reweave_fiber_main() { reweave::rt::FiberMain(); }

namespace reweave::rt {
namespace {

constexpr long kArchSetFs = 0x1002, kArchGetFs = 0x1003;

__attribute__((target("fsgsbase"))) void WriteFs(u64 fs) { __builtin_ia32_wrfsbase64(fs); }

void SetFs(u64 fs) {
  if (RW_LIKELY(g_rt.machine & abi::kHasFsgsbase)) WriteFs(fs);
  else Sys(SYS_arch_prctl, kArchSetFs, static_cast<long>(fs));
}

u64 GetFs() {
  u64 fs = 0;
  Sys(SYS_arch_prctl, kArchGetFs, reinterpret_cast<long>(&fs));
  return fs;
}

// First and only code of a pooled kernel thread. Signals are blocked before it parks (hazards 20).
void* Park(void* p) {
  Slot* slot = static_cast<Slot*>(p);
  u64 all = ~0ull;
  Sys(SYS_rt_sigprocmask, 0, reinterpret_cast<long>(&all), 0, 8);
  slot->fs = GetFs();
  slot->tls_low = reinterpret_cast<uptr>(__builtin_frame_address(0)) - 512;
  __atomic_store_n(&slot->ready, 1, __ATOMIC_RELEASE);
  Sys(SYS_futex, reinterpret_cast<long>(&slot->ready), 1 /* wake */, 1);
  __reweave_park_forever();
}

}  // namespace

void SwitchTo(Fiber* to) {
  Fiber* from = Cur();
  if (to == from) return;
  BreakChain();
  ForgetRepeated();
  W->cur = to->tid;
  W->current = to;
  SetFs(to->fs);
  __reweave_switch(&from->sp, to->sp);
}

void SwitchToController(Reason reason) {
  Fiber* from = Cur();
  g_rt.reason = reason;
  SetFs(g_rt.controller_fs);
  __reweave_switch(&from->sp, g_rt.controller_sp);
}

void ResumeFromController(Fiber* to) {
  BreakChain();
  ForgetRepeated();
  W->cur = to->tid;
  W->current = to;
  SetFs(to->fs);
  __reweave_switch(&g_rt.controller_sp, to->sp);
}

void MakePool(u32 count) {
  g_rt.controller_fs = GetFs();
  for (u32 i = 1; i <= count; ++i) {
    Slot* slot = &g_rt.slots[i];
    uptr low = SlotAddress(i);
    Sys(SYS_mprotect, static_cast<long>(low), kPage, PROT_NONE);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    if (pthread_attr_setstack(&attr, reinterpret_cast<void*>(low + kPage), kSlotTop - kPage) != 0) Die("pool stack");
    if (int e = g_real.pthread_create(&slot->handle, &attr, Park, slot); e != 0) Die("cannot make a parked thread", e);
    while (__atomic_load_n(&slot->ready, __ATOMIC_ACQUIRE) == 0)
      Sys(SYS_futex, reinterpret_cast<long>(&slot->ready), 0 /* wait */, 0);
    slot->stack_high = low + kSlotTop;
  }
  // Give the last one time to reach its parking call, then remember every TCB and TLS as new.
  for (u32 i = 1; i <= count; ++i) {
    Slot* slot = &g_rt.slots[i];
    __builtin_memcpy(reinterpret_cast<void*>(ImageOf(slot->tls_low)), reinterpret_cast<void*>(slot->tls_low),
                     slot->stack_high - slot->tls_low);
  }
  g_rt.pool = count;
}

void PrepareFiber(Fiber* f, u32 slot) {
  f->slot = static_cast<u16>(slot);
  WatchReturns(f);
  f->fs = slot == 0 ? g_rt.controller_fs : g_rt.slots[slot].fs;
  uptr top = f->stack_high & ~15ull;
  void** s = reinterpret_cast<void**>(top);
  *--s = nullptr;                       // return address of the entry: end of every backtrace
  *--s = reinterpret_cast<void*>(&__reweave_fiber_entry);
  for (int i = 0; i < 6; ++i) *--s = nullptr;
  u32 control[2];
  asm volatile("stmxcsr %0" : "=m"(control[0]));
  u16 cw;
  asm volatile("fnstcw %0" : "=m"(cw));
  control[1] = cw;
  --s;
  __builtin_memcpy(s, control, 8);
  f->sp = s;
}

}  // namespace reweave::rt
