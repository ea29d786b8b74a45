// Kernel state that a run changes and rewinding must undo: descriptors, their offsets, mappings, protections.
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u32 kFds = 1024;
constexpr uptr kRunMappings = 0x7e02'0000'0000;  // real mappings of a run; low 41 bits free of everything else
enum What : u8 { kMapped = 1, kProtected = 2 };

bool Base(long fd) { return fd >= 0 && fd < kFds && Bit(g_rt.base_fds, static_cast<u32>(fd)); }

// A file or device: its only state here is the offset.
bool Plain(long fd) {
  struct stat s;
  if (Sys(SYS_fstat, fd, reinterpret_cast<long>(&s)) != 0) return false;
  return S_ISREG(s.st_mode) || S_ISDIR(s.st_mode) || S_ISCHR(s.st_mode);
}

void Remember(uptr at, u64 bytes, What what) {
  if (g_rt.mapping_count == sizeof g_rt.mappings / sizeof g_rt.mappings[0])
    EndUnsupported("too many mappings in one run", SYS_mmap);
  g_rt.mappings[g_rt.mapping_count++] = {at, bytes, what};
}

u64 RoundUp(u64 n) { return (n + kPage - 1) & ~(kPage - 1); }

void CountMapped(u64 bytes) {
  W->mapped += bytes;
  u64 limit = g_rt.control->memory_limit;
  if (limit && W->mapped + W->heap_used > limit) EndRun(EndKind::kMemory, W->mapped + W->heap_used, limit);
}

// Private memory without a file comes from the arena: tracked, at an address that the run's history decides. A file's mapping
// is real, at the next address of our own.
long MapAny(long at, long bytes, long prot, long flags, long fd, long offset) {
  CountMapped(static_cast<u64>(bytes));
  if (flags & MAP_SHARED && !(flags & MAP_ANONYMOUS) && prot & PROT_WRITE) NoteFileMapped();
  if (!W->started) return Sys(SYS_mmap, at, bytes, prot, flags, fd, offset);
  if (flags & MAP_SHARED && !(flags & (MAP_PRIVATE | MAP_ANONYMOUS))) FileWritten(fd);
  if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) {
    long r = Sys(SYS_mmap, at, bytes, prot, flags, fd, offset);
    if (r >= 0 && flags & MAP_FIXED_NOREPLACE) Remember(static_cast<uptr>(r), RoundUp(static_cast<u64>(bytes)), kMapped);
    return r;
  }
  if (flags & MAP_ANONYMOUS && flags & MAP_PRIVATE && prot != PROT_NONE) {
    uptr p = MapLarge(static_cast<u64>(bytes));
    if (!p) return -ENOMEM;
    if (prot != (PROT_READ | PROT_WRITE)) {
      Sys(SYS_mprotect, static_cast<long>(p), bytes, prot);
      Remember(p, RoundUp(static_cast<u64>(bytes)), kProtected);
    }
    return static_cast<long>(p);
  }
  if (!W->next_mapping) W->next_mapping = kRunMappings;
  long want = static_cast<long>(W->next_mapping);
  W->next_mapping += RoundUp(static_cast<u64>(bytes)) + kPage;
  long r = Sys(SYS_mmap, want, bytes, prot, flags | MAP_FIXED_NOREPLACE, fd, offset);
  if (r >= 0) Remember(static_cast<uptr>(r), RoundUp(static_cast<u64>(bytes)), kMapped);
  return r;
}

long Map(long at, long bytes, long prot, long flags, long fd, long offset) {
  long r = MapAny(at, bytes, prot, flags, fd, offset);
  constexpr long kKinds = MAP_SHARED | MAP_PRIVATE;
  if (r > 0 && (flags & kKinds) != MAP_PRIVATE && !(flags & MAP_ANONYMOUS))
    FileMapped(static_cast<uptr>(r), RoundUp(static_cast<u64>(bytes)), prot, fd, offset);
  return r;
}

bool MadeInRun(uptr at) {
  if (InLarge(at)) return true;
  for (u32 i = 0; i < g_rt.mapping_count; ++i)
    if (g_rt.mappings[i].what == kMapped && at - g_rt.mappings[i].at < g_rt.mappings[i].bytes) return true;
  return false;
}

// A real mapping made in the run: undone as a whole.
bool InRunMapping(uptr at) { return !InLarge(at) && MadeInRun(at); }

long Unmap(long at, long bytes) {
  FileUnmapped(static_cast<uptr>(at), RoundUp(static_cast<u64>(bytes)));
  if (!W->started) return Sys(SYS_munmap, at, bytes);
  uptr a = static_cast<uptr>(at);
  FreePoint(a, RoundUp(static_cast<u64>(bytes)), CallSite(Cur()));
  if (InLarge(a)) {  // stays reserved until the run is over; a later access faults
    Sys(SYS_mprotect, at, bytes, PROT_NONE);
    Remember(a, RoundUp(static_cast<u64>(bytes)), kProtected);
    return 0;
  }
  if (!MadeInRun(a)) {
    Note(abi::kSeenOldUnmap);
    return 0;  // rewinding needs it: it stays
  }
  return Sys(SYS_munmap, at, bytes);
}

// What others find there, or whether they may use it, depends on whether they come before this or after.
void PagesChange(uptr a, u64 bytes) {
  constexpr u64 kMost = 256 << 10;  // of more, the beginning speaks for the rest
  SuspectedAccess(a, bytes < kMost ? bytes : kMost, CallSite(Cur()), true, abi::Suspicion::kState);
}

long Protect(long at, long bytes, long prot) {
  uptr a = static_cast<uptr>(at);
  PagesChange(a, RoundUp(static_cast<u64>(bytes)));
  if (W->started && !MadeInRun(a)) Note(abi::kSeenOldUnmap);
  long r = Sys(SYS_mprotect, at, bytes, prot);
  if (r == 0 && W->started && !InRunMapping(a)) Remember(a, RoundUp(static_cast<u64>(bytes)), kProtected);
  return r;
}

long Remap(long at, long old_bytes, long bytes, long flags, long to) {
  PagesChange(static_cast<uptr>(at), static_cast<u64>(old_bytes));
  if (!InLarge(static_cast<uptr>(at))) return Sys(SYS_mremap, at, old_bytes, bytes, flags, to);
  if (bytes <= old_bytes) return at;
  uptr p = MapLarge(static_cast<u64>(bytes));
  if (!p) return -ENOMEM;
  __builtin_memcpy(reinterpret_cast<void*>(p), reinterpret_cast<void*>(at), static_cast<u64>(old_bytes));
  return static_cast<long>(p);
}

long Advise(long at, long bytes, long advice) {
  uptr a = static_cast<uptr>(at);
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE) PagesChange(a, static_cast<u64>(bytes));
  if (advice == MADV_DONTNEED && g_rt.snapshot_taken && a >= kArena && a < kArena + (1ull << kSpanBits)) {
    __builtin_memset(reinterpret_cast<void*>(at), 0, static_cast<u64>(bytes));  // a dropped page would escape tracking
    return 0;
  }
  return Sys(SYS_madvise, at, bytes, advice);
}

}  // namespace

void JournalOpened(long fd) {
  if (W->started && fd < kFds) SetBit(g_rt.run_fds, static_cast<u32>(fd));
}

// A connection, a pipe that leads outside ... from before the rewind point: what is in it cannot be put back (old_fds.cc has what
// can).
void OldDescriptor() {
  Note(abi::kSeenOldDescriptor);
  if (g_rt.control->isolation != abi::Isolation::kExec && !g_rt.control->probing)
    EndUnsupported("it uses a descriptor that was opened before its first thread", 0);
}

void JournalUsed(long fd) {
  if (!W->started || !Base(fd) || Bit(g_rt.run_fds, static_cast<u32>(fd))) return;
  SetBit(g_rt.moved_fds, static_cast<u32>(fd));
  if (fd > 2 && !Plain(fd) && !IsPutBack(fd)) OldDescriptor();
}

void JournalShutdown(long fd) {
  if (W->started && Base(fd) && !Bit(g_rt.run_fds, static_cast<u32>(fd))) OldDescriptor();
}

// A descriptor older than the run is kept under another number until the run is over.
long JournalClose(long fd) {
  bool old = W->started && Base(fd) && !Bit(g_rt.run_fds, static_cast<u32>(fd)) && !g_rt.saved_fd[fd];
  if (old && fd > 2 && !Plain(fd) && !ClosesOldFd(fd)) OldDescriptor();
  // A copy is kept to undo the close, to put back what was written into a file, and to know the file when its name is removed.
  // Of a pipe it would keep the end open.
  bool rewinds = g_rt.control->isolation == abi::Isolation::kRewind && !g_rt.control->probing;
  if (old && (rewinds || Plain(fd))) {
    long copy = Sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 512);
    if (copy >= 0) g_rt.saved_fd[fd] = static_cast<short>(copy + 1);
  }
  if (W->timer_count) ForgetTimer(fd);
  if (fd == g_rt.uffd || fd == g_rt.pagemap || fd == g_rt.names_fd) return -EBADF;
  return Sys(SYS_close, fd);
}

void JournalReset() {
  for (u32 i = 0; i < kFds / 64; ++i) g_rt.base_fds[i] = g_rt.run_fds[i] = g_rt.moved_fds[i] = 0;
  for (u32 fd = 0; fd < kFds; ++fd) {
    if (Sys(SYS_fcntl, fd, F_GETFD) < 0) continue;
    SetBit(g_rt.base_fds, fd);
    g_rt.base_offset[fd] = Sys(SYS_lseek, fd, 0, 1 /* SEEK_CUR */);
  }
  g_rt.mapping_count = 0;
  NoteOldFds();
}

// Under fork isolation the child's offsets are the parent's.
void JournalOffsets() {
  for (u32 fd = 0; fd < kFds; ++fd)
    if (Bit(g_rt.base_fds, fd) && g_rt.base_offset[fd] >= 0) Sys(SYS_lseek, fd, g_rt.base_offset[fd], 0);
}

void JournalUndo() {
  for (u32 i = 0; i < kFds / 64; ++i) {
    for (u64 m = g_rt.run_fds[i]; m; m &= m - 1) Sys(SYS_close, i * 64 + __builtin_ctzll(m));
    g_rt.run_fds[i] = 0;
  }
  for (u32 fd = 0; fd < 512; ++fd) {
    if (RW_LIKELY(!g_rt.saved_fd[fd])) continue;
    Sys(SYS_dup3, g_rt.saved_fd[fd] - 1, fd, 0);
    Sys(SYS_close, g_rt.saved_fd[fd] - 1);
    g_rt.saved_fd[fd] = 0;
  }
  for (u32 i = 0; i < kFds / 64; ++i) {
    for (u64 m = g_rt.moved_fds[i]; m; m &= m - 1) {
      u32 fd = i * 64 + static_cast<u32>(__builtin_ctzll(m));
      if (g_rt.base_offset[fd] >= 0) Sys(SYS_lseek, fd, g_rt.base_offset[fd], 0);
    }
    g_rt.moved_fds[i] = 0;
  }
  PutOldFdsBack();
  while (g_rt.mapping_count > 0) {
    auto& m = g_rt.mappings[--g_rt.mapping_count];
    if (m.what == kMapped) Sys(SYS_munmap, static_cast<long>(m.at), static_cast<long>(m.bytes));
    else Sys(SYS_mprotect, static_cast<long>(m.at), static_cast<long>(m.bytes), PROT_READ | PROT_WRITE);
  }
  RestoreShared();
  FilesUndo();
}

long MemoryCall(long nr, long a, long b, long c, long d, long e, long f, bool* handled) {
  *handled = true;
  switch (nr) {
    case SYS_mmap: return Map(a, b, c, d, e, f);
    case SYS_munmap: return Unmap(a, b);
    case SYS_mprotect: return Protect(a, b, c);
    case SYS_mremap: return Remap(a, b, c, d, e);
    case SYS_madvise: return Advise(a, b, c);
    case SYS_brk: return Sys(SYS_brk, W->started ? 0 : a);  // no growth in a run: sbrk fails, malloc is ours
    default: *handled = false; return 0;
  }
}

}  // namespace reweave::rt
