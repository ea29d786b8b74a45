// Faults of the program: its own handler runs, or they end the run.
//
// The kernel puts the frame of a fault on the one alternate stack that all fibers share. Whatever may switch fibers leaves that
// stack first: the next fault of another fiber overwrites it.
#include <signal.h>
#include <ucontext.h>

#include "runtime/rt.h"

extern "C" void __reweave_sigreturn();

// [[noreturn]] void __reweave_handle_on_stack(uptr top, void (*fn)(FaultFrame*), FaultFrame*, uptr frame): calls fn there and
// lets the kernel take the registers from the frame.
asm(R"(
.pushsection reweave_text,"ax",@progbits
.globl __reweave_handle_on_stack
.hidden __reweave_handle_on_stack
.type __reweave_handle_on_stack,@function
__reweave_handle_on_stack:
  mov %rdi,%rsp
  xor %ebp,%ebp
  mov %rcx,%rbx
  mov %rdx,%rdi
  call *%rsi
  lea 8(%rbx),%rsp
  jmp __reweave_sigreturn
.size __reweave_handle_on_stack,.-__reweave_handle_on_stack
.popsection
)");

namespace reweave::rt {

void CallHandler(int sig, siginfo_t* info, void* context);

namespace {

struct FaultFrame {
  int sig;
  siginfo_t* info;
  void* context;
};
extern "C" [[noreturn]] void __reweave_handle_on_stack(uptr top, void (*fn)(FaultFrame*), FaultFrame*, uptr frame);

void RunHandler(FaultFrame* frame) { CallHandler(frame->sig, frame->info, frame->context); }

// What the kernel wrote from the return address to the end of the floating-point state.
u64 FloatBytes(const void* state) {
  constexpr u32 kMagic = 0x46505853;  // FP_XSTATE_MAGIC1
  struct Described {  // struct _fpx_sw_bytes, at the end of the first 512 bytes
    u32 magic, bytes;
  };
  const auto* described = reinterpret_cast<const Described*>(static_cast<const u8*>(state) + 464);
  return described->magic == kMagic ? described->bytes : 512;
}

// Goes on here, on the stack of the fiber, after the handler of the fault.
[[noreturn]] void EndByFault(int sig, uptr at) { EndRun(EndKind::kSignal, static_cast<u64>(sig), at); }

constexpr uptr kRedZone = 128, kRoomToFail = 64 << 10, kLeastRoom = 4 << 10;

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

// Where the handler runs: on the stack that it asked for, else below what the fiber was doing. 0: there is no room.
uptr StackOfHandler(const Fiber* f, int sig, uptr sp) {
  const bool has_own = W->actions[sig].flags & SA_ONSTACK && f->alt_bytes;
  if (has_own && sp - f->alt_base >= f->alt_bytes) return f->alt_base + f->alt_bytes;
  const bool inside = (sp >= f->stack_low + kRoomToFail && sp < f->stack_high) || (has_own && sp - f->alt_base >= kLeastRoom);
  return inside ? sp - kRedZone : 0;
}

}  // namespace

void HandleFault(int sig, siginfo_t* info, void* context) {
  auto* uc = static_cast<ucontext_t*>(context);
  auto* state = reinterpret_cast<u8*>(uc->uc_mcontext.fpregs);
  const uptr top = StackOfHandler(Cur(), sig, static_cast<uptr>(uc->uc_mcontext.gregs[REG_RSP]));
  u8* begin = static_cast<u8*>(context) - sizeof(void*);  // the return address
  if (!top || state < begin) return CallHandler(sig, info, context);
  const u64 float_bytes = FloatBytes(state), before = static_cast<u64>(state - begin);
  u8* to = reinterpret_cast<u8*>(((top - float_bytes) & ~63ull) - before);  // the state must begin at a multiple of 64
  __builtin_memcpy(to, begin, before + float_bytes);
  auto* copy = reinterpret_cast<ucontext_t*>(to + sizeof(void*));
  copy->uc_mcontext.fpregs = reinterpret_cast<fpregset_t>(to + before);
  auto* frame = reinterpret_cast<FaultFrame*>(to) - 1;
  *frame = {sig, reinterpret_cast<siginfo_t*>(to + (reinterpret_cast<u8*>(info) - begin)), copy};
  __reweave_handle_on_stack(reinterpret_cast<uptr>(frame) & ~15ull, RunHandler, frame, reinterpret_cast<uptr>(to));
}

void FailByFault(int sig, uptr at, void* context) {
  const Fiber* f = Cur();
  bool overflow = sig == SIGSEGV && at >= f->stack_low - 64 * kPage && at < f->stack_low + kPage;
  if (OthersComeBeforeFailure() && !overflow && FailOnOwnStack(f, sig, at, static_cast<ucontext_t*>(context))) return;
  W->fails_here = true;
  EndRun(EndKind::kSignal, static_cast<u64>(sig), at, overflow ? "stack overflow" : nullptr);
}

}  // namespace reweave::rt
