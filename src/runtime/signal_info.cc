// What comes with a pending signal: who sent it and which value (sigqueue). Of a real-time signal several can be pending. And
// signalfd: an eventfd that is readable while a signal of its set is pending.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {

void JournalOpened(long fd);

namespace {

constexpr u32 kRealTime = 32;

u64 PendingFor(u32 target) { return target ? W->fibers[target - 1].sigpending : W->sigpending; }

SignalFd* Find(long fd) {
  for (SignalFd& s : W->signal_fds)
    if (s.fd == fd + 1) return &s;
  return nullptr;
}

void Set(SignalFd& s, bool ready) {
  if (s.ready == ready) return;
  s.ready = ready;
  u64 count = 1;
  Sys(ready ? SYS_write : SYS_read, s.fd - 1, reinterpret_cast<long>(&count), 8);
}

void Describe(const siginfo_t& from, signalfd_siginfo* to) {
  __builtin_memset(to, 0, sizeof *to);
  to->ssi_signo = static_cast<u32>(from.si_signo);
  to->ssi_code = from.si_code;
  to->ssi_pid = static_cast<u32>(from.si_pid);
  to->ssi_int = from.si_value.sival_int;
  to->ssi_ptr = reinterpret_cast<u64>(from.si_value.sival_ptr);
}

}  // namespace

void AddPending(int sig, u32 target, const SignalSource& source) {
  const u64 bit = 1ull << (sig - 1);
  const bool again = PendingFor(target) & bit;
  (target ? W->fibers[target - 1].sigpending : W->sigpending) |= bit;
  if ((!again || sig >= static_cast<int>(kRealTime)) && W->queued_count < kMostQueued)
    W->queued[W->queued_count++] = {static_cast<u16>(target), static_cast<u8>(sig), source.for_process, source.code,
                                    source.value};
  UpdateSignalFds();
}

void TakePending(int sig, u32 target, siginfo_t* info) {
  *info = {};
  info->si_signo = sig;
  info->si_code = SI_TKILL;
  info->si_pid = static_cast<int>(g_rt.pid);
  bool taken = false, more = false;
  u32 kept = 0;
  for (u32 i = 0; i < W->queued_count; ++i) {
    const QueuedSignal q = W->queued[i];
    const bool fits = q.target == target && q.sig == sig;
    if (fits && !taken) {
      taken = true;
      info->si_code = q.code;
      if (q.code == SI_QUEUE) info->si_value.sival_ptr = reinterpret_cast<void*>(q.value);
      continue;
    }
    more |= fits;
    W->queued[kept++] = q;
  }
  W->queued_count = kept;
  if (!more) (target ? W->fibers[target - 1].sigpending : W->sigpending) &= ~(1ull << (sig - 1));
  UpdateSignalFds();
}

bool MustTakeBeforeItEnds(const Fiber* f, int sig) {
  for (u32 i = 0; i < W->queued_count; ++i)
    if (W->queued[i].for_process && W->queued[i].target == f->tid + 1u && W->queued[i].sig == sig) return true;
  return false;
}

void TakeFromProcess(Fiber* f) {
  u64 mine = W->sigpending & ~f->sigmask;
  if (!mine) return;
  f->sigpending |= mine;
  W->sigpending &= ~mine;
  for (u32 i = 0; i < W->queued_count; ++i)
    if (W->queued[i].target == 0 && mine >> (W->queued[i].sig - 1) & 1) W->queued[i].target = static_cast<u16>(f->tid + 1);
}

void UpdateSignalFds() {
  if (RW_LIKELY(!W->has_signal_fds)) return;
  u64 pending = W->sigpending;
  for (u32 t = 0; t < W->threads; ++t)
    if (W->fibers[t].state == FiberState::kLive) pending |= W->fibers[t].sigpending;
  for (SignalFd& s : W->signal_fds)
    if (s.fd) Set(s, pending & s.mask);
  TouchFds();
}

long SignalFdCall(long fd, const u64* mask, long flags) {
  if (fd >= 0) {
    SignalFd* s = Find(fd);
    if (!s) return -EINVAL;
    s->mask = *mask;
    UpdateSignalFds();
    return fd;
  }
  SignalFd* s = Find(-1);
  if (!s) return -EMFILE;
  long made = Sys(SYS_eventfd2, 0, flags);
  if (made < 0) return made;
  JournalOpened(made);
  DescriptorOpened(made, NewObject());
  *s = {made + 1, *mask, false};
  W->has_signal_fds = true;
  UpdateSignalFds();
  return made;
}

void SignalFdClosed(long fd) {
  if (SignalFd* s = W->has_signal_fds ? Find(fd) : nullptr) *s = {};
}

bool IsSignalFd(long fd) { return RW_UNLIKELY(W->has_signal_fds) && Find(fd); }

long ReadSignalFd(long fd, void* buffer, u64 bytes) {
  auto* out = static_cast<signalfd_siginfo*>(buffer);
  if (bytes < sizeof *out) return -EINVAL;
  const u64 mask = Find(fd)->mask;
  Fiber* f = Cur();
  long n = 0;
  for (; bytes >= sizeof *out; bytes -= sizeof *out, ++out, n += static_cast<long>(sizeof *out)) {
    const u64 own = f->sigpending & mask, due = own | (W->sigpending & mask);
    if (!due) break;
    const int sig = __builtin_ctzll(due) + 1;
    siginfo_t info;
    TakePending(sig, own >> (sig - 1) & 1 ? f->tid + 1u : 0, &info);
    Describe(info, out);
  }
  return n ? n : -EAGAIN;
}

}  // namespace reweave::rt
