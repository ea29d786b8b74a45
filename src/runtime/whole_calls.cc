// Calls that wait more than once: a write to a pipe or socket that has room for a part only, recv with MSG_WAITALL. Such a call
// would wait inside the kernel, and with it every thread of the program. So it is made in pieces, each of them without waiting,
// and the others run in between. As natively, what another thread writes may come between two pieces.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {

void JournalUsed(long fd);

namespace {

constexpr long kFits = 4096;  // PIPE_BUF: what is ready takes that much at once

bool TakesParts(long fd) {
  struct stat s;
  if (Sys(SYS_fstat, fd, reinterpret_cast<long>(&s)) != 0 || !(S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode))) return false;
  return (Sys(SYS_fcntl, fd, F_GETFL) & O_NONBLOCK) == 0;
}

// No other thread of the process runs meanwhile, so nobody sees the mode.
long WithoutWaiting(long nr, long fd, long at, long n, long d, long e, long f) {
  const long mode = Sys(SYS_fcntl, fd, F_GETFL);
  Sys(SYS_fcntl, fd, F_SETFL, mode | O_NONBLOCK);
  const long r = Sys(nr, fd, at, n, d, e, f);
  Sys(SYS_fcntl, fd, F_SETFL, mode);
  return r;
}

}  // namespace

bool WaitsForAll(long nr, long fd, long n, long flags) {
  if (!IoHasOthers() || n <= 0) return false;
  if (nr == SYS_recvfrom) return flags & MSG_WAITALL && !(flags & (MSG_DONTWAIT | MSG_PEEK)) && TakesParts(fd);
  if (nr == SYS_sendto && flags & MSG_DONTWAIT) return false;
  return (nr == SYS_write || nr == SYS_sendto) && n > kFits && TakesParts(fd);
}

long MoveAll(long nr, long fd, long at, long n, long d, long e, long f) {
  const bool takes = nr == SYS_recvfrom;
  if (takes) d &= ~static_cast<long>(MSG_WAITALL);
  for (long done = 0;;) {
    if (long r = WaitReady(nr, fd, takes ? POLLIN : POLLOUT, false, done > 0); r != 0) return done ? done : r;
    JournalUsed(fd);
    const long r = WithoutWaiting(nr, fd, at + done, n - done, d, e, f);
    if (r == -EAGAIN) {  // a message for which there is no room, though there is some
      Yielded(Cur());
      IoDone(OnDescriptor(nr, fd), r);
      continue;
    }
    IoDone(OnDescriptor(nr, fd), r);
    if (r <= 0) return done ? done : r;
    done += r;
    if (done == n) return done;
  }
}

}  // namespace reweave::rt
