// Descriptors: what each call does, and what it is about. Waiting is in fd_waits.cc. Output is captured.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>

#include "runtime/rt.h"

namespace reweave::rt {

void JournalOpened(long fd);
long JournalClose(long fd);
void JournalUsed(long fd);
void JournalShutdown(long fd);

namespace {

// Asked not to wait, or for nothing.
bool NeverWaits(long nr, long c, long d) {
  switch (nr) {
    case SYS_read:
    case SYS_write: return c == 0;
    case SYS_recvfrom:
    case SYS_sendto: return d & MSG_DONTWAIT;
    case SYS_recvmsg:
    case SYS_sendmsg: return c & MSG_DONTWAIT;
    default: return false;
  }
}

long Done(long nr, long fd, long result) { return IoDone(OnDescriptor(nr, fd), result); }

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

long Opened(long fd, u32 object) {
  if (fd >= 0) JournalOpened(fd), DescriptorOpened(fd, object);
  return fd;
}

// A file is the same for all who open it; a device without a state belongs to who opened it.
u32 ObjectOpened(long fd, u32 by_path) {
  struct stat s;
  if (fd < 0 || Sys(SYS_fstat, fd, reinterpret_cast<long>(&s)) != 0) return 0;
  if (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode)) return by_path;
  return S_ISCHR(s.st_mode) && major(s.st_rdev) == 1 ? NewObject() : 0;
}

long OpenFile(long nr, long a, long b, long c, long d) {
  long flags = nr == SYS_openat ? c : nr == SYS_creat ? (O_CREAT | O_WRONLY | O_TRUNC) : b;
  IoCall call = OnPath(nr, reinterpret_cast<char*>(nr == SYS_openat ? b : a));
  call.looks = !(flags & (O_CREAT | O_TRUNC));
  IoPoint(call);
  long fd = nr == SYS_openat ? FileOpen(a, b, c, d) : FileOpen(AT_FDCWD, a, flags, nr == SYS_creat ? b : c);
  return IoDone(call, Opened(fd, ObjectOpened(fd, call.object)));
}

// Something new without a name. It is told apart from others unless there is another way to reach it.
template <typename Make>
long MakeFd(long nr, bool told_apart, Make make) {
  IoPoint({nr, kByPath, 0});
  u32 object = told_apart ? NewObject() : 0;
  return IoDone({nr, kByPath, object}, make(object));
}

long Duplicate(long nr, long from, long b, long c) {
  IoPoint(OnDescriptor(nr, from));
  FileWritten(from);
  IoCall call = OnDescriptor(nr, from);
  return IoDone(call, Opened(Sys(nr, from, b, c), call.object));
}

bool NamesFile(long path) { return path && *reinterpret_cast<const char*>(path); }

// Looks at a file and changes nothing. A directory changes by calls on paths in it, which nobody can tell from here.
template <typename Ask>
long Look(long nr, long fd, Ask ask) {
  IoPoint(OnDescriptor(nr, fd));
  IoCall call = OnDescriptor(nr, fd);
  call.looks = nr != SYS_getdents64;
  if (!call.looks) call.object = 0;
  return IoDone(call, ask());
}

long Close(long nr, long fd) {
  IoPoint(OnDescriptor(nr, fd));
  IoCall call = OnDescriptor(nr, fd);
  long r = JournalClose(fd);
  if (r >= 0) DescriptorClosed(fd), SignalFdClosed(fd);
  return IoDone(call, r);
}

// The number `to` stands for something else from here on. It never was free, so nobody can have closed it.
long Replace(long nr, long from, long to, long flags) {
  IoPoint(OnDescriptor(nr, to));
  FileWritten(from);
  IoCall call{nr, static_cast<u64>(to), ObjectOf(to)};
  if (ObjectOf(from) != call.object) call.object = 0;
  if (Sys(SYS_fcntl, from, F_GETFD) < 0) return IoDone(OnDescriptor(nr, from), -EBADF);
  JournalClose(to);
  return IoDone(call, Opened(Sys(SYS_dup3, from, to, flags), ObjectOf(from)));
}

const u64* Set(long address) { return reinterpret_cast<const u64*>(address); }
u64 Nanoseconds(const timespec* t) { return static_cast<u64>(t->tv_sec) * 1'000'000'000 + static_cast<u64>(t->tv_nsec); }

// What it is about is changed, but no thread is ordered before another by it.
IoCall Unordered(long nr, long fd) {
  IoCall call = OnDescriptor(nr, fd);
  call.orders = false;
  return call;
}

// A lock by flock belongs to what was opened: it does not keep out a thread that uses the same descriptor.
IoCall Flocked(long fd, long how, long result) {
  const bool unlocks = (how & ~LOCK_NB) == LOCK_UN;
  IoCall call = OnDescriptor(SYS_flock, fd);
  if (result != 0 || fd >= static_cast<long>(kMaxDescriptors)) return call;
  u16& locker = W->descriptors[fd].locker;
  const u16 me = static_cast<u16>(Cur()->tid + 1);
  call.orders = locker == 0 || locker == me;
  if (unlocks) locker = 0;
  else if (call.orders) locker = me;
  return call;
}

bool Busy(long r) { return r == -EWOULDBLOCK || r == -EACCES; }

long TryFlock(const IoCall& call, long how, long) {
  const long fd = static_cast<long>(call.fd), r = Sys(SYS_flock, fd, how | LOCK_NB);
  return Busy(r) && !(how & LOCK_NB) ? r : IoDone(Flocked(fd, how, r), r);
}

// A lock by F_SETLKW belongs to the process and keeps out none of its threads.
long TryFcntl(const IoCall& call, long how, long lock) {
  const long r = Sys(SYS_fcntl, static_cast<long>(call.fd), how == F_SETLKW ? F_SETLK : F_OFD_SETLK, lock);
  return Busy(r) ? r : IoDone(call, r);
}

long Accept(long nr, long a, long b, long c, long d) {
  if (long r = WaitReady(nr, a, POLLIN); r != 0) return r;
  return Done(nr, a, Opened(Sys(nr, a, b, c, d), 0));
}

// On loopback a connection is made or refused without waiting; for others the calling fiber waits until it is writable.
long Connect(long a, long b, long c) {
  int fd = static_cast<int>(a);
  IoPoint(OnDescriptor(SYS_connect, a));
  long flags = Sys(SYS_fcntl, fd, F_GETFL);
  if (flags & O_NONBLOCK) return Done(SYS_connect, a, Sys(SYS_connect, a, b, c));
  Sys(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
  long r = Sys(SYS_connect, a, b, c);
  Sys(SYS_fcntl, fd, F_SETFL, flags);
  if (r != -EINPROGRESS) return Done(SYS_connect, a, r);
  Done(SYS_connect, a, 0);
  if (long waited = WaitReady(SYS_connect, a, POLLOUT); waited != 0) return waited == -EAGAIN ? -EINPROGRESS : waited;
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
    case SYS_writev:
      if (Captured(a) && nr == SYS_write) return Capture(a, reinterpret_cast<char*>(b), static_cast<u64>(c));
      if (Captured(a)) return CaptureVector(a, reinterpret_cast<iovec*>(b), c);
      [[fallthrough]];
    case SYS_sendmmsg:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_sendfile:
    case SYS_copy_file_range:
      if (WaitsForAll(nr, a, c, d)) return MoveAll(nr, a, b, c, d, e, f);
      if (long r = WaitReady(nr, a, POLLOUT, NeverWaits(nr, c, d)); r != 0) return r;
      JournalUsed(a);
      FileWritten(nr == SYS_copy_file_range ? c : a);
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_read:
    case SYS_readv:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
      if (a == 0) Note(abi::kSeenStdin);
      if (WaitsForAll(nr, a, c, d)) return MoveAll(nr, a, b, c, d, e, f);
      if (long r = WaitReady(nr, a, POLLIN, NeverWaits(nr, c, d)); r != 0) return r;
      JournalUsed(a);
      if (nr == SYS_read && IsSignalFd(a)) return Done(nr, a, ReadSignalFd(a, reinterpret_cast<void*>(b), static_cast<u64>(c)));
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_pwrite64:
    case SYS_pwritev:
    case 328 /* pwritev2 */:
    case SYS_ftruncate:
    case SYS_fallocate:
      IoPoint(OnDescriptor(nr, a));
      JournalUsed(a);
      FileWritten(a);
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_utimensat:
      if (b) return *handled = false, 0;  // by name: PathCall
      [[fallthrough]];
    case SYS_fchmod:
    case SYS_fchown: IoPoint(OnDescriptor(nr, a)); return Done(nr, a, FileAttributes(nr, a, b, c, d, e));
    case SYS_pread64:
    case SYS_preadv: JournalUsed(a); return Look(nr, a, [&] { return Sys(nr, a, b, c, d, e, f); });
    case SYS_lseek:
      IoPoint(OnDescriptor(nr, a));
      JournalUsed(a);
      return Done(nr, a, Sys(nr, a, b, c, d, e, f));
    case SYS_fstat:
      if (a <= 2) return Sys(nr, a, b);
      return Look(nr, a, [&] { return Sys(nr, a, b); });
    case SYS_newfstatat:  // what fstat is in libc
      if (a <= 2 || !(d & AT_EMPTY_PATH) || NamesFile(b)) return *handled = false, 0;
      return Look(nr, a, [&] { return Sys(nr, a, b, c, d); });
    case SYS_statx:
      if (a <= 2 || !(c & AT_EMPTY_PATH) || NamesFile(b)) return *handled = false, 0;
      return Look(nr, a, [&] { return Sys(nr, a, b, c, d, e); });
    case SYS_ioctl:
      if (a <= 2 || b == TCGETS) return *handled = false, 0;  // is it a terminal? No other call changes that
      if (b == FIONREAD) return Look(nr, a, [&] { return Sys(nr, a, b, c); });
      IoPoint(OnDescriptor(nr, a));
      return Done(nr, a, Sys(nr, a, b, c));
    case SYS_listen:
    case SYS_setsockopt: IoPoint(OnDescriptor(nr, a)); return Done(nr, a, Sys(nr, a, b, c, d, e));
    case SYS_getsockopt: return Look(nr, a, [&] { return Sys(nr, a, b, c, d, e); });
    case SYS_getdents64: return Look(nr, a, [&] { return Sys(nr, a, b, c); });
    case SYS_bind: return FileBind(a, reinterpret_cast<sockaddr*>(b), c);
    case SYS_open:
    case SYS_openat:
    case SYS_creat: return OpenFile(nr, a, b, c, d);
    case SYS_close: return Close(nr, a);
    case 436 /* close_range */: {
      for (long fd = a; fd <= (b < 1023 ? b : 1023); ++fd)
        if (JournalClose(fd) >= 0) DescriptorClosed(fd);
      return 0;
    }
    case SYS_dup: return Duplicate(nr, a, b, c);
    case SYS_dup2:
    case SYS_dup3:
      if (a == b && nr == SYS_dup2) return a;
      return Replace(nr, a, b, nr == SYS_dup3 ? c : 0);
    case SYS_socket:
      if (W->started) Note(abi::kSeenSocket);
      return MakeFd(nr, false, [&](u32 o) { return Opened(Sys(nr, a, b, c), o); });
    case SYS_eventfd:
    case SYS_eventfd2:
    case SYS_memfd_create: return MakeFd(nr, true, [&](u32 o) { return Opened(Sys(nr, a, b, c), o); });
    case SYS_epoll_create:
    case SYS_epoll_create1:
    case SYS_inotify_init:
    case SYS_inotify_init1: return MakeFd(nr, false, [&](u32 o) { return Opened(Sys(nr, a, b, c), o); });
    case SYS_timerfd_create: return TimerCall(nr, a, b, c, d);
    case SYS_timerfd_settime: IoPoint(OnDescriptor(nr, a)); return Done(nr, a, TimerCall(nr, a, b, c, d));
    case SYS_timerfd_gettime: return Look(nr, a, [&] { return TimerCall(nr, a, b, c, d); });
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_socketpair: {
      return MakeFd(nr, true, [&](u32 object) {
        long r = Sys(nr, a, b, c, d);
        auto* pair = reinterpret_cast<int*>(nr == SYS_socketpair ? d : a);
        if (r == 0) Opened(pair[0], object), Opened(pair[1], object);
        return r;
      });
    }
    case SYS_accept:
    case SYS_accept4: return Accept(nr, a, b, c, d);
    case SYS_connect: return Connect(a, b, c);
    case SYS_shutdown:
      IoPoint(OnDescriptor(nr, a));
      JournalShutdown(a);
      DescriptorShut(a);
      return Done(nr, a, Sys(nr, a, b));
    case SYS_poll: {
      int ms = static_cast<int>(c);
      return WaitMany({nr, a, b, c, d, e}, ms < 0, ms > 0 ? static_cast<u64>(ms) * 1'000'000 : 0);
    }
    case SYS_ppoll: return WaitMany({nr, a, b, c, d, e, Set(d)}, c == 0, c ? Nanoseconds(reinterpret_cast<timespec*>(c)) : 0);
    case SYS_select: {
      auto* t = reinterpret_cast<timeval*>(e);
      return WaitMany({nr, a, b, c, d, e}, !t,
                      t ? static_cast<u64>(t->tv_sec) * 1'000'000'000 + static_cast<u64>(t->tv_usec) * 1000 : 0);
    }
    case SYS_pselect6:  // the mask and its size are in a structure
      return WaitMany({nr, a, b, c, d, e, f ? Set(*reinterpret_cast<long*>(f)) : nullptr}, e == 0,
                      e ? Nanoseconds(reinterpret_cast<timespec*>(e)) : 0);
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
      return WaitMany({nr, a, b, c, d, e, nr == SYS_epoll_pwait ? Set(e) : nullptr}, static_cast<int>(d) < 0,
                      static_cast<int>(d) > 0 ? static_cast<u64>(d) * 1'000'000 : 0);
    case 441 /* epoll_pwait2 */:
      return WaitMany({nr, a, b, c, d, e, Set(e)}, d == 0, d ? Nanoseconds(reinterpret_cast<timespec*>(d)) : 0);
    case SYS_epoll_ctl:
      IoPoint(OnDescriptor(nr, a));
      JournalUsed(a);
      return Done(nr, a, Sys(nr, a, b, c, d));
    case SYS_flock: {
      if (!(b & LOCK_NB)) return WaitForLock(OnDescriptor(nr, a), TryFlock, b, 0);
      const IoCall call = OnDescriptor(nr, a);
      IoPoint(call);
      return TryFlock(call, b, 0);
    }
    case SYS_fcntl:
      if (b == F_SETLKW || b == F_OFD_SETLKW)
        return WaitForLock(b == F_SETLKW ? Unordered(nr, a) : OnDescriptor(nr, a), TryFcntl, b, c);
      if (b == F_DUPFD || b == F_DUPFD_CLOEXEC) return Duplicate(nr, a, b, c);
      return IoDone(b == F_OFD_SETLK ? OnDescriptor(nr, a) : Unordered(nr, a), Sys(nr, a, b, c));
    default: *handled = false; return 0;
  }
}

}  // namespace reweave::rt
