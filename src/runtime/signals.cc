// Signals: faults of the program end the run (or reach its own handler); what it sends itself is delivered by the scheduler;
// the explorer's SIGXCPU ends a run that makes no progress.
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "runtime/real.h"
#include "runtime/rt.h"

// void __reweave_call_on_stack(uptr top, void (*fn)(Call*), Call*)
asm(R"(
.pushsection reweave_text,"ax",@progbits
.globl __reweave_call_on_stack
.hidden __reweave_call_on_stack
.type __reweave_call_on_stack,@function
__reweave_call_on_stack:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset rbp,-16
  mov %rsp,%rbp
  .cfi_def_cfa_register rbp
  mov %rdi,%rsp
  mov %rdx,%rdi
  call *%rsi
  mov %rbp,%rsp
  pop %rbp
  .cfi_def_cfa rsp,8
  ret
  .cfi_endproc
.size __reweave_call_on_stack,.-__reweave_call_on_stack
.popsection
)");

namespace reweave::rt {

void SetHandler(int sig, void (*handler)(int, siginfo_t*, void*), unsigned long flags);

namespace {

constexpr u64 kAltBytes = 1 << 20;
struct KernelAction {
  void* handler;
  unsigned long flags;
  void* restorer;
  u64 mask;
};
const int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

bool InRun() { return g_rt.controlled && !W->ended && g_rt.capture; }

struct Call;
extern "C" void __reweave_call_on_stack(uptr top, void (*fn)(Call*), Call*);

using Handler3 = void (*)(int, siginfo_t*, void*);
using Handler1 = void (*)(int);

bool HasHandler(int sig) {
  void* h = W->actions[sig].handler;
  return h != reinterpret_cast<void*>(SIG_DFL) && h != reinterpret_cast<void*>(SIG_IGN);
}

struct Call {
  SigAction action;
  int sig;
  siginfo_t* info;
  void* context;
};

void Invoke(Call* c) {
  if (c->action.flags & SA_SIGINFO) reinterpret_cast<Handler3>(c->action.handler)(c->sig, c->info, c->context);
  else reinterpret_cast<Handler1>(c->action.handler)(c->sig);
}

void CallHandler(int sig, siginfo_t* info, void* context) {
  SigAction a = W->actions[sig];
  Fiber* f = Cur();
  u64 mask = f->sigmask;
  f->sigmask |= a.mask | ((a.flags & SA_NODEFER) ? 0 : 1ull << (sig - 1));
  if (a.flags & SA_RESETHAND) W->actions[sig].handler = nullptr;
  Call call{a, sig, info, context};
  uptr here = reinterpret_cast<uptr>(&call);
  bool on_stack = a.flags & SA_ONSTACK && f->alt_bytes && here - f->alt_base >= f->alt_bytes;
  if (on_stack) __reweave_call_on_stack((f->alt_base + f->alt_bytes) & ~15ull, Invoke, &call);
  else Invoke(&call);
  f->sigmask = mask;
}

bool DefaultIgnored(int sig) { return sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT; }

void Deliver(int sig) {
  void* h = W->actions[sig].handler;
  if (h == reinterpret_cast<void*>(SIG_IGN)) return;
  if (!HasHandler(sig)) {
    if (DefaultIgnored(sig)) return;
    EndRun(sig == SIGABRT ? EndKind::kAbort : EndKind::kSignal, static_cast<u64>(sig), 0, nullptr, CallSite(Cur()));
  }
  Fiber* f = Cur();
  ++f->ordinal;
  Event* e = Record(EventKind::kSignalHandler, f);
  e->value = static_cast<u64>(sig);
  siginfo_t info{};
  info.si_signo = sig;
  info.si_code = SI_TKILL;
  info.si_pid = static_cast<int>(g_rt.pid);
  ucontext_t context{};
  CallHandler(sig, &info, &context);
  if (Recording(abi::kRecordCall)) Record(EventKind::kReturn, f)->value = static_cast<u64>(sig);
}

void OnFault(int sig, siginfo_t* info, void* context) {
  if (!InRun()) Die("fault in the runtime itself, signal", sig);
  if (HasHandler(sig)) {
    CallHandler(sig, info, context);
    return;
  }
  uptr at = reinterpret_cast<uptr>(info->si_addr);
  Fiber* f = Cur();
  bool overflow = sig == SIGSEGV && at >= f->stack_low - 64 * kPage && at < f->stack_low + kPage;
  EndRun(EndKind::kSignal, static_cast<u64>(sig), at, overflow ? "stack overflow" : nullptr);
}

void OnTimeout(int, siginfo_t*, void*) {
  if (InRun()) EndRun(EndKind::kTimeout, 0);
}

}  // namespace

void InstallSignals() {
  g_rt.alt_stack = reinterpret_cast<u8*>(
      Sys(SYS_mmap, kAltStackAddress, kAltBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  stack_t stack{g_rt.alt_stack, 0, kAltBytes};
  Sys(SYS_sigaltstack, reinterpret_cast<long>(&stack), 0);
  for (int sig : kFaults) SetHandler(sig, OnFault, SA_ONSTACK | SA_NODEFER);
  // What the kernel sends for a broken pipe is sent again by the model, if the program wants it.
  KernelAction ignore{reinterpret_cast<void*>(SIG_IGN), 0, nullptr, 0};
  Sys(SYS_rt_sigaction, SIGPIPE, reinterpret_cast<long>(&ignore), 0, 8);
  SetHandler(SIGXCPU, OnTimeout, SA_ONSTACK | SA_NODEFER);
  u64 none = 0;
  Sys(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, reinterpret_cast<long>(&none), 0, 8);
}

void RaiseSignal(int sig, Fiber* target) {
  if (sig <= 0 || sig > 64) return;
  target->sigpending |= 1ull << (sig - 1);
  if (target == Cur()) DeliverPending(target);
  else if (target->sigpending & ~target->sigmask) SetEnabled(target, true);
  else Touch(reinterpret_cast<u64>(target));  // may be waiting for it in sigwait
}

void DeliverPending(Fiber* f) {
  while (u64 due = f->sigpending & ~f->sigmask) {
    int sig = __builtin_ctzll(due) + 1;
    f->sigpending &= ~(1ull << (sig - 1));
    Deliver(sig);
  }
}

namespace {

long Action(long sig, long set, long old) {
  if (sig < 1 || sig > 64 || ((sig == SIGKILL || sig == SIGSTOP) && set)) return -EINVAL;
  SigAction& a = W->actions[sig];
  if (auto* o = reinterpret_cast<KernelAction*>(old)) *o = {a.handler, a.flags, nullptr, a.mask};
  if (auto* s = reinterpret_cast<KernelAction*>(set)) {
    a = {s->handler, s->flags, s->mask};
    if (HasHandler(static_cast<int>(sig)) && W->started) Note(abi::kSeenSignalHandler);
  }
  return 0;
}

// The program's alternate stack, a thing of each thread; ours for faults stays below it.
long AltStack(const stack_t* set, stack_t* old) {
  Fiber* f = Cur();
  if (old) *old = {reinterpret_cast<void*>(f->alt_base), f->alt_bytes ? 0 : SS_DISABLE, f->alt_bytes};
  if (set) {
    bool off = set->ss_flags & SS_DISABLE;
    f->alt_base = off ? 0 : reinterpret_cast<uptr>(set->ss_sp);
    f->alt_bytes = off ? 0 : set->ss_size;
  }
  return 0;
}

bool SignalDue(const Fiber* f) { return f->sigpending & f->pend.arg; }

long WaitSignal(u64 set, siginfo_t* info, const timespec* limit) {
  Fiber* f = Cur();
  Pending p = Op(EventKind::kFdOp, f, SignalDue);
  p.arg = set;
  p.timed = limit != nullptr;
  if (limit) p.deadline = W->clock_ns + static_cast<u64>(limit->tv_sec) * 1'000'000'000 + static_cast<u64>(limit->tv_nsec);
  Point(p);
  RecordPending(f)->value = SYS_rt_sigtimedwait;
  u64 due = f->sigpending & set;
  if (!due) {
    TimedOut(f);
    return -EAGAIN;
  }
  int sig = __builtin_ctzll(due) + 1;
  f->sigpending &= ~(1ull << (sig - 1));
  if (info) *info = {}, info->si_signo = sig;
  return sig;
}

long Suspend(u64 mask) {
  Fiber* f = Cur();
  u64 before = f->sigmask;
  f->sigmask = mask;
  Pending p = Op(EventKind::kFdOp, f, SignalDue);
  p.arg = ~mask;
  if (!(f->sigpending & ~mask)) Point(p);
  DeliverPending(f);
  f->sigmask = before;
  return -EINTR;
}

long Mask(long how, long set, long old) {
  Fiber* f = Cur();
  u64 before = f->sigmask;
  if (set) {
    u64 s = *reinterpret_cast<u64*>(set);
    f->sigmask = how == SIG_BLOCK ? before | s : how == SIG_UNBLOCK ? before & ~s : s;
  }
  if (old) *reinterpret_cast<u64*>(old) = before;
  if (f->sigpending & ~f->sigmask) DeliverPending(f);
  return 0;
}

long Kill(long nr, long a, long b, long c) {
  int sig = static_cast<int>(nr == SYS_tgkill ? c : b);
  long target = nr == SYS_tgkill ? b : a;
  long pid = static_cast<long>(g_rt.pid);
  if (nr == SYS_kill && target != pid && target != 0) return Sys(nr, a, b, c);
  if (sig == 0) return 0;
  Fiber* f = Cur();
  if (nr != SYS_kill) {
    long index = target - pid;
    if (index < 0 || index >= static_cast<long>(W->threads) || W->fibers[index].state != FiberState::kLive) return -ESRCH;
    f = &W->fibers[index];
  }
  RaiseSignal(sig, f);
  return 0;
}

}  // namespace

long SignalCall(long nr, long a, long b, long c, long d, bool* handled) {
  *handled = true;
  switch (nr) {
    case SYS_rt_sigaction: return Action(a, b, c);
    case SYS_rt_sigprocmask: return Mask(a, b, c);
    case SYS_rt_sigpending: *reinterpret_cast<u64*>(a) = Cur()->sigpending; return 0;
    case SYS_sigaltstack: return AltStack(reinterpret_cast<stack_t*>(a), reinterpret_cast<stack_t*>(b));
    case SYS_rt_sigtimedwait:
      return WaitSignal(*reinterpret_cast<u64*>(a), reinterpret_cast<siginfo_t*>(b), reinterpret_cast<timespec*>(c));
    case SYS_rt_sigsuspend: return Suspend(*reinterpret_cast<u64*>(a));
    case SYS_pause: return Suspend(Cur()->sigmask);
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill: return Kill(nr, a, b, c);
    case SYS_rt_sigreturn: Die("sigreturn from outside");
    default: *handled = false; return 0;
  }
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int pthread_kill(pthread_t t, int sig) {
  if (!Controlled()) return Dormant().pthread_kill(t, sig);
  Fiber* f = FiberOf(t);
  if (!f || f->state != FiberState::kLive) return ESRCH;
  if (sig < 0 || sig > 64) return EINVAL;
  if (sig) RaiseSignal(sig, f);
  return 0;
}
RW_EXPORT int pthread_sigqueue(pthread_t t, int sig, const union sigval v) {
  if (!Controlled()) return Dormant().pthread_sigqueue(t, sig, v);
  return pthread_kill(t, sig);
}
