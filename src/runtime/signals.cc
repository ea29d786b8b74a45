// Signals: faults of the program end the run (or reach its own handler); what it sends itself is delivered by the scheduler;
// the explorer's SIGXCPU ends a run that makes no progress.
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "abi/io.h"
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
void HandleFault(int sig, siginfo_t* info, void* context);

bool HasHandler(int sig) {
  void* h = W->actions[sig].handler;
  return h != reinterpret_cast<void*>(SIG_DFL) && h != reinterpret_cast<void*>(SIG_IGN);
}

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

}  // namespace

void CallHandler(int sig, siginfo_t* info, void* context) {
  SigAction a = W->actions[sig];
  Fiber* f = Cur();
  u64 mask = f->sigmask;
  f->sigmask |= a.mask | ((a.flags & SA_NODEFER) ? 0 : 1ull << (sig - 1));
  if (a.flags & SA_RESETHAND) W->actions[sig].handler = nullptr;
  Call call{a, sig, info, context};
  uptr here = reinterpret_cast<uptr>(&call);
  int* error = __errno_location();
  const int before = *error;
  bool on_stack = a.flags & SA_ONSTACK && f->alt_bytes && here - f->alt_base >= f->alt_bytes;
  if (on_stack) __reweave_call_on_stack((f->alt_base + f->alt_bytes) & ~15ull, Invoke, &call);
  else Invoke(&call);
  // A call that failed in the handler wrote errno, where no hook sees it.
  if (*error != before && f->outer)
    SuspectedAccess(reinterpret_cast<uptr>(error), sizeof *error, CallSite(f), true, abi::Suspicion::kPointer);
  f->sigmask = mask;
}

namespace {

constexpr u32 kRarely = 4;  // an alarm that may ring early: in one of so many draws it is left to chance
constexpr u8 kMostLater = 16;  // points at which a pending signal may be left for later

bool DefaultIgnored(int sig) { return sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT; }

bool Ignored(int sig) {
  void* h = W->actions[sig].handler;
  return h == reinterpret_cast<void*>(SIG_IGN) || (h == reinterpret_cast<void*>(SIG_DFL) && DefaultIgnored(sig));
}

void Deliver(int sig, siginfo_t& info) {
  if (Ignored(sig)) return;
  if (!HasHandler(sig)) {
    const u32 abort = AbortSite(Cur());
    EndRun(sig == SIGABRT ? EndKind::kAbort : EndKind::kSignal, static_cast<u64>(sig), 0, nullptr,
           abort ? abort : CallSite(Cur()));
  }
  Fiber* f = Cur();
  ucontext_t context{};
  CallHandler(sig, &info, &context);
  if (Recording(abi::kRecordCall)) Record(EventKind::kReturn, f)->value = static_cast<u64>(sig);
}

void OnFault(int sig, siginfo_t* info, void* context) {
  if (!InRun()) Die("fault in the runtime itself, signal", sig);
  if (HasHandler(sig)) return HandleFault(sig, info, context);
  FailByFault(sig, reinterpret_cast<uptr>(info->si_addr), context);
}

void OnTimeout(int, siginfo_t*, void*) {
  if (!InRun()) return;
  // Nothing in its loop is seen, so it never came to where the alarm could ring: no fault of the program.
  if (HandlerMayRun() && W->live == 1 && !g_rt.waits_outside)
    EndUnsupported("a loop without memory accesses or calls that an alarm (alarm, setitimer) must end", SYS_setitimer);
  EndRun(EndKind::kTimeout, g_rt.waits_outside ? 2 : 0);
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

static void Raise(int sig, Fiber* target, const SignalSource& source) {
  if (sig <= 0 || sig > 64) return;
  if (!(target->sigmask >> (sig - 1) & 1)) {
    if (Ignored(sig)) return;
    siginfo_t none{};
    if (!HasHandler(sig)) return Deliver(sig, none);  // it ends the process at once, whoever gets it
  }
  AddPending(sig, target->tid + 1u, source);
  if (target == Cur()) return DeliverPending(target);
  Effect();
  if (DueSignals(target)) SetEnabled(target, true);
  else Touch(reinterpret_cast<u64>(target));  // may be waiting for it in sigwait
}

void RaiseSignal(int sig, Fiber* target) { Raise(sig, target, {SI_KERNEL, 0}); }

// A wait for descriptors has the object that calls on them have; others their own.
static void NameWait(const Pending& wait, Event* e) {
  if (wait.kind != EventKind::kFdOp || !(wait.fd || wait.tried)) {
    e->obj = wait.obj;
    return;
  }
  e->value2 = abi::kInWaitForIo;
  e->size = static_cast<u16>(wait.many || wait.obj2 == 0 ? 0 : ObjectOf(static_cast<long>(wait.obj)));
}

bool TakeSignal(Fiber* f, bool must) {
  const bool early = !DueSignals(f);  // an alarm that may ring here
  const int sig = early ? SIGALRM : __builtin_ctzll(DueSignals(f)) + 1;
  must |= f->sig_later >= kMostLater || (f->outer->kind == EventKind::kEnd && MustTakeBeforeItEnds(f, sig));
  W->alarm_asked += early;
  const bool now = early ? ChooseOutcome(3, 0, kRarely) == 1 : must || ChooseOutcome(3, 1) == 1;
  RecordEnabled();
  Event* e = Record(now ? EventKind::kSignalHandler : EventKind::kSignalLater, f);
  e->flags |= abi::kPoint;
  e->value = static_cast<u64>(sig);
  e->outcome = now;
  if (f->outer->interrupts != kGoesOn) NameWait(*f->outer, e);  // whether it is ready decides what the handler interrupts
  f->sig_later = static_cast<u8>(now ? 0 : f->sig_later + !early);
  if (!now) return false;
  if (early) RingEarly(f);
  siginfo_t info;
  TakePending(sig, f->tid + 1u, &info);
  f->interrupted |= HandlerEnds(1ull << (sig - 1), f->outer->interrupts);
  bool interrupted = f->interrupted;
  Deliver(sig, info);
  f->interrupted = interrupted;
  W->early_left = 0;
  return true;
}

void DeliverPending(Fiber* f) {
  while (u64 due = f->sigpending & ~f->sigmask) {
    int sig = __builtin_ctzll(due) + 1;
    siginfo_t info;
    TakePending(sig, f->tid + 1u, &info);
    if (HasHandler(sig)) {
      ++f->ordinal;
      Record(EventKind::kSignalHandler, f)->value = static_cast<u64>(sig);
    }
    Deliver(sig, info);
  }
}

namespace {
long Action(long sig, long set, long old) {
  if (sig < 1 || sig > 64 || ((sig == SIGKILL || sig == SIGSTOP) && set)) return -EINVAL;
  // One for all threads: who asks and who sets depend on each other, but nobody is ordered by it.
  constexpr u32 kObjects = 0xfe00;  // + the signal; a file that has the same number does no harm
  const IoCall call{SYS_rt_sigaction, kByPath, kObjects + static_cast<u32>(sig), set == 0, false};
  const bool step = IoHasOthers();
  if (step) IoPoint(call);
  SigAction& a = W->actions[sig];
  if (auto* o = reinterpret_cast<KernelAction*>(old)) *o = {a.handler, a.flags, nullptr, a.mask};
  if (auto* s = reinterpret_cast<KernelAction*>(set)) {
    a = {s->handler, s->flags, s->mask};
    if (HasHandler(static_cast<int>(sig))) {
      W->handlers = true;
      if (W->started) Note(abi::kSeenSignalHandler);
      if (sig == SIGALRM) AlarmIsSet();
    }
  }
  return step ? IoDone(call, 0) : 0;
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

// From here on signals are blocked: one that another thread sends can still be taken before.
void LastMoment() {
  if (!W->started || (W->live < 2 && !HandlerMayRun())) return;
  Point(Op(EventKind::kYield, nullptr));
  RecordPending(Cur());
}

long Mask(long how, long set, long old) {
  Fiber* f = Cur();
  u64 before = f->sigmask;
  LeftHandler(f);
  if (set) {
    u64 s = *reinterpret_cast<u64*>(set), next = how == SIG_BLOCK ? before | s : how == SIG_UNBLOCK ? before & ~s : s;
    if (next & ~before) LastMoment();
    f->sigmask = next;
  }
  if (old) *reinterpret_cast<u64*>(old) = before;
  TakeFromProcess(f);
  if (DueSignals(f)) DeliverPending(f);
  return 0;
}

// To itself: taken before the call returns. To another thread: from here on it can be taken at each of its points.
void SendSignal(int sig, Fiber* target, const SignalSource& source) {
  Fiber* f = Cur();
  if (target == f) return Raise(sig, f, source);
  Point(Op(EventKind::kSendSignal, nullptr));
  Event* e = RecordPending(f);
  e->value = target->tid;
  e->value2 = static_cast<u64>(sig);
  if (target->state == FiberState::kLive) Raise(sig, target, source);
}

// To the process: one of the threads that wait for it or do not block it takes it; which one is an outcome.
void SendToProcess(int sig, const SignalSource& source) {
  Fiber* f = Cur();
  if (W->live > 1) Point(Op(EventKind::kSendSignal, nullptr));
  Fiber* may[32];
  u32 n = 0, usual = 0;
  for (int waiting = 1; waiting >= 0 && n == 0; --waiting)
    for (u32 t = 0; t < W->threads && n < 32; ++t) {
      Fiber* r = &W->fibers[t];
      if (r->state != FiberState::kLive || (waiting ? !WaitsForSignal(r, sig) : r->sigmask >> (sig - 1) & 1)) continue;
      if (r == f) usual = n;
      may[n++] = r;
    }
  u32 which = n > 1 ? ChooseOutcome(n == 32 ? ~0u : (1u << n) - 1, usual) : 0;
  if (W->live > 1) {
    Event* e = RecordPending(f);
    e->value = n ? may[which]->tid : f->tid;
    e->value2 = static_cast<u64>(sig);
    e->outcome = static_cast<u8>(which);
  }
  if (n) Raise(sig, may[which], source);
  else AddPending(sig, 0, source);
}

bool Blocks(const Fiber* f, int sig) { return f->sigmask >> (sig - 1) & 1; }

// tgkill and rt_tgsigqueueinfo name the process first.
long Kill(long nr, long a, long b, long c, long d) {
  const bool both = nr == SYS_tgkill || nr == SYS_rt_tgsigqueueinfo, to_process = nr == SYS_kill || nr == SYS_rt_sigqueueinfo;
  int sig = static_cast<int>(both ? c : b);
  long target = both ? b : a;
  long pid = static_cast<long>(g_rt.pid);
  if (to_process && target != pid && target != 0) return Sys(nr, a, b, c);
  if (sig < 0 || sig > 64) return -EINVAL;
  SignalSource source{nr == SYS_kill ? SI_USER : SI_TKILL, 0};
  if (nr == SYS_rt_sigqueueinfo || nr == SYS_rt_tgsigqueueinfo) {
    const auto* info = reinterpret_cast<siginfo_t*>(nr == SYS_rt_sigqueueinfo ? c : d);
    source = {info->si_code, reinterpret_cast<u64>(info->si_value.sival_ptr)};
  }
  if (to_process) {
    source.for_process = true;
    if (sig) SendToProcess(sig, source);
    return 0;
  }
  long index = target - pid;
  if (index < 0 || index >= static_cast<long>(W->threads) || W->fibers[index].state != FiberState::kLive) return -ESRCH;
  if (sig) SendSignal(sig, &W->fibers[index], source);
  return 0;
}

}  // namespace

// Somebody takes it: it has a handler, or all threads block it or wait for it.
bool AlarmIsHeard() {
  if (HasHandler(SIGALRM)) return true;
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    if (f->state == FiberState::kLive && !Blocks(f, SIGALRM) && !WaitsForSignal(f, SIGALRM)) return false;
  }
  return !Ignored(SIGALRM);
}

// The time has come, which is no step of any thread. Who waits for it gets it, else who asked for it, unless he blocks it.
void RaiseByTime(int sig, Fiber* asked) {
  Fiber *target = nullptr, *waiting = nullptr;
  for (u32 t = 0; t < W->threads; ++t) {
    Fiber* f = &W->fibers[t];
    if (f->state != FiberState::kLive) continue;
    if (!waiting && WaitsForSignal(f, sig)) waiting = f;
    if (!Blocks(f, sig) && (!target || f == asked)) target = f;
  }
  if (waiting) target = waiting;
  SignalSource source{SI_KERNEL, 0};
  source.for_process = true;
  AddPending(sig, target ? target->tid + 1u : 0, source);
  Effect();
  if (!target) return;
  if (DueSignals(target)) SetEnabled(target, true);
  else Touch(reinterpret_cast<u64>(target));
}

static void SendTo(int sig, Fiber* target, const SignalSource& source) { SendSignal(sig, target, source); }

long SignalCall(long nr, long a, long b, long c, long d, bool* handled) {
  *handled = true;
  switch (nr) {
    case SYS_rt_sigaction: return Action(a, b, c);
    case SYS_rt_sigprocmask: return Mask(a, b, c);
    case SYS_rt_sigpending: *reinterpret_cast<u64*>(a) = Cur()->sigpending | W->sigpending; return 0;
    case SYS_sigaltstack: return AltStack(reinterpret_cast<stack_t*>(a), reinterpret_cast<stack_t*>(b));
    case SYS_rt_sigtimedwait:
      return WaitForSignal(*reinterpret_cast<u64*>(a), reinterpret_cast<siginfo_t*>(b), reinterpret_cast<timespec*>(c));
    case SYS_rt_sigsuspend: return SuspendForSignal(*reinterpret_cast<u64*>(a));
    case SYS_pause: return SuspendForSignal(Cur()->sigmask);
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
    case SYS_rt_sigqueueinfo:
    case SYS_rt_tgsigqueueinfo: return Kill(nr, a, b, c, d);
    case SYS_signalfd:
    case SYS_signalfd4: return SignalFdCall(static_cast<int>(a), reinterpret_cast<u64*>(b), nr == SYS_signalfd4 ? d : 0);
    case SYS_rt_sigreturn: Die("sigreturn from outside");
    default: *handled = false; return 0;
  }
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int pthread_kill(pthread_t t, int sig) {
  if (!Controlled()) return Dormant().pthread_kill(t, sig);
  Fiber* f = FiberOf(t);
  if (!f) return ESRCH;
  if (sig < 0 || sig > 64) return EINVAL;
  if (sig) SendTo(sig, f, {SI_TKILL, 0});
  return 0;
}
RW_EXPORT int pthread_sigqueue(pthread_t t, int sig, const union sigval v) {
  if (!Controlled()) return Dormant().pthread_sigqueue(t, sig, v);
  Fiber* f = FiberOf(t);
  if (!f) return ESRCH;
  if (sig < 0 || sig > 64) return EINVAL;
  if (sig) SendTo(sig, f, {SI_QUEUE, reinterpret_cast<u64>(v.sival_ptr)});
  return 0;
}
