// Descriptors: calls that would block suspend only the calling fiber until the kernel says "ready"; output is captured.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "runtime/rt.h"

namespace reweave::rt {

void JournalOpened(long fd);
void RaiseSignal(int sig, Fiber* target);
long JournalClose(long fd);
void JournalUsed(long fd);
void JournalShutdown(long fd);

namespace {

bool PollNow(int fd, short events) {
  pollfd p{fd, events, 0};
  timespec zero{};
  return Sys(SYS_ppoll, reinterpret_cast<long>(&p), 1, reinterpret_cast<long>(&zero), 0, 8) != 0;
}

bool FdReady(const Fiber* f) { return PollNow(static_cast<int>(f->pend.obj), static_cast<short>(f->pend.obj2)); }

bool NonBlocking(int fd) {
  long flags = Sys(SYS_fcntl, fd, F_GETFL);
  return flags < 0 || flags & O_NONBLOCK;
}

void RecordFd(long nr, long fd, long result) {
  Event* e = RecordPending(Cur());
  e->obj = static_cast<u64>(fd);
  e->value = static_cast<u64>(nr);
  e->value2 = static_cast<u64>(result);
}

// SO_RCVTIMEO, SO_SNDTIMEO in nanoseconds, 0 = none.
u64 SocketLimit(int fd, short events) {
  timeval t{};
  socklen_t n = sizeof t;
  int option = events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO;
  if (Sys(SYS_getsockopt, fd, SOL_SOCKET, option, reinterpret_cast<long>(&t), reinterpret_cast<long>(&n)) != 0) return 0;
  return static_cast<u64>(t.tv_sec) * 1'000'000'000 + static_cast<u64>(t.tv_usec) * 1000;
}

// Waits until fd is ready for `events` unless it never blocks. False: the socket's own time limit ran out.
bool WaitReady(long nr, long fd, short events) {
  int n = static_cast<int>(fd);
  CancelPoint();
  while (!PollNow(n, events) && !NonBlocking(n)) {
    Pending p = Op(EventKind::kFdOp, reinterpret_cast<void*>(fd), FdReady);
    p.obj2 = static_cast<u16>(events);
    p.fd = true;
    u64 limit = SocketLimit(n, events);
    p.timed = limit != 0;
    p.deadline = W->clock_ns + limit;
    Point(p);
    RecordFd(nr, fd, 0);
    if (p.timed && !PollNow(n, events)) {
      TimedOut(Cur());
      return false;
    }
  }
  return true;
}

// A call on a descriptor is over. What one thread puts into a descriptor orders it before who takes it out, so the trace
// has it, also when it did not block and was no scheduling point.
long Done(long nr, long fd, long result) {
  Fiber* f = Cur();
  ++f->ordinal;
  Event* e = Record(EventKind::kFdOp, f);
  e->site = CallSite(f);
  e->obj = static_cast<u64>(fd);
  e->value = static_cast<u64>(nr);
  e->value2 = static_cast<u64>(result);
  if (result == -EPIPE && !(Cur()->sigmask >> (SIGPIPE - 1) & 1)) RaiseSignal(SIGPIPE, Cur());
  if (result >= 0) Effect();
  TouchFds();
  return result;
}

long Capture(long fd, const char* text, u64 n) {
  u64 room = g_rt.control->output_limit > W->output_bytes ? g_rt.control->output_limit - W->output_bytes : 0;
  u64 keep = n < room ? n : room;
  RecordText(fd == 1 ? abi::TextStream::kStdout : abi::TextStream::kStderr, text, keep);
  W->output_bytes += static_cast<u32>(keep);
  W->output_dropped += static_cast<u32>(n - keep);
  return static_cast<long>(n);
}

long CaptureVector(long fd, const iovec* v, long n) {
  long total = 0;
  for (long i = 0; i < n; ++i) total += Capture(fd, static_cast<const char*>(v[i].iov_base), v[i].iov_len);
  return total;
}

// Descriptor 1 or 2 as the program got them (not replaced by dup2).
bool Captured(long fd) { return (fd == 1 || fd == 2) && g_rt.capture && !(g_rt.run_fds[0] >> fd & 1); }

long Opened(long fd) {
  if (fd >= 0) JournalOpened(fd);
  return fd;
}

long OpenFile(long nr, long a, long b, long c, long d) {
  long flags = nr == SYS_openat ? c : nr == SYS_creat ? (O_CREAT | O_WRONLY | O_TRUNC) : b;
  if (nr == SYS_openat) return Opened(FileOpen(a, b, c, d));
  return Opened(FileOpen(AT_FDCWD, a, flags, nr == SYS_creat ? b : c));
}

// --- poll, select, epoll: ready means that the same call with time-out 0 finds something --------------------------------
long AskNow(const PollCall& p) {
  timespec zero{};
  switch (p.nr) {
    case SYS_poll:
    case SYS_ppoll: return Sys(SYS_ppoll, p.a, p.b, reinterpret_cast<long>(&zero), 0, 8);
    case SYS_select:
    case SYS_pselect6: {
      // select writes its sets: work on copies while asking
      fd_set sets[3];
      long pointer[3] = {p.b, p.c, p.d};
      for (int i = 0; i < 3; ++i)
        if (pointer[i]) sets[i] = *reinterpret_cast<fd_set*>(pointer[i]);
      return Sys(SYS_pselect6, p.a, p.b ? reinterpret_cast<long>(&sets[0]) : 0, p.c ? reinterpret_cast<long>(&sets[1]) : 0,
                 p.d ? reinterpret_cast<long>(&sets[2]) : 0, reinterpret_cast<long>(&zero), 0);
    }
    default: return PollNow(static_cast<int>(p.a), POLLIN);
  }
}

long Take(const PollCall& p) {
  timespec zero{};
  switch (p.nr) {
    case SYS_poll:
    case SYS_ppoll: return AskNow(p);
    case SYS_select:
    case SYS_pselect6: return Sys(SYS_pselect6, p.a, p.b, p.c, p.d, reinterpret_cast<long>(&zero), 0);
    default: return Sys(SYS_epoll_pwait, p.a, p.b, p.c, 0, 0, 8);
  }
}

bool AskReady(const Fiber* f) { return AskNow(*reinterpret_cast<PollCall*>(f->pend.arg)) != 0; }

long WaitMany(const PollCall& p, bool forever, u64 ns) {
  Fiber* f = Cur();
  if (p.nr == SYS_epoll_wait || p.nr == SYS_epoll_pwait || p.nr == 441) JournalUsed(p.a);
  if (AskNow(p) != 0 || (!forever && ns == 0)) return Done(p.nr, p.a, Take(p));
  CancelPoint();
  Pending pending = Op(EventKind::kFdOp, reinterpret_cast<void*>(p.a), AskReady);
  pending.fd = pending.many = true;
  pending.timed = !forever;
  pending.deadline = W->clock_ns + ns;
  pending.arg = reinterpret_cast<u64>(&p);
  bool timeout;
  do {  // another thread may have been faster
    Point(pending);
    timeout = AskNow(p) == 0;
    if (timeout && forever) RecordFd(p.nr, p.a, 0);
  } while (timeout && forever);
  long result = Take(p);
  RecordFd(p.nr, p.a, result);
  if (timeout && !forever) TimedOut(f);
  return Done(p.nr, p.a, result);
}

u64 Nanoseconds(const timespec* t) { return static_cast<u64>(t->tv_sec) * 1'000'000'000 + static_cast<u64>(t->tv_nsec); }

// A lock on a file: tried again whenever others have run.
template <typename Try>
long LockFile(long nr, long fd, Try attempt) {
  for (;;) {
    long r = attempt();
    if (r != -EWOULDBLOCK && r != -EAGAIN && r != -EACCES) return Done(nr, fd, r);
    Yielded(Cur());
    Point(Op(EventKind::kFdOp, reinterpret_cast<void*>(fd)));
    RecordFd(nr, fd, r);
  }
}

long Accept(long nr, long a, long b, long c, long d) {
  if (!WaitReady(nr, a, POLLIN)) return -EAGAIN;
  return Done(nr, a, Opened(Sys(nr, a, b, c, d)));
}

// On loopback a connection is made or refused without waiting; for others the calling fiber waits until it is writable.
long Connect(long a, long b, long c) {
  int fd = static_cast<int>(a);
  long flags = Sys(SYS_fcntl, fd, F_GETFL);
  if (flags & O_NONBLOCK) return Done(SYS_connect, a, Sys(SYS_connect, a, b, c));
  Sys(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
  long r = Sys(SYS_connect, a, b, c);
  Sys(SYS_fcntl, fd, F_SETFL, flags);
  TouchFds();
  if (r != -EINPROGRESS) return Done(SYS_connect, a, r);
  WaitReady(SYS_connect, a, POLLOUT);
  int error = 0;
  socklen_t n = sizeof error;
  Sys(SYS_getsockopt, a, SOL_SOCKET, SO_ERROR, reinterpret_cast<long>(&error), reinterpret_cast<long>(&n));
  return Done(SYS_connect, a, -error);
}

}  // namespace

void TouchFds() {
  if (!W->fd_waiters) return;
  for (u32 t = 0; t < W->threads; ++t) {
    Fiber* f = &W->fibers[t];
    if (f->state == FiberState::kLive && f->pend.fd && !f->pend.timed && t != W->cur && !Bit(W->enabled, t) && f->pend.ready &&
        f->pend.ready(f))
      SetEnabled(f, true);
  }
}

long FdCall(long nr, long a, long b, long c, long d, long e, long f, bool* handled) {
  *handled = true;
  switch (nr) {
    case SYS_write:
      if (Captured(a)) return Capture(a, reinterpret_cast<char*>(b), static_cast<u64>(c));
      [[fallthrough]];
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_pwrite64:
    case SYS_sendfile:
    case SYS_copy_file_range:
      JournalUsed(a);
      FileWritten(nr == SYS_copy_file_range ? c : a);
      if (nr != SYS_pwrite64 && !WaitReady(nr, a, POLLOUT)) return -EAGAIN;
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_writev:
      if (Captured(a)) return CaptureVector(a, reinterpret_cast<iovec*>(b), c);
      [[fallthrough]];
    case SYS_sendmmsg:
      JournalUsed(a);
      FileWritten(a);
      if (!WaitReady(nr, a, POLLOUT)) return -EAGAIN;
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_read:
    case SYS_readv:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
      if (a == 0) Note(abi::kSeenStdin);
      JournalUsed(a);
      if (!((nr == SYS_recvfrom && d & MSG_DONTWAIT) || (nr == SYS_recvmsg && c & MSG_DONTWAIT)) && !WaitReady(nr, a, POLLIN))
        return -EAGAIN;
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_pwritev:
    case 328 /* pwritev2 */:
      JournalUsed(a);
      FileWritten(a);
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_bind: return FileBind(a, reinterpret_cast<sockaddr*>(b), c);
    case SYS_lseek: JournalUsed(a); return Sys(nr, a, b, c);
    case SYS_open:
    case SYS_openat:
    case SYS_creat: return OpenFile(nr, a, b, c, d);
    case SYS_close: return Done(nr, a, JournalClose(a));
    case 436 /* close_range */: {
      for (long fd = a; fd <= (b < 1023 ? b : 1023); ++fd) JournalClose(fd);
      return 0;
    }
    case SYS_dup: FileWritten(a); return Opened(Sys(nr, a));
    case SYS_dup2:
    case SYS_dup3:
      if (a == b && nr == SYS_dup2) return a;
      FileWritten(a);
      JournalClose(b);
      return Opened(Sys(SYS_dup3, a, b, nr == SYS_dup3 ? c : 0));
    case SYS_socket:
      if (W->started) Note(abi::kSeenSocket);
      return Opened(Sys(nr, a, b, c));
    case SYS_eventfd:
    case SYS_eventfd2:
    case SYS_epoll_create:
    case SYS_epoll_create1:
    case SYS_memfd_create:
    case SYS_inotify_init:
    case SYS_inotify_init1: return Opened(Sys(nr, a, b, c));
    case SYS_timerfd_create:
    case SYS_timerfd_settime:
    case SYS_timerfd_gettime: return TimerCall(nr, a, b, c, d);
    case SYS_signalfd:
    case SYS_signalfd4: return -ENOSYS;
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_socketpair: {
      long r = Sys(nr, a, b, c, d);
      auto* pair = reinterpret_cast<int*>(nr == SYS_socketpair ? d : a);
      if (r == 0) Opened(pair[0]), Opened(pair[1]);
      return r;
    }
    case SYS_accept:
    case SYS_accept4: return Accept(nr, a, b, c, d);
    case SYS_connect: return Connect(a, b, c);
    case SYS_shutdown: JournalShutdown(a); return Done(nr, a, Sys(nr, a, b));
    case SYS_poll: {
      int ms = static_cast<int>(c);
      return WaitMany({nr, a, b, c, d, e}, ms < 0, ms > 0 ? static_cast<u64>(ms) * 1'000'000 : 0);
    }
    case SYS_ppoll: return WaitMany({nr, a, b, c, d, e}, c == 0, c ? Nanoseconds(reinterpret_cast<timespec*>(c)) : 0);
    case SYS_select: {
      auto* t = reinterpret_cast<timeval*>(e);
      return WaitMany({nr, a, b, c, d, e}, !t,
                      t ? static_cast<u64>(t->tv_sec) * 1'000'000'000 + static_cast<u64>(t->tv_usec) * 1000 : 0);
    }
    case SYS_pselect6: return WaitMany({nr, a, b, c, d, e}, e == 0, e ? Nanoseconds(reinterpret_cast<timespec*>(e)) : 0);
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
      return WaitMany({nr, a, b, c, d, e}, static_cast<int>(d) < 0,
                      static_cast<int>(d) > 0 ? static_cast<u64>(d) * 1'000'000 : 0);
    case 441 /* epoll_pwait2 */:
      return WaitMany({nr, a, b, c, d, e}, d == 0, d ? Nanoseconds(reinterpret_cast<timespec*>(d)) : 0);
    case SYS_epoll_ctl: JournalUsed(a); return Done(nr, a, Sys(nr, a, b, c, d));
    case SYS_flock: {
      if (b & LOCK_NB) return Sys(nr, a, b);
      return LockFile(nr, a, [&] { return Sys(SYS_flock, a, b | LOCK_NB); });
    }
    case SYS_fcntl:
      if (b == F_SETLKW || b == F_OFD_SETLKW)
        return LockFile(nr, a, [&] { return Sys(SYS_fcntl, a, b == F_SETLKW ? F_SETLK : F_OFD_SETLK, c); });
      if (b == F_DUPFD || b == F_DUPFD_CLOEXEC) {
        FileWritten(a);
        return Opened(Sys(nr, a, b, c));
      }
      return Done(nr, a, Sys(nr, a, b, c));
    default: *handled = false; return 0;
  }
}

}  // namespace reweave::rt
