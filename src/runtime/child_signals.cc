// SIGCHLD, and waiting for a signal while there is one thread only. Children run in real time, so at which step of the program
// one ends is not searched: its signal comes when no thread can go on without it, or when the child is waited for. The
// summary says so (kSeenChildSignal).
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u64 kBit = 1ull << (SIGCHLD - 1);

bool IsHeard() {
  if (HasHandler(SIGCHLD)) return true;
  for (u32 t = 0; t < W->threads; ++t)  // somebody may wait for it, or read it from a signalfd
    if (W->fibers[t].state == FiberState::kLive && W->fibers[t].sigmask & kBit) return true;
  return false;
}

}  // namespace

void ChildIsMade() {
  if (HasHandler(SIGCHLD)) Note(abi::kSeenChildSignal);
}

// A child has ended, and the program does not know yet. True: now it does.
bool RaiseForChild() {
  if (!IsHeard()) return false;
  siginfo_t info{};
  Sys(SYS_waitid, P_ALL, 0, reinterpret_cast<long>(&info), WNOHANG | WEXITED | WNOWAIT, 0);
  if (info.si_pid == 0 || info.si_pid == static_cast<int>(W->told_child)) return false;
  W->told_child = static_cast<u32>(info.si_pid);
  Note(abi::kSeenChildSignal);
  RaiseByTime(SIGCHLD, &W->fibers[0]);
  return true;
}

// It was waited for: its signal came before the wait was over.
void ChildIsGone(long pid) {
  if (DueSignals(Cur()) & kBit) DeliverPending(Cur());
  if (pid == static_cast<long>(W->told_child) || !IsHeard()) return;
  W->told_child = static_cast<u32>(pid);
  Note(abi::kSeenChildSignal);
  RaiseSignal(SIGCHLD, Cur());
}

// Before the first thread nobody else acts: what can still send a signal is an alarm or a child.
void WaitBeforeThreads(bool (*there)(const Fiber*)) {
  const Fiber* f = Cur();
  for (bool rang = false; !W->started && !there(f);) {
    if (const u64 alarm = rang ? ~0ull : NextAlarm(); alarm != ~0ull) {
      rang = true;
      AdvanceTo(alarm);
    } else if (!RaiseForChild()) {
      if (g_rt.children == 0) EndRun(EndKind::kDeadlock);
      timespec while_it_runs{0, 1'000'000};
      Sys(SYS_nanosleep, reinterpret_cast<long>(&while_it_runs), 0);
    }
  }
}

}  // namespace reweave::rt
