// Saving and restoring the program: the rewind point, rewinding to it, and checkpoints on top of it.
//
// Which pages were written: the pages saved at the rewind point are write-protected once by userfaultfd in asynchronous mode,
// and PAGEMAP_SCAN lists those whose protection is gone. It is never renewed for a page ("sticky": the page is copied back
// every time, which is cheaper than another fault), except when the list has grown far beyond what runs need.
// Pages first touched after the rewind point show up as written by themselves; their image reads as zero.
// The pages that runs write are soon all known. Who writes to another one takes a page fault, in the kernel as well; so as long
// as the thread's number of faults stays the same, the list holds and nothing is scanned.
// Without PAGEMAP_SCAN every saved page is compared and copied if different, and resident pages without image are zeroed.
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {

extern char g_rt_end[];

namespace {

// From linux/fs.h of Linux 6.7, which Debian 12's headers do not have.
struct PmScanArg {
  u64 size, flags, start, end, walk_end, vec, vec_len, max_pages;
  u64 category_inverted, category_mask, category_anyof_mask, return_mask;
};
struct PageRegion {
  u64 start, end, categories;
};
constexpr unsigned long kPagemapScan = _IOWR('f', 16, PmScanArg);
constexpr u64 kPageIsTracked = 1u << 0, kPageIsWritten = 1u << 1, kPageIsPresent = 1u << 3, kPageIsSwapped = 1u << 4;
constexpr u64 kWpUnpopulated = 1u << 13, kWpAsync = 1u << 15;

bool Skipped(uptr a) {  // our own memory, and the arena, whose used parts are known better
  if (a >= kArena && a < kArena + (1ull << kSpanBits)) return true;
  if (a >= kImage && a < kImage + (1ull << kSpanBits)) return true;
  if (a >= kShadow && a < kShadow + (4ull << kSpanBits)) return true;
  return a >= kPrivate && a < kPrivateEnd;
}

u64 ParseHex(const char*& p) {
  u64 v = 0;
  for (;; ++p) {
    if (*p >= '0' && *p <= '9') v = v * 16 + static_cast<u64>(*p - '0');
    else if (*p >= 'a' && *p <= 'f') v = v * 16 + static_cast<u64>(*p - 'a' + 10);
    else return v;
  }
}

void AddRegion(uptr begin, uptr end) {
  if (begin >= end) return;
  if (g_rt.region_count == kMaxRegions) Die("too many mappings");
  g_rt.regions[g_rt.region_count++] = {begin, end};
}

// Adds [begin, end) less what is ours.
void AddProgramRegion(uptr begin, uptr end) {
  uptr rt = reinterpret_cast<uptr>(&g_rt), rt_end = reinterpret_cast<uptr>(g_rt_end) + kPage;
  if (begin < rt_end && rt < end) {
    AddRegion(begin, rt < begin ? begin : rt);
    AddRegion(rt_end, end);
    return;
  }
  if (!Skipped(begin)) AddRegion(begin, end);
}

// A mapping that others see, too. Of devices only the kernel knows what writing to them means.
void AddShared(uptr begin, uptr end, const char* line) {
  const char* name = line;
  while (*name && *name != '/') ++name;
  auto starts = [name](const char* with) {
    u32 i = 0;
    while (with[i] && name[i] == with[i]) ++i;
    return with[i] == 0;
  };
  if (starts("/dev/") && !starts("/dev/shm/") && !starts("/dev/zero")) return;
  constexpr u64 kMost = 64ull << 20;
  u64 bytes = end - begin;
  for (u32 i = 0; i < g_rt.shared_region_count; ++i) bytes += g_rt.shared_regions[i].end - g_rt.shared_regions[i].begin;
  if (bytes > kMost || g_rt.shared_region_count == sizeof g_rt.shared_regions / sizeof g_rt.shared_regions[0]) {
    Note(abi::kSeenSharedMapping);  // stays as the run leaves it
    return;
  }
  g_rt.shared_regions[g_rt.shared_region_count++] = {begin, end};
}

// Writable private mappings of the program. The kernel's [stack] belongs to the controller.
void ReadMaps(bool shared = false) {
  g_rt.region_count = 0;
  long fd = Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/maps"), O_RDONLY);
  if (fd < 0) Die("cannot read /proc/self/maps", fd);
  char buffer[4096];
  char line[512];
  u32 used = 0;
  for (;;) {
    long n = Sys(SYS_read, fd, reinterpret_cast<long>(buffer), sizeof buffer);
    if (n <= 0) break;
    for (long i = 0; i < n; ++i) {
      if (buffer[i] != '\n') {
        if (used < sizeof line - 1) line[used++] = buffer[i];
        continue;
      }
      line[used] = 0;
      used = 0;
      const char* p = line;
      uptr begin = ParseHex(p);
      ++p;
      uptr end = ParseHex(p);
      ++p;
      if (shared && p[1] == 'w' && p[3] == 's' && !Skipped(begin)) AddShared(begin, end, p);
      if (p[1] != 'w' || p[3] != 'p') continue;
      bool stack = false;
      for (const char* q = p; *q; ++q) stack |= q[0] == '[' && q[1] == 's' && q[2] == 't' && q[3] == 'a';
      if (!stack) AddProgramRegion(begin, end);
    }
  }
  Sys(SYS_close, fd);
}

// Calls visit(begin, end) for runs of pages that exist and have all categories of `must` (holes count as written, too).
template <typename Visit>
void Scan(uptr begin, uptr end, u64 must, Visit visit) {
  static constexpr u32 kBatch = 64;  // the kernel allocates as many on each call
  PageRegion found[kBatch];
  PmScanArg arg{};
  arg.size = sizeof arg;
  arg.start = begin;
  arg.end = end;
  arg.vec = reinterpret_cast<u64>(found);
  arg.vec_len = kBatch;
  arg.category_mask = must | kPageIsTracked;  // mappings in between that are not ours to track are skipped as a whole
  arg.category_anyof_mask = kPageIsPresent | kPageIsSwapped;
  arg.return_mask = must;
  while (arg.start < end) {
    long n = Sys(SYS_ioctl, g_rt.pagemap, static_cast<long>(kPagemapScan), reinterpret_cast<long>(&arg));
    if (n < 0) Die("PAGEMAP_SCAN", n);
    for (long i = 0; i < n; ++i) visit(found[i].start, found[i].end);
    if (arg.walk_end <= arg.start || n < static_cast<long>(kBatch)) return;
    arg.start = arg.walk_end;
  }
}

// Same through /proc/self/pagemap, for kernels without the ioctl: present or swapped pages.
template <typename Visit>
void ScanPresent(uptr begin, uptr end, Visit visit) {
  u64 entries[512];
  for (uptr a = begin; a < end;) {
    u64 pages = (end - a) / kPage;
    if (pages > 512) pages = 512;
    long n = Sys(SYS_pread64, g_rt.pagemap, reinterpret_cast<long>(entries), static_cast<long>(pages * 8),
                 static_cast<long>(a / kPage * 8));
    if (n <= 0) return;
    for (long i = 0; i < n / 8; ++i)
      if (entries[i] >> 62) visit(a + static_cast<u64>(i) * kPage, a + static_cast<u64>(i + 1) * kPage);
    a += static_cast<u64>(n / 8) * kPage;
  }
}

bool HasScan() { return g_rt.machine & abi::kHasPagemapScan && (g_rt.snapshot_taken || g_rt.taking_snapshot); }

void Protect(uptr begin, uptr end) {
  uffdio_writeprotect wp{};
  wp.range.start = begin;
  wp.range.len = end - begin;
  wp.mode = UFFDIO_WRITEPROTECT_MODE_WP;
  Sys(SYS_ioctl, g_rt.uffd, static_cast<long>(UFFDIO_WRITEPROTECT), reinterpret_cast<long>(&wp));
}

bool Register(uptr begin, uptr end) {
  uffdio_register reg{};
  reg.range.start = begin;
  reg.range.len = end - begin;
  reg.mode = UFFDIO_REGISTER_MODE_WP;
  return Sys(SYS_ioctl, g_rt.uffd, static_cast<long>(UFFDIO_REGISTER), reinterpret_cast<long>(&reg)) == 0;
}

void OpenTracking() {
  g_rt.pagemap = static_cast<int>(Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/pagemap"), O_RDONLY | O_CLOEXEC));
  if (g_rt.control->disable & abi::kHasPagemapScan) return;
  long fd = Sys(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | 1 /* user mode only */);
  if (fd < 0) return;
  uffdio_api api{};
  api.api = UFFD_API;
  api.features = kWpAsync | kWpUnpopulated;
  if (Sys(SYS_ioctl, fd, static_cast<long>(UFFDIO_API), reinterpret_cast<long>(&api)) != 0) {
    Sys(SYS_close, fd);
    return;
  }
  PageRegion one[1];
  PmScanArg arg{};
  arg.size = sizeof arg;
  arg.start = kWorldAddress;
  arg.end = kWorldAddress + kPage;
  arg.vec = reinterpret_cast<u64>(one);
  arg.vec_len = 1;
  arg.category_anyof_mask = arg.return_mask = kPageIsPresent;
  if (Sys(SYS_ioctl, g_rt.pagemap, static_cast<long>(kPagemapScan), reinterpret_cast<long>(&arg)) < 0) {
    Sys(SYS_close, fd);
    return;
  }
  // High numbers keep out of the program's way: it sees the descriptors it would see without us.
  g_rt.uffd = static_cast<int>(fd);
  g_rt.machine |= abi::kHasPagemapScan;
}

// Parts of the arena that may have been used: World, the slots that `use` accepts, large blocks.
template <typename Use, typename Visit>
void ForArena(Use use, Visit visit) {
  visit(kWorldAddress, (reinterpret_cast<uptr>(&W->fibers[g_rt.threads_high + 1]) + kPage - 1) & ~(kPage - 1));
  for (u32 slot = 0; slot <= g_rt.pool; ++slot)
    if (use(slot))
      visit(SlotAddress(slot) + kPage, SlotAddress(slot) + kSlotHeap + (g_rt.heap_high[slot] ? g_rt.heap_high[slot] : kPage));
  if (g_rt.large_high) visit(kLarge, kLarge + g_rt.large_high);
}

// Areas in which pages may have been written since the rewind point, less those of the slots that `use` refuses.
template <typename Use, typename Look>
void ForAreas(Use use, Look look) {
  if (HasScan()) {  // neighbours in one call
    for (u32 i = 0; i < g_rt.region_count;) {
      u32 k = i + 1;
      while (k < g_rt.region_count && g_rt.regions[k].begin - g_rt.regions[i].begin < (1u << 30)) ++k;
      look(g_rt.regions[i].begin, g_rt.regions[k - 1].end);
      i = k;
    }
  } else {
    for (u32 i = 0; i < g_rt.region_count; ++i) look(g_rt.regions[i].begin, g_rt.regions[i].end);
  }
  ForArena(use, look);
}

// Pages written since the rewind point.
template <typename Visit>
void ForDirty(Visit visit) {
  u64 touched[kMaxSlots / 64];  // World itself is about to be restored
  __builtin_memcpy(touched, W->slot_touched, sizeof touched);
  ForAreas([&](u32 slot) { return slot == 0 || Bit(touched, slot); },
           [&](uptr begin, uptr end) {
             if (HasScan()) {
               Scan(begin, end, kPageIsWritten, visit);
               return;
             }
             ScanPresent(begin, end, [&](uptr a, uptr b) {
               if (__builtin_memcmp(reinterpret_cast<void*>(a), reinterpret_cast<void*>(ImageOf(a)), b - a) != 0) visit(a, b);
             });
           });
}

u32 SlotOf(uptr a) { return InSlots(a) ? static_cast<u32>((a - kSlots) / kSlotBytes) : kEverybodys; }

// Takes in what was written since; what belongs to slots that this run did not use is as it was. If there is too much for the
// list, there is none from now on.
void LearnDirty() {
  const u64* touched = W->slot_touched;
  auto looked_at = [&](u32 slot) { return !g_rt.dirty_known || slot == 0 || slot == kEverybodys || Bit(touched, slot); };
  u32 n = 0;
  for (u32 i = 0; i < g_rt.dirty_count; ++i)
    if (!looked_at(g_rt.dirty[i].slot)) g_rt.dirty[n++] = g_rt.dirty[i];
  ForAreas(looked_at, [&](uptr begin, uptr end) {
    Scan(begin, end, kPageIsWritten, [&](uptr a, uptr b) {
      if (n < kMaxDirty) g_rt.dirty[n] = {a, b, SlotOf(a)};
      ++n;
    });
  });
  g_rt.dirty_known = g_rt.faults_tell = n <= kMaxDirty;
  g_rt.dirty_count = g_rt.dirty_known ? n : 0;
}

// Page faults of this thread so far. It is the only one that runs.
u64 Faults() {
  rusage use{};
  Sys(SYS_getrusage, RUSAGE_THREAD, reinterpret_cast<long>(&use));
  return static_cast<u64>(use.ru_minflt) + static_cast<u64>(use.ru_majflt);
}

// Tries it: the first write to a protected page and to one that was never there must both be counted.
bool FaultsTell() {
  constexpr long kFlags = MAP_PRIVATE | MAP_ANONYMOUS;
  long at = Sys(SYS_mmap, 0, 2 * kPage, PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (at < 0) return false;
  auto* page = reinterpret_cast<volatile u8*>(at);
  uptr begin = static_cast<uptr>(at);
  page[0] = 1;
  bool tell = Register(begin, begin + 2 * kPage);
  if (tell) {
    Protect(begin, begin + 2 * kPage);
    u64 before = Faults();
    page[0] = 2;
    u64 between = Faults();
    page[kPage] = 2;
    tell = between > before && Faults() > between;
  }
  Sys(SYS_munmap, at, 2 * kPage);
  return tell;
}

void CopyPages(uptr to, uptr from, u64 n) { __builtin_memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), n); }

Checkpoint* FindCheckpoint(u32 id) {
  for (u32 i = 0; i < g_rt.checkpoint_count; ++i)
    if (g_rt.checkpoints[i].id == id) return &g_rt.checkpoints[i];
  return nullptr;
}

}  // namespace

void ReserveArena() {
  auto map = [](uptr at, u64 bytes) {
    long got = Sys(SYS_mmap, static_cast<long>(at), static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != static_cast<long>(at)) Die("cannot reserve address space", got);
  };
  map(kWorldAddress, kWorldBytes);
  u64 slots = g_rt.control->pool_threads + 1ull;
  map(kSlots, (slots < kMaxSlots ? slots : kMaxSlots) * kSlotBytes);
  map(kLarge, kLargeEnd - kLarge);
  map(kImage, 1ull << kSpanBits);
  map(kShadow, 4ull << kSpanBits);
  Sys(SYS_prctl, 41 /* PR_SET_THP_DISABLE */, 1, 0, 0, 0);
  OpenTracking();
}

void TakeSnapshot() {
  g_rt.taking_snapshot = true;
  ReadMaps();
  auto save = [](uptr begin, uptr end) { CopyPages(ImageOf(begin), begin, end - begin); };
  auto take = [&](uptr begin, uptr end) {
    if (!HasScan()) {
      ScanPresent(begin, end, save);
      return;
    }
    Scan(begin, end, 0, [&](uptr a, uptr b) {
      save(a, b);
      Protect(a, b);
    });
  };
  if (HasScan()) {
    for (u32 i = 0; i < g_rt.region_count; ++i) Register(g_rt.regions[i].begin, g_rt.regions[i].end);
    Register(kWorldAddress, kWorldAddress + kWorldBytes);
    for (u32 slot = 0; slot <= g_rt.pool; ++slot) Register(SlotAddress(slot) + kPage, SlotAddress(slot) + kSlotBytes);
    Register(kLarge, kLargeEnd);
  }
  for (u32 i = 0; i < g_rt.region_count; ++i) take(g_rt.regions[i].begin, g_rt.regions[i].end);
  ForArena([](u32) { return true; }, take);
  g_rt.faults_tell = HasScan() && FaultsTell();
  g_rt.snapshot_taken = true;
}

void RestoreSnapshot() {
  abi::ControlBlock* c = g_rt.control;
  u64 pages = 0;
  auto restore = [&](uptr begin, uptr end) {
    CopyPages(begin, ImageOf(begin), end - begin);
    pages += (end - begin) / kPage;
  };
  bool stale = g_rt.faults_tell && (!g_rt.dirty_known || Faults() != g_rt.faults);
  if (stale) LearnDirty();
  if (g_rt.dirty_known) {
    u64 touched[kMaxSlots / 64];  // World itself is about to be restored
    __builtin_memcpy(touched, W->slot_touched, sizeof touched);
    for (u32 i = 0; i < g_rt.dirty_count; ++i) {
      const DirtyRange& d = g_rt.dirty[i];
      if (d.slot == kEverybodys || d.slot == 0 || Bit(touched, d.slot)) restore(d.begin, d.end);
    }
    if (stale) g_rt.faults = Faults();
  } else {
    ForDirty(restore);
  }
  ++c->rewinds;
  c->rewind_pages += pages;
  if (HasScan() && pages > 256 && ++g_rt.rewinds_since_protect >= 1024) {
    // Sticky lists only grow: start afresh now and then, so that pages written once do not cost for ever.
    g_rt.rewinds_since_protect = 0;
    ForDirty([](uptr begin, uptr end) { Protect(begin, end); });
    g_rt.dirty_known = false;
  }
}

void SaveShared() {
  g_rt.shared_region_count = 0;
  ReadMaps(true);
  for (u32 i = 0; i < g_rt.shared_region_count; ++i) {
    Region r = g_rt.shared_regions[i];
    CopyPages(ImageOf(r.begin), r.begin, r.end - r.begin);
  }
}

void RestoreShared() {
  if (g_rt.control->disable & abi::kPutsBackShared) return;
  for (u32 i = 0; i < g_rt.shared_region_count; ++i)
    for (uptr a = g_rt.shared_regions[i].begin; a < g_rt.shared_regions[i].end; a += kPage)
      if (__builtin_memcmp(reinterpret_cast<void*>(a), reinterpret_cast<void*>(ImageOf(a)), kPage) != 0)
        CopyPages(a, ImageOf(a), kPage);
}

bool SaveCheckpoint(u32 id) {
  if (FindCheckpoint(id) || g_rt.checkpoint_count == sizeof g_rt.checkpoints / sizeof g_rt.checkpoints[0]) return false;
  u32 pages = 0;
  ForDirty([&](uptr begin, uptr end) { pages += static_cast<u32>((end - begin) / kPage); });
  u64 bytes = (pages * (kPage + sizeof(uptr)) + kPage - 1) & ~(kPage - 1);
  long at =
      Sys(SYS_mmap, kCheckpointAddress, static_cast<long>(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at < 0) return false;
  Checkpoint cp{id, 0, reinterpret_cast<uptr*>(at + static_cast<long>(pages * kPage)), reinterpret_cast<u8*>(at)};
  ForDirty([&](uptr begin, uptr end) {
    for (uptr a = begin; a < end && cp.pages < pages; a += kPage) {
      CopyPages(reinterpret_cast<uptr>(cp.data) + cp.pages * kPage, a, kPage);
      cp.address[cp.pages++] = a;
    }
  });
  g_rt.checkpoints[g_rt.checkpoint_count++] = cp;
  return true;
}

bool ApplyCheckpoint(u32 id) {
  Checkpoint* cp = FindCheckpoint(id);
  if (!cp) return false;
  for (u32 i = 0; i < cp->pages; ++i) CopyPages(cp->address[i], reinterpret_cast<uptr>(cp->data) + i * kPage, kPage);
  return true;
}

void DropCheckpoints() {
  for (u32 i = 0; i < g_rt.checkpoint_count; ++i) {
    Checkpoint& c = g_rt.checkpoints[i];
    u64 bytes = (c.pages * (kPage + sizeof(uptr)) + kPage - 1) & ~(kPage - 1);
    Sys(SYS_munmap, reinterpret_cast<long>(c.data), static_cast<long>(bytes));
  }
  g_rt.checkpoint_count = 0;
}

void VisitDirty(void (*visit)(void*, uptr, uptr), void* argument) {
  if (!g_rt.snapshot_taken) ReadMaps();  // fork, exec: everything that is there counts as written
  ForDirty([&](uptr begin, uptr end) { visit(argument, begin, end); });
}

}  // namespace reweave::rt
