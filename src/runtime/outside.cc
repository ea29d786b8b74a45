// Waiting for the kernel: descriptors that other threads or the world outside make ready, child processes.
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "runtime/proc_files.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u32 kFds = 1024;

bool Running(u64 pid) {
  char stat[512];
  if (ReadSmall(Path() << "/proc/" << pid << "/stat", stat, sizeof stat) <= 0) return false;
  const char* end = nullptr;
  for (const char* p = stat; *p; ++p)
    if (*p == ')') end = p;
  return end && end[1] == ' ' && end[2] != 'Z' && end[2] != 'X';
}

bool SameAddress(const sockaddr_storage& a, const sockaddr_storage& b) {
  if (a.ss_family != b.ss_family) return false;
  if (a.ss_family == AF_INET) {
    auto& x = reinterpret_cast<const sockaddr_in&>(a);
    auto& y = reinterpret_cast<const sockaddr_in&>(b);
    return x.sin_port == y.sin_port && (x.sin_addr.s_addr == y.sin_addr.s_addr || y.sin_addr.s_addr == 0);
  }
  auto& x = reinterpret_cast<const sockaddr_in6&>(a);
  auto& y = reinterpret_cast<const sockaddr_in6&>(b);
  return x.sin6_port == y.sin6_port;
}

bool Loopback(const sockaddr_storage& a) {
  if (a.ss_family == AF_INET) {
    u32 address = __builtin_bswap32(reinterpret_cast<const sockaddr_in&>(a).sin_addr.s_addr);
    return address >> 24 == 127 || address == 0;
  }
  if (a.ss_family == AF_INET6) {
    const u8* b = reinterpret_cast<const sockaddr_in6&>(a).sin6_addr.s6_addr;
    for (u32 i = 0; i < 15; ++i)
      if (b[i]) return false;
    return b[15] <= 1;
  }
  return true;
}

bool NameOf(long call, long fd, sockaddr_storage* out) {
  socklen_t n = sizeof *out;
  *out = {};
  return Sys(call, fd, reinterpret_cast<long>(out), reinterpret_cast<long>(&n)) == 0;
}

// The other end is a socket of this process, too; or there is none yet, and only somebody on this machine could be it.
bool SocketStaysInside(long fd) {
  sockaddr_storage peer, own;
  if (!NameOf(SYS_getsockname, fd, &own)) return false;
  if (!NameOf(SYS_getpeername, fd, &peer)) return Loopback(own);
  if (peer.ss_family == AF_UNIX) {
    ucred who{};
    socklen_t n = sizeof who;
    if (Sys(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, reinterpret_cast<long>(&who), reinterpret_cast<long>(&n)) != 0)
      return false;
    return who.pid == 0 || who.pid == static_cast<int>(Sys(SYS_getpid)) || who.pid == static_cast<int>(g_rt.pid);
  }
  for (u32 other = 0; other < kFds; ++other) {
    if (static_cast<long>(other) == fd || (!Bit(g_rt.run_fds, other) && !Bit(g_rt.base_fds, other))) continue;
    if (NameOf(SYS_getsockname, other, &own) && SameAddress(peer, own)) return true;
  }
  return false;
}

// Somebody who is not a thread of this program could make it ready.
bool FdLeadsOutside(long fd) {
  if (fd < 0 || fd >= kFds) return true;
  if (Bit(g_rt.inherited_fds, static_cast<u32>(fd)) && !Bit(g_rt.run_fds, static_cast<u32>(fd))) return true;
  struct stat s;
  if (Sys(SYS_fstat, fd, reinterpret_cast<long>(&s)) != 0) return false;
  if (S_ISSOCK(s.st_mode)) return !SocketStaysInside(fd);
  if (S_ISCHR(s.st_mode)) return true;  // a terminal
  if (!S_ISFIFO(s.st_mode)) return false;
  // A pipe has no name; a named one may have somebody else at its other end.
  char target[64];
  long n = Sys(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>((Path() << "/proc/self/fd/" << static_cast<u64>(fd)).text),
               reinterpret_cast<long>(target), sizeof target);
  return n < 5 || __builtin_memcmp(target, "pipe:", 5) != 0;
}

bool EpollLeadsOutside(long fd) {
  char text[4096];
  if (ReadSmall(Path() << "/proc/self/fdinfo/" << static_cast<u64>(fd), text, sizeof text) <= 0) return true;
  for (const char* p = text; *p; ++p) {
    if (p[0] != 't' || p[1] != 'f' || p[2] != 'd' || p[3] != ':') continue;
    p += 4;
    while (*p == ' ' || *p == '\t') ++p;
    if (FdLeadsOutside(static_cast<long>(Number(p)))) return true;
    if (!*p) break;
  }
  return false;
}

bool ManyLeadOutside(const PollCall& call) {
  switch (call.nr) {
    case SYS_poll:
    case SYS_ppoll: {
      auto* fds = reinterpret_cast<pollfd*>(call.a);
      for (long i = 0; i < call.b; ++i)
        if (fds[i].fd >= 0 && FdLeadsOutside(fds[i].fd)) return true;
      return false;
    }
    case SYS_select:
    case SYS_pselect6:
      for (long set : {call.b, call.c, call.d})
        for (long fd = 0; set && fd < call.a; ++fd)
          if (FD_ISSET(fd, reinterpret_cast<fd_set*>(set)) && FdLeadsOutside(fd)) return true;
      return false;
    default: return EpollLeadsOutside(call.a);
  }
}

}  // namespace

bool LeadsOutside() {
  if (ChildRuns()) return true;
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    if (f->state != FiberState::kLive || !f->pend.fd) continue;
    if (f->pend.many ? ManyLeadOutside(*reinterpret_cast<PollCall*>(f->pend.arg))
                     : f->pend.obj2 != 0 && FdLeadsOutside(static_cast<long>(f->pend.obj)))
      return true;
  }
  return false;
}

void NoteInherited() {
  for (u32 fd = 0; fd < kFds; ++fd)
    if (Sys(SYS_fcntl, fd, F_GETFD) >= 0) SetBit(g_rt.inherited_fds, fd);
}

// A child process that has not ended. All of them are children of the one kernel thread that runs.
bool ChildRuns() {
  if (!(g_rt.control->seen.load(std::memory_order_relaxed) & abi::kSeenChild)) return false;
  siginfo_t info{};
  long r = Sys(SYS_waitid, P_ALL, 0, reinterpret_cast<long>(&info), WNOHANG | WEXITED | WNOWAIT, 0);
  if (r < 0) return false;           // has none
  if (info.si_pid == 0) return true;  // none has ended
  char list[4096];
  u64 self = static_cast<u64>(Sys(SYS_getpid));
  if (ReadSmall(Path() << "/proc/" << self << "/task/" << self << "/children", list, sizeof list) < 0) return true;
  for (const char* p = list; *p; ++p) {
    u64 pid = Number(p);
    if (pid && Running(pid)) return true;
    if (!*p) break;
  }
  return false;
}

// Asks the kernel about every fiber that waits for a descriptor; waits for real if `block`. True if one became ready.
bool PollFds(bool block) {
  pollfd fds[128];
  Fiber* who[128];
  u32 n = 0;
  for (u32 t = 0; t < W->threads && n < 128; ++t) {
    Fiber* f = &W->fibers[t];
    if (f->state != FiberState::kLive || !f->pend.fd || Bit(W->enabled, t)) continue;
    if (f->pend.ready && f->pend.ready(f)) {
      SetEnabled(f, true);
      return true;
    }
    if (f->pend.obj2 == 0) continue;  // not a plain descriptor wait: only its own test tells
    fds[n] = {static_cast<int>(f->pend.obj), static_cast<short>(f->pend.obj2), 0};
    who[n++] = f;
  }
  if (!block) return false;
  timespec limit{0, 10'000'000};
  if (n == 0) {  // a child process, a set of descriptors: look again in a while
    Sys(SYS_nanosleep, reinterpret_cast<long>(&limit), 0);
    return false;
  }
  long got = Sys(SYS_ppoll, reinterpret_cast<long>(fds), n, reinterpret_cast<long>(&limit), 0, 8);
  if (got <= 0) return false;
  bool found = false;
  for (u32 i = 0; i < n; ++i)
    if (fds[i].revents && who[i]->pend.ready(who[i])) SetEnabled(who[i], true), found = true;
  return found;
}

// No thread can go on by itself. True: one can now. While a child runs or a descriptor leads outside this waits until the
// explorer finds that it takes too long (SIGXCPU).
bool WaitOutside() {
  if (RaiseForChild()) return true;
  if (!W->fd_waiters && !ChildRuns()) return false;
  g_rt.waits_outside = true;
  bool ready = false;
  for (int left = 3; !ready;) {
    ready = PollFds(true) || RaiseForChild();
    if (!ready && !LeadsOutside() && --left == 0) break;
  }
  g_rt.waits_outside = false;
  return ready;
}

// Virtual time is about to move on by `ns`. Where somebody outside is at work the real one does so, too, up to a tenth of a
// second: a program that looks every now and then whether its child is done must leave the child some time.
bool OutsideActsFirst(u64 ns) {
  if (!LeadsOutside()) return false;
  constexpr u64 kMost = 100'000'000, kSlice = 10'000'000;
  u64 rest = ns < kMost ? ns : kMost;
  for (; rest >= kSlice; rest -= kSlice)
    if (PollFds(true)) return true;
  timespec limit{0, static_cast<long>(rest)};
  Sys(SYS_nanosleep, reinterpret_cast<long>(&limit), 0);
  g_rt.control->progress.fetch_add(1, std::memory_order_relaxed);
  return PollFds(false);
}

}  // namespace reweave::rt
