// Calls on descriptors and files: each is a scheduling point while there are other threads, and says which object of the kernel
// it is about, so that only calls on the same one depend on each other.
//
// Objects have numbers that do not depend on the schedule: a pipe, pair of sockets, eventfd ... is named by the thread that made
// it and its how-many-eth operation that was, a file by the last part of its path, in which the number of the process, which many
// put into names, stands for any: under exec isolation each run is another process. 0 is everything that nobody can tell apart
// (connections, terminals, calls on several descriptors): it depends on all others. Two objects may share a number; then more
// orders are tried than needed.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

#include "abi/io.h"
#include "runtime/rt.h"

namespace reweave::rt {

void RaiseSignal(int sig, Fiber* target);

namespace {

u32 Named(u64 h) {
  h *= 0x9e3779b97f4a7c15ull;
  return static_cast<u32>(h >> 48) % 0xffff + 1;
}

// A call that fails because the descriptor is not open is the program's mistake if another thread closed it. Whether a number is
// open may be asked, and a server is commonly stopped by closing what it accepts connections from.
bool NeedsOpen(long nr) {
  switch (nr) {
    case SYS_close:
    case SYS_read:
    case SYS_readv:
    case SYS_pread64:
    case SYS_preadv:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
    case SYS_write:
    case SYS_writev:
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_sendmmsg:
    case SYS_sendfile:
    case SYS_lseek:
    case SYS_ftruncate:
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3: return true;
    default: return false;
  }
}

// By creation and join alone, as for shared memory.
bool ClosedBefore(const Fiber* f, const Descriptor& d) {
  const u32 closer = d.closer - 1u;
  if (closer == f->tid) return true;
  if (closer >= kOrderedThreads || f->tid >= kOrderedThreads) return false;
  return d.epoch <= W->vc[f->tid][closer];
}

void CheckOpen(const IoCall& call) {
  if (!W->started || !NeedsOpen(call.nr) || call.fd >= kMaxDescriptors) return;
  const Descriptor& d = W->descriptors[call.fd];
  if (d.closer == 0 || ClosedBefore(Cur(), d)) return;
  Misuse(abi::kDescriptorClosed, reinterpret_cast<void*>(call.fd),
         call.nr == SYS_close ? "a descriptor is closed that another thread has closed already"
                              : "a descriptor is used that another thread has closed");
}

const char* LastPart(const char* path) {
  const char* part = path;
  for (const char* p = path; *p; ++p)
    if (*p == '/' && p[1] && p[1] != '/') part = p + 1;
  return part;
}

}  // namespace

IoCall OnDescriptor(long nr, long fd) { return {nr, static_cast<u64>(fd), ObjectOf(fd)}; }

IoCall OnPath(long nr, const char* path) {
  u64 h = 0xcbf29ce484222325ull;
  if (!path) return {nr, kByPath, 0};
  const auto add = [&h](u64 n) { h = (h ^ n) * 0x100000001b3ull; };
  for (const char* p = LastPart(path); *p && *p != '/';) {
    const char* digits = p;
    u64 n = 0;
    while (*p >= '0' && *p <= '9' && p - digits < 10) n = n * 10 + static_cast<u64>(*p++ - '0');
    if (p == digits) add(static_cast<u8>(*p++));
    else if (n - g_rt.pid < kMaxThreads) add(256 + (n - g_rt.pid));
    else
      while (digits < p) add(static_cast<u8>(*digits++));
  }
  return {nr, kByPath, Named(h)};
}

u32 NewObject() {
  const Fiber* f = Cur();
  return Named(f->path * 31 + f->ordinal + 1);
}

void DescriptorOpened(long fd, u32 object) {
  if (fd < 0 || fd >= static_cast<long>(kMaxDescriptors)) return;
  W->descriptors[fd] = {static_cast<u16>(object), 0, 0, false, 0};
}

void DescriptorClosed(long fd) {
  if (fd < 0 || fd >= static_cast<long>(kMaxDescriptors)) return;
  const Fiber* f = Cur();
  const bool shut = W->descriptors[fd].shut;  // its users were told before
  W->descriptors[fd] = {0, static_cast<u16>(shut ? 0 : f->tid + 1), f->epoch, false, 0};
}

void DescriptorShut(long fd) {
  if (fd >= 0 && fd < static_cast<long>(kMaxDescriptors)) W->descriptors[fd].shut = true;
}

bool IoHasOthers() { return W->started && (W->live > 1 || HandlerMayRun()); }

void IoPoint(const IoCall& call) {
  if (!IoHasOthers()) return;
  Pending p = Op(EventKind::kFdOp, reinterpret_cast<void*>(call.fd));
  p.stays = true;
  Point(p);
  Cur()->io = true;
}

// What one thread puts into a descriptor orders it before who takes it out, so the trace has it, also when it was no point.
long IoDone(const IoCall& call, long result) {
  Fiber* f = Cur();
  Event* e;
  if (f->io) {
    e = RecordPending(f);
  } else {
    ++f->ordinal;
    e = Record(EventKind::kFdOp, f);
    e->site = CallSite(f);
  }
  f->io = false;
  e->obj = call.fd;
  e->value = static_cast<u64>(call.nr);
  e->value2 = static_cast<u64>(result);
  e->size = static_cast<u16>(call.object);
  e->order = call.looks ? abi::kIoLooks : call.orders ? abi::kIoOrders : abi::kIoOrdersNothing;
  if (result == -EBADF) CheckOpen(call);
  if (result == -EAGAIN) NoteRead(f, e->site, call.fd, static_cast<u64>(call.nr));
  if (result == -EPIPE && !(f->sigmask >> (SIGPIPE - 1) & 1)) RaiseSignal(SIGPIPE, f);
  if (result >= 0) Effect();
  if (result >= 0 && !call.looks) {
    u64 what = f->path * 31 + static_cast<u64>(call.nr) * 1021 + call.fd * 17 + static_cast<u64>(result);
    W->io_key = (W->io_key ^ what) * 0x9fb21c651e98df25ull + 1;
  }
  TouchFds();
  return result;
}

// --- Calls on paths: who looks at a name and who changes what it stands for ---------------------------------------------------
namespace {

const char* Text(long a) { return reinterpret_cast<const char*>(a); }

bool OnlyLooks(long nr) {
  switch (nr) {
    case SYS_access:
    case SYS_stat:
    case SYS_lstat:
    case SYS_readlink:
    case SYS_faccessat:
    case 439 /* faccessat2 */:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_getcwd:
    case SYS_readlinkat: return true;
    default: return false;
  }
}

// The path that the call is about; null: several, or a whole directory.
bool AboutPath(long nr, long a, long b, const char** path) {
  switch (nr) {
    case SYS_access:
    case SYS_stat:
    case SYS_lstat:
    case SYS_readlink:
    case SYS_mkdir:
    case SYS_rmdir:
    case SYS_unlink:
    case SYS_truncate:
    case SYS_chmod:
    case SYS_chown:
    case SYS_lchown:
    case SYS_utime:
    case SYS_utimes:
    case SYS_mknod: *path = Text(a); return true;
    case SYS_faccessat:
    case 439 /* faccessat2 */:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_readlinkat:
    case SYS_mkdirat:
    case SYS_unlinkat:
    case SYS_fchmodat:
    case SYS_fchownat:
    case SYS_utimensat:
    case SYS_mknodat: *path = Text(b); return *path && **path;  // without a path it is about a descriptor
    case SYS_getcwd: *path = "."; return true;
    case SYS_chdir:  // what every relative path stands for
    case SYS_fchdir:
    case SYS_umask:
    case SYS_link:
    case SYS_symlink:
    case SYS_linkat:
    case SYS_symlinkat:
    case SYS_rename:
    case SYS_renameat:
    case 316 /* renameat2 */: *path = nullptr; return true;
    default: return false;
  }
}

}  // namespace

long PathCall(long nr, long a, long b, long c, long d, long e, bool* handled) {
  const char* path = nullptr;
  *handled = IoHasOthers() && AboutPath(nr, a, b, &path);
  if (!*handled) return 0;
  IoCall call = OnPath(nr, path);
  call.looks = OnlyLooks(nr);
  IoPoint(call);
  bool known = false;
  long result = FileCall(nr, a, b, c, d, e, &known);
  return IoDone(call, known ? result : Sys(nr, a, b, c, d, e));
}

}  // namespace reweave::rt
