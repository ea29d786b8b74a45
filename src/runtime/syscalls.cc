// Syscall User Dispatch: every system call made outside Sys() arrives here as SIGSYS, whoever makes it.
//
// The handler runs on the fiber's own stack and may switch fibers; it returns when the call is done. Calls that block, change
// kernel state that rewinding must undo, or read something that differs between runs, have a model; the others go through.
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <ucontext.h>

#include "abi/child_wait.h"
#include "runtime/real.h"
#include "runtime/rt.h"

extern "C" {
extern char __reweave_sys_begin[];
extern char __reweave_sys_end[];
void __reweave_sigreturn();
void __reweave_spawn();
__attribute__((visibility("hidden"), section(".data.reweave_rt"))) long __reweave_spawn_return;
}

namespace reweave::rt {

void RaiseSignal(int sig, Fiber* target);

void NeedsExec(long nr) {
  abi::ControlBlock* control = g_rt.control;
  Note(abi::kSeenChild);
  if (control->isolation != abi::Isolation::kExec && !control->probing)
    EndUnsupported("the program starts a child process: use --isolation exec", nr);
}

// The program made a lock or semaphore for several processes (PTHREAD_PROCESS_SHARED). Its model lies in this process: what a
// child does to it is not seen, and threads here would wait for ever, or hold it beside the child.
void ForProcesses(bool is) { W->for_processes |= is; }

namespace {

constexpr int kDispatch = 59;  // PR_SET_SYSCALL_USER_DISPATCH
constexpr u8 kBlock = 1;

// posix_spawn, system, popen: clone with a stack of its own must return where it was called, not in our handler. The call is made
// again where calls pass. The child makes its own unseen: the kernel does not hand the dispatch down.
bool SpawnsOnOwnStack(long nr, long flags, long stack) {
  return nr == SYS_clone && stack != 0 && flags & CLONE_VFORK && !(flags & CLONE_THREAD);
}

// In the place of a fork: this process goes on as the child, which is what is explored. What the parent holds open stays open, in
// a process that does nothing else. It sends no SIGCHLD, so that no wait of the program sees it.
long GoOnAsChild() {
  long parent = Sys(SYS_clone, 0, 0, 0, 0, 0);
  if (parent == 0) {
    Sys(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, SIGKILL);
    while (static_cast<u32>(Sys(SYS_getppid)) == g_rt.pid) Sys(SYS_pause);
    Sys(SYS_exit_group, 0);
  }
  return parent < 0 ? parent : 0;
}

// The program's child runs by itself, dormant.
void LeaveAlone(u32 number) {
  g_rt.controlled = false;
  StopPassing();
  g_rt.capture = false;
  if (number && number <= abi::kMostChildren) g_rt.as_child = &g_rt.extras->children[number - 1];
}

long Children(long nr, long a, long b, long c, long d, long e, long f) {
  if (nr == SYS_clone && (b != 0 || a & CLONE_THREAD)) EndUnsupported("clone (a thread or process made without libc)", nr);
  u32 number = W->started ? 0 : g_rt.extras->forks.fetch_add(1) + 1;
  if (number && number == g_rt.extras->follow) return GoOnAsChild();
  if (!number) NeedsExec(nr);  // one that is waited for before the first thread is no matter: RewindPoint
  if (u32 most = g_rt.control->max_processes; most && g_rt.children >= most) return -EAGAIN;  // --max-processes
  // The child has the memory as it is now: a lock that another thread holds here is never given back there.
  const bool copies = nr == SYS_fork || (nr == SYS_clone && !(a & CLONE_VM));
  if (copies && W->for_processes && W->started)
    EndUnsupported("a child process and a lock or semaphore for several processes: what the child does to it is not seen", nr);
  if (copies) IoPoint({SYS_fork, kByPath, 0});
  long child = nr == SYS_clone ? Sys(SYS_clone, a & ~(CLONE_VM | CLONE_VFORK), 0, c, d, e, f) : Sys(SYS_fork);
  if (child == 0) {
    LeaveAlone(number);
  } else {
    if (child > 0) ++g_rt.children, ChildIsMade();
    if (child > 0 && number && number <= abi::kMostChildren) g_rt.child_pids[number - 1] = static_cast<u32>(child);
    if (copies) IoDone({SYS_fork, kByPath, 0}, child < 0 ? child : 0);
    TouchFds();
    Effect();
  }
  return child;
}

void NoteChildEnd(long child, int status) {
  for (u32 i = 0; i < abi::kMostChildren; ++i)
    if (g_rt.child_pids[i] == static_cast<u32>(child)) g_rt.extras->children[i].ended.store(1 + static_cast<u32>(status));
}

// A child that does not need the other threads is soon gone if it gets the time: then its end can come before what they do, or
// after it, as the plan has it. Else they go on, and the search is not complete.
template <typename Gone>
void LetChildEnd(Gone gone) {
  if (!W->started || W->live < 2) return;
  constexpr u32 kMost = 100;  // ms
  for (u32 i = 0; !gone(); ++i) {
    if (i == kMost) return Note(abi::kSeenChildWait);
    timespec slice{0, 1'000'000};
    Sys(SYS_nanosleep, reinterpret_cast<long>(&slice), 0);
  }
}

bool ChildGone(long which) {
  siginfo_t info{};
  long type = which > 0 ? P_PID : which == -1 ? P_ALL : P_PGID;
  long r = Sys(SYS_waitid, type,
               which > 0    ? which
               : which < -1 ? -which
                            : 0,
               reinterpret_cast<long>(&info), WNOHANG | WEXITED | WNOWAIT, 0);
  return r < 0 || info.si_pid != 0;
}
bool ChildReady(const Fiber* f) { return ChildGone(static_cast<long>(f->pend.arg)); }

// True: a handler ended the wait.
bool RecordChildWait(long nr) {
  const bool interrupted = Cur()->interrupted;
  Event* e = RecordPending(Cur());
  e->value = static_cast<u64>(nr);
  if (interrupted) e->value2 = static_cast<u64>(-EINTR);
  return interrupted;
}

long WaitChild(long pid, long status, long options, long usage) {
  LetChildEnd([pid] { return ChildGone(pid); });
  if (!(options & WNOHANG)) {
    BeforeInterruptible();
    Pending p = Op(EventKind::kFdOp, nullptr, ChildReady);
    p.fd = true;
    p.interrupts = kUnlessRestarted;
    p.of_child = true;
    p.arg = static_cast<u64>(pid);
    Point(p);
    if (RecordChildWait(SYS_wait4)) return -EINTR;
  }
  int how = 0;
  long child = Sys(SYS_wait4, pid, reinterpret_cast<long>(&how), options, usage);
  if (options & WNOHANG && child >= 0 && W->started && W->live > 1) Note(abi::kSeenChildWait);  // one answer of two
  if (child <= 0) return child;
  if (status) *reinterpret_cast<int*>(status) = how;
  if (g_rt.children) --g_rt.children;
  NoteChildEnd(child, how);
  ChildIsGone(child);
  return child;
}

bool IdGone(long type, long id, long options) {
  siginfo_t info{};
  long r = Sys(SYS_waitid, type, id, reinterpret_cast<long>(&info), options | WNOHANG | WNOWAIT, 0);
  return r < 0 || info.si_pid != 0;
}
bool IdReady(const Fiber* f) {
  return IdGone(static_cast<long>(f->pend.obj), static_cast<long>(f->pend.arg), static_cast<long>(f->pend.deadline));
}

long WaitId(long type, long id, long info, long options, long usage) {
  LetChildEnd([=] { return IdGone(type, id, options); });
  if (!(options & WNOHANG)) {
    BeforeInterruptible();
    Pending p = Op(EventKind::kFdOp, reinterpret_cast<void*>(type), IdReady);
    p.fd = true;
    p.arg = static_cast<u64>(id);
    p.interrupts = kUnlessRestarted;
    p.of_child = true;
    p.deadline = static_cast<u64>(options);
    Point(p);
    if (RecordChildWait(SYS_waitid)) return -EINTR;
  }
  siginfo_t how{};
  long r = Sys(SYS_waitid, type, id, reinterpret_cast<long>(&how), options, usage);
  if (info) *reinterpret_cast<siginfo_t*>(info) = how;
  if (r != 0 || how.si_pid == 0 || options & WNOWAIT || !(options & WEXITED)) return r;
  if (g_rt.children) --g_rt.children;
  NoteChildEnd(how.si_pid, how.si_code == CLD_EXITED ? how.si_status << 8 : how.si_status);
  ChildIsGone(how.si_pid);
  return r;
}

long Times(long nr, long a, long b, long c, long d) {
  switch (nr) {
    case SYS_clock_gettime: return clock_gettime(static_cast<clockid_t>(a), reinterpret_cast<timespec*>(b));
    case SYS_gettimeofday: return gettimeofday(reinterpret_cast<timeval*>(a), nullptr);
    case SYS_time: return time(reinterpret_cast<time_t*>(a));
    case SYS_nanosleep: {
      auto* t = reinterpret_cast<timespec*>(a);
      return SleepCall(static_cast<u64>(t->tv_sec) * 1'000'000'000 + static_cast<u64>(t->tv_nsec));
    }
    case SYS_clock_nanosleep:
      return -clock_nanosleep(static_cast<clockid_t>(a), static_cast<int>(b), reinterpret_cast<timespec*>(c),
                              reinterpret_cast<timespec*>(d));
    case SYS_times: {
      u64 now = VirtualNow(CLOCK_PROCESS_CPUTIME_ID) / 10'000'000;
      if (auto* t = reinterpret_cast<tms*>(a)) *t = {static_cast<clock_t>(now), 0, 0, 0};
      return static_cast<long>(now);
    }
    default: return -ENOSYS;
  }
}

// Calls that would block the whole process and that nobody here can wait for.
const char* UnknownBlocking(long nr) {
  switch (nr) {
    case SYS_msgrcv: return "msgrcv";
    case SYS_msgsnd: return "msgsnd";
    case SYS_semop: return "semop";
    case SYS_semtimedop: return "semtimedop";
    case SYS_mq_timedreceive: return "mq_receive";
    case SYS_mq_timedsend: return "mq_send";
    case SYS_io_getevents: return "io_getevents";
    case 426: return "io_uring_enter";
    case SYS_ptrace: return "ptrace";
    case SYS_splice: return "splice";
    case SYS_vmsplice: return "vmsplice";
    case SYS_execve: return "execve";
    case SYS_execveat: return "execveat";
    case SYS_exit: return "exit of a single thread by system call";
    case 449: return "futex_waitv";
    default: return nullptr;
  }
}

void OnTrap(int, siginfo_t* info, void* context) {
  auto* uc = static_cast<ucontext_t*>(context);
  greg_t* r = uc->uc_mcontext.gregs;
  if (SpawnsOnOwnStack(info->si_syscall, r[REG_RDI], r[REG_RSI])) {
    NeedsExec(SYS_clone);
    __reweave_spawn_return = r[REG_RIP];
    r[REG_RAX] = info->si_syscall;
    r[REG_RIP] = reinterpret_cast<greg_t>(__reweave_spawn);
    return;
  }
  if (info->si_syscall == SYS_futex) NoteForeign(Cur(), info->si_call_addr);
  long result = Emulate(info->si_syscall, r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]);
  r[REG_RAX] = result;
}

}  // namespace

struct KernelAction {
  void* handler;
  unsigned long flags;
  void (*restorer)();
  u64 mask;
};

void SetHandler(int sig, void (*handler)(int, siginfo_t*, void*), unsigned long flags) {
  KernelAction action{reinterpret_cast<void*>(handler), flags | SA_SIGINFO | 0x04000000 /* SA_RESTORER */, __reweave_sigreturn,
                      0};
  Sys(SYS_rt_sigaction, sig, reinterpret_cast<long>(&action), 0, 8);
}

void ArmDispatch() {
  if (g_rt.control->disable & abi::kHasDispatch) return;
  g_rt.selector = kBlock;
  SetHandler(SIGSYS, OnTrap, SA_NODEFER);
  long begin = reinterpret_cast<long>(__reweave_sys_begin), end = reinterpret_cast<long>(__reweave_sys_end);
  if (Sys(SYS_prctl, kDispatch, 1, begin, end - begin, reinterpret_cast<long>(&g_rt.selector)) == 0)
    g_rt.machine |= abi::kHasDispatch;
}

long Emulate(long nr, long a, long b, long c, long d, long e, long f) {
  bool handled = true;
  long result;
  switch (nr) {
    case SYS_futex: return FutexCall(a, b, c, d, e, f);
    case SYS_exit_group: EndProcess(static_cast<int>(a));
    case SYS_sched_yield: YieldCall(); return 0;
    case SYS_gettid: NoteIdentityAsked(); return Gettid(Cur());
    case SYS_getpid: return g_rt.pid;  // also in a child made for isolation
    case SYS_set_tid_address:
    case SYS_set_robust_list: return 0;
    case 334 /* rseq */: return -ENOSYS;
    case SYS_clock_gettime:
    case SYS_gettimeofday:
    case SYS_time:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_times: return Times(nr, a, b, c, d);
    case SYS_getrandom: return getrandom(reinterpret_cast<void*>(a), static_cast<size_t>(b), static_cast<unsigned>(c));
    case SYS_fork:
    case SYS_vfork:
    case SYS_clone: return Children(nr, a, b, c, d, e, f);
    case 435 /* clone3 */: return -ENOSYS;  // libc falls back to clone
    case SYS_wait4: return WaitChild(a, b, c, d);
    case SYS_waitid: return WaitId(a, b, c, d, e);
    case SYS_timer_create:
      EndUnsupported("a timer that sends a signal (timer_create): time is virtual here, use timerfd or a sleeping thread", nr);
    case SYS_alarm: return AlarmCall(static_cast<u64>(a) & 0xffffffff);
    case SYS_setitimer: return IntervalTimerCall(a, reinterpret_cast<itimerval*>(b), reinterpret_cast<itimerval*>(c));
    case SYS_getitimer: return IntervalTimerCall(a, nullptr, reinterpret_cast<itimerval*>(b));
    case SYS_getrusage: {
      auto* u = reinterpret_cast<rusage*>(b);
      __builtin_memset(u, 0, sizeof *u);
      return 0;
    }
    default: break;
  }
  result = FdCall(nr, a, b, c, d, e, f, &handled);
  if (handled) return result;
  result = PathCall(nr, a, b, c, d, e, &handled);
  if (handled) return result;
  result = FileCall(nr, a, b, c, d, e, &handled);
  if (handled) return result;
  result = MemoryCall(nr, a, b, c, d, e, f, &handled);
  if (handled) return result;
  result = SignalCall(nr, a, b, c, d, &handled);
  if (handled) return result;
  if (const char* name = UnknownBlocking(nr)) EndUnsupported(name, nr);
  return Sys(nr, a, b, c, d, e, f);
}

}  // namespace reweave::rt
