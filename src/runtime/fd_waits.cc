// Waiting for descriptors: calls that would block suspend only the calling fiber until the kernel says "ready", or until a signal
// handler ends them.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/file_locks.h"
#include "runtime/rt.h"

namespace reweave::rt {

void JournalUsed(long fd);

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

// An announced call that is not made yet, or not now: it waits, and another thread was faster.
void RecordWait(long nr, long fd) {
  Event* e = RecordPending(Cur());
  e->obj = static_cast<u64>(fd);
  e->value = static_cast<u64>(nr);
  e->size = static_cast<u16>(ObjectOf(fd));
  Cur()->io = false;
}

// SO_RCVTIMEO, SO_SNDTIMEO in nanoseconds, 0 = none.
u64 SocketLimit(int fd, short events) {
  timeval t{};
  socklen_t n = sizeof t;
  int option = events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO;
  if (Sys(SYS_getsockopt, fd, SOL_SOCKET, option, reinterpret_cast<long>(&t), reinterpret_cast<long>(&n)) != 0) return 0;
  return static_cast<u64>(t.tv_sec) * 1'000'000'000 + static_cast<u64>(t.tv_usec) * 1000;
}

// Before the first thread nobody else makes it ready but the world outside, and a child that ends.
bool EndedBeforeThreads(const Pending& p) {
  if (W->started) return false;
  RaiseForChild();
  Fiber* f = Cur();
  const bool ended = HandlerEnds(DueSignals(f), p.interrupts);
  DeliverPending(f);
  timespec while_others_work{0, 1'000'000};
  if (!ended) Sys(SYS_nanosleep, reinterpret_cast<long>(&while_others_work), 0);
  return ended;
}

}  // namespace

// Announces the call and waits until fd is ready for `events`, unless it never blocks. Else: the socket's own time limit ran out
// (EAGAIN), or a handler ended the wait (EINTR). `partly`: something was moved already, so no handler lets it go on.
long WaitReady(long nr, long fd, short events, bool never, bool partly) {
  int n = static_cast<int>(fd);
  CancelPoint();
  if (!IoHasOthers() && (never || PollNow(n, events) || NonBlocking(n))) return 0;
  if (!never && !partly && !NonBlocking(n)) BeforeInterruptible();
  for (;;) {
    bool waits = !never && !NonBlocking(n);
    Pending p = Op(EventKind::kFdOp, reinterpret_cast<void*>(fd), waits ? FdReady : nullptr);
    p.obj2 = static_cast<u16>(events);
    p.fd = waits;
    u64 limit = waits ? SocketLimit(n, events) : 0;
    p.timed = limit != 0;
    p.deadline = W->clock_ns + limit;
    p.interrupts = limit || partly ? kAlways : kUnlessRestarted;
    Point(p);
    Cur()->io = true;
    if (Cur()->interrupted) return IoDone(OnDescriptor(nr, fd), -EINTR);
    if (!waits || PollNow(n, events)) return 0;
    RecordWait(nr, fd);
    if (p.timed) {
      TimedOut(Cur());
      return -EAGAIN;
    }
    if (EndedBeforeThreads(p)) return -EINTR;
  }
}

static bool LockFree(const Fiber* f) { return !HeldHere(*reinterpret_cast<LockWait*>(f->pend.arg)); }

// A lock on a file. A thread of this process that holds it must give it back first; if somebody else does, it is tried again
// whenever others have run.
long WaitForLock(const IoCall& call, long (*attempt)(const IoCall&, long, long), long b, long c) {
  LockWait wait{static_cast<long>(call.fd), false, nullptr, false};
  if (call.nr == SYS_flock) wait.writes = (b & ~LOCK_NB) == LOCK_EX;
  else wait.range = reinterpret_cast<struct flock*>(c), wait.of_process = b == F_SETLKW;
  const bool unlocks = call.nr == SYS_flock ? (b & ~LOCK_NB) == LOCK_UN : wait.range == nullptr || wait.range->l_type == F_UNLCK;
  BeforeInterruptible();
  for (bool again = false;; again = true) {
    Pending p = Op(EventKind::kFdOp, reinterpret_cast<void*>(call.fd), unlocks ? nullptr : LockFree);
    p.arg = reinterpret_cast<u64>(&wait);
    p.fd = !unlocks;
    p.tried = again;
    p.stays = call.nr == SYS_flock;  // no cancellation point
    p.interrupts = kUnlessRestarted;
    if (again || IoHasOthers()) {
      Point(p);
      Cur()->io = true;
      if (Cur()->interrupted) return IoDone(call, -EINTR);
    }
    const long r = attempt(call, b, c);
    if (r != -EWOULDBLOCK && r != -EAGAIN && r != -EACCES) return r;
    if (Cur()->io) RecordWait(call.nr, static_cast<long>(call.fd));
    if (EndedBeforeThreads(p)) return IoDone(call, -EINTR);
    if (!HeldHere(wait)) Yielded(Cur());
  }
}

// --- poll, select, epoll: ready means that the same call with time-out 0 finds something --------------------------------
namespace {

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

bool IsEpoll(long nr) { return nr == SYS_epoll_wait || nr == SYS_epoll_pwait || nr == 441 /* epoll_pwait2 */; }
bool IsSelect(long nr) { return nr == SYS_select || nr == SYS_pselect6; }

bool AskReady(const Fiber* f) { return AskNow(*reinterpret_cast<PollCall*>(f->pend.arg)) != 0; }

// Asks without waiting, but lets in what the mask lets in. epoll only looks.
long WithoutWaiting(const PollCall& p, const IoCall& call) {
  Fiber* f = Cur();
  const bool others = IoHasOthers();
  if (others) Point(Op(EventKind::kFdOp, reinterpret_cast<void*>(p.a))), f->io = true;
  const u32 site = f->pend.site;
  long result = Take(p);
  if (p.mask && result == 0 && !IsEpoll(p.nr)) {
    MaskOfWait mask(f, *p.mask | ~f->sigmask);  // what is not blocked anyway was taken, or is to come later
    if (HandlerEnds(DueSignals(f), kAlways)) result = -EINTR;
    IoDone(call, result);
    DeliverPending(f);
  } else {
    IoDone(call, result);
  }
  if (others && result == 0) NoteRead(f, site, static_cast<u64>(p.a), static_cast<u64>(p.nr));
  return result;
}

// select alone says how much of its time is left.
void WriteLeft(const PollCall& p, u64 deadline) {
  if (!IsSelect(p.nr) || !p.e) return;
  const u64 left = deadline > W->clock_ns ? deadline - W->clock_ns : 0;
  auto* t = reinterpret_cast<timespec*>(p.e);
  *t = {static_cast<time_t>(left / 1'000'000'000), static_cast<long>(left % 1'000'000'000)};
  if (p.nr == SYS_select) t->tv_nsec /= 1000;
}

// The call is chosen when it finds something, when its time is over, or for a handler.
long WaitUnder(const PollCall& p, const IoCall& call, Pending& pending, bool forever) {
  Fiber* f = Cur();
  bool timeout;
  for (;;) {  // another thread may have been faster
    Point(pending);
    f->io = true;
    if (f->interrupted || EndedBeforeThreads(pending)) {
      IoDone(call, -EINTR);
      if (p.mask) DeliverPending(f);  // all that is due comes before the mask is put back
      return -EINTR;
    }
    timeout = AskNow(p) == 0;
    if (!timeout || !forever) break;
    RecordWait(p.nr, p.a);
  }
  const long result = IoDone(call, Take(p));
  if (timeout) TimedOut(f);
  return result;
}

}  // namespace

long WaitMany(const PollCall& p, bool forever, u64 ns) {
  Fiber* f = Cur();
  if (IsEpoll(p.nr)) JournalUsed(p.a);
  const IoCall call{p.nr, static_cast<u64>(p.a), 0};  // several descriptors
  if (!forever && ns == 0) return WithoutWaiting(p, call);
  const u64 deadline = W->clock_ns + ns;
  if (!IoHasOthers() && AskNow(p) != 0) return IoDone(call, Take(p));
  CancelPoint();
  BeforeInterruptible();  // with the old mask
  MaskOfWait mask(f, p.mask ? *p.mask : f->sigmask);
  Pending pending = Op(EventKind::kFdOp, reinterpret_cast<void*>(p.a), AskReady);
  pending.fd = pending.many = true;
  pending.timed = !forever;
  pending.deadline = deadline;
  pending.arg = reinterpret_cast<u64>(&p);
  pending.interrupts = kAlways;
  pending.lets_in = p.mask != nullptr;
  const long result = WaitUnder(p, call, pending, forever);
  if (!forever) WriteLeft(p, deadline);
  return result;
}

}  // namespace reweave::rt
