// The end of a run by a fault of the program.
#include <signal.h>
#include <ucontext.h>

#include "runtime/rt.h"

namespace reweave::rt {

namespace {

// Goes on here, on the stack of the fiber, after the handler of the fault.
[[noreturn]] void EndByFault(int sig, uptr at) { EndRun(EndKind::kSignal, static_cast<u64>(sig), at); }

constexpr uptr kRedZone = 128, kRoomToFail = 64 << 10;

// Others may run before the failure, so the fiber must leave the one alternate stack. False: its own stack cannot be used.
bool FailOnOwnStack(const Fiber* f, int sig, uptr at, ucontext_t* context) {
  greg_t* regs = context->uc_mcontext.gregs;
  const uptr sp = static_cast<uptr>(regs[REG_RSP]);
  if (sp < f->stack_low + kRoomToFail || sp >= f->stack_high) return false;
  constexpr greg_t kDirectionFlag = 1 << 10;
  regs[REG_RSP] = static_cast<greg_t>(((sp - kRedZone) & ~15ull) - 8);
  regs[REG_RIP] = reinterpret_cast<greg_t>(EndByFault);
  regs[REG_RDI] = sig;
  regs[REG_RSI] = static_cast<greg_t>(at);
  regs[REG_EFL] &= ~kDirectionFlag;
  return true;
}

}  // namespace

void FailByFault(int sig, uptr at, void* context) {
  const Fiber* f = Cur();
  bool overflow = sig == SIGSEGV && at >= f->stack_low - 64 * kPage && at < f->stack_low + kPage;
  if (OthersComeBeforeFailure() && !overflow && FailOnOwnStack(f, sig, at, static_cast<ucontext_t*>(context))) return;
  W->fails_here = true;
  EndRun(EndKind::kSignal, static_cast<u64>(sig), at, overflow ? "stack overflow" : nullptr);
}

}  // namespace reweave::rt
