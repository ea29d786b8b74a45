// Which blocks each thread enters, in a native run with real threads.
//
// A block's guard holds its id, so entering it calls __reweave_block, which looks at the thread's own bit and returns. The first
// time, the bit is set in the file that the recorder reads (abi/coverage.h). A guard is put to rest, 0, as soon as every
// living thread has been there: nobody can learn anything from it any more. Creating a thread wakes all resting guards; a thread
// that waits in a join does not count as living, and wakes on its return those where it has not been. So loops that all threads
// run cost what they cost in a dormant program.
//
// Guards of blocks that the recorder can infer (kIdle) are never woken.
//
// The lock protects the list of living threads and the resting guards. Bits are set without it. A signal handler that
// interrupts the lock's holder leaves the guard as it is.
#include "runtime/coverage.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/coverage_file.h"
#include "runtime/real.h"
#include "runtime/rt.h"

extern "C" int __register_atfork(void (*)(), void (*)(), void (*)(), void*);
extern "C" char** environ;

namespace reweave::rt {

using abi::CoverageHeader;
using abi::CoverageKind;
using abi::CoverageRecord;

thread_local u64* t_covered;

__attribute__((section(".data.reweave_rt"), aligned(4096))) Coverage g_cov;

namespace {

constexpr u64 kSweepWords = 1u << 20;  // words looked at in one go, at most
constexpr u32 kSpareIds = 1u << 20;    // for libraries that are loaded after the first block was entered

thread_local CoverageRecord* t_thread;
thread_local bool t_refused;           // there was no room for this thread
thread_local u8 t_ending;              // rounds of key destructors

u64* Bits(CoverageRecord* r) { return reinterpret_cast<u64*>(reinterpret_cast<u8*>(r) + abi::kCoverageData); }
// What the thread sets now: the first one has two records (abi::CoverageKind::kAlone).
u64* Current(CoverageRecord* r) { return Bits(r == g_cov.first && g_cov.alone ? g_cov.first_alone : r); }
u32 Words() { return (g_cov.next_id + 63) / 64; }  // in use

// --- the lock -----------------------------------------------------------------------------------------------------------

// False: this thread has it already (a signal handler), or somebody has had it for so long that it may never come back.
bool Lock() {
  auto* me = t_thread ? t_thread : reinterpret_cast<CoverageRecord*>(1);
  if (__atomic_load_n(&g_cov.lock, __ATOMIC_RELAXED) == me) return false;
  for (u32 spin = 0; spin < 1u << 22; ++spin) {
    CoverageRecord* none = nullptr;
    if (__atomic_compare_exchange_n(&g_cov.lock, &none, me, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return true;
    if (spin % 64 == 63) Sys(SYS_sched_yield);
    __builtin_ia32_pause();
  }
  return false;
}
void Unlock() { __atomic_store_n(&g_cov.lock, nullptr, __ATOMIC_RELEASE); }

// --- guards ---------------------------------------------------------------------------------------------------------------

void SetGuard(u32 id, bool awake) {
  for (u32 m = 0; m < g_cov.module_count; ++m) {
    auto& module = g_cov.modules[m];
    if (!module.begin || id - module.first >= static_cast<u32>(module.end - module.begin)) continue;
    __atomic_store_n(&module.begin[id - module.first], awake ? id : 0, __ATOMIC_RELAXED);
    return;
  }
}

// Wakes the resting guards where `seen` has not been; null: all.
void Wake(const u64* seen) {
  if (!g_cov.resting) return;
  for (u32 w = 0; w < Words(); ++w) {
    u64 bits = g_cov.resting[w] & (seen ? ~seen[w] : ~0ull);
    g_cov.resting[w] &= ~bits;
    for (; bits; bits &= bits - 1) SetGuard(w * 64 + static_cast<u32>(__builtin_ctzll(bits)), true);
  }
}

u64 SeenByAll(u32 word) {
  u64 all = ~0ull;
  for (u32 i = 0; i < g_cov.living_count; ++i) all &= __atomic_load_n(&Current(g_cov.living[i])[word], __ATOMIC_RELAXED);
  return g_cov.living_count ? all : 0;
}

// After a thread left the living: what all others have seen.
void Sweep() {
  if (!g_cov.rests || static_cast<u64>(Words()) * g_cov.living_count > kSweepWords) return;
  for (u32 w = 0; w < Words(); ++w) {
    u64 bits = SeenByAll(w) & ~g_cov.resting[w];
    g_cov.resting[w] |= bits;
    for (; bits; bits &= bits - 1) SetGuard(w * 64 + static_cast<u32>(__builtin_ctzll(bits)), false);
  }
}

void Live(CoverageRecord* t) {
  if (g_cov.living_count == kMaxLiving) {
    g_cov.rests = false;
    Wake(nullptr);
    return;
  }
  g_cov.living[g_cov.living_count++] = t;
  if (g_cov.rests) Wake(Current(t));
}

void Leave(CoverageRecord* t) {
  for (u32 i = 0; i < g_cov.living_count; ++i) {
    if (g_cov.living[i] != t) continue;
    g_cov.living[i] = g_cov.living[--g_cov.living_count];
    Sweep();
    return;
  }
}

// --- records --------------------------------------------------------------------------------------------------------------

CoverageRecord* NewBits(CoverageKind kind, u32 number) {
  CoverageRecord* r = NewRecord(g_cov.capacity / 8);
  if (!r) return nullptr;
  r->number = number;
  r->count = g_cov.capacity;
  r->kind.store(kind, std::memory_order_release);
  return r;
}

CoverageRecord* NewThread() {
  u32 number = __atomic_fetch_add(&g_cov.next_thread, 1, __ATOMIC_RELAXED);
  CoverageRecord* r = NewBits(CoverageKind::kThread, number);
  if (!r || number != 0) return r;
  g_cov.first = r;
  g_cov.first_alone = NewBits(CoverageKind::kAlone, 0);
  g_cov.alone = g_cov.first_alone && g_cov.others == 0;
  return r;
}

// The thread is this one from now on. Its record's end is noticed by a key's destructor, which asks to be last.
void Become(CoverageRecord* t) {
  t_thread = t;
  t_covered = Current(t);
  g_real.pthread_setspecific(g_cov.key, t);
}

// Others were made, or joined; the caller has the lock. Only the first thread itself can be alone before or after.
void CountOthers(int change) {
  if (change < 0 && g_cov.others == 0) return;
  g_cov.others += static_cast<u32>(change);
  if (t_thread != g_cov.first || !g_cov.first_alone) return;
  g_cov.alone = g_cov.others == 0;
  t_covered = Current(t_thread);
}

void ThreadEnds(void* p) {
  auto* t = static_cast<CoverageRecord*>(p);
  if (t != t_thread) return;
  if (++t_ending < PTHREAD_DESTRUCTOR_ITERATIONS) {
    g_real.pthread_setspecific(g_cov.key, t);
    return;
  }
  if (!Lock()) return;
  Leave(t);
  Unlock();
}

// --- start and fork ---------------------------------------------------------------------------------------------------------

bool Map(const char* path) {
  long fd = Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return false;
  long head = Sys(SYS_mmap, 0, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  long all = -1;
  if (head > 0) {
    auto* h = reinterpret_cast<CoverageHeader*>(head);
    if (h->magic == abi::kCoverageMagic && h->version == abi::kCoverageVersion)
      for (g_cov.mapped = h->bytes; g_cov.mapped >= kPage && all < 0;) {  // less where address space is limited
        all = Sys(SYS_mmap, 0, static_cast<long>(g_cov.mapped), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (all < 0) g_cov.mapped /= 2;
      }
    Sys(SYS_munmap, head, kPage);
  }
  Sys(SYS_close, fd);
  if (all < 0) return false;
  g_cov.header = reinterpret_cast<CoverageHeader*>(all);
  return true;
}

void BeginProcess() {
  g_cov.process = g_cov.header->processes.fetch_add(1, std::memory_order_relaxed);
  g_cov.next_thread = 0;
  g_cov.lock = nullptr;
  g_cov.living_count = 0;
  g_cov.first = g_cov.first_alone = nullptr;
  g_cov.others = 0;
  g_cov.alone = false;
  for (u32 m = 0; m < g_cov.module_count; ++m)
    if (g_cov.modules[m].begin) AnnounceModule(m);
}

// The child's memory is a copy, but the file is not: it needs records of its own.
void InChild() {
  if (!g_cov.on) return;
  BeginProcess();
  Wake(nullptr);
  t_thread = nullptr;
  t_covered = nullptr;
  if (CoverageRecord* t = NewThread()) {
    Become(t);
    Live(t);
  } else {
    t_refused = true;
  }
}

const char* Variable(char** envp) {
  const char* name = abi::kCoverageVariable;
  for (char** e = envp; e && *e; ++e) {
    u32 i = 0;
    while (name[i] && (*e)[i] == name[i]) ++i;
    if (!name[i] && (*e)[i] == '=') return *e + i + 1;
  }
  return nullptr;
}

// Room for what is loaded now and for libraries that come later: the file is sparse, room costs nothing.
void FixCapacity() {
  g_cov.capacity = (g_cov.next_id + kSpareIds + 511) / 512 * 512;
  long bits = Sys(SYS_mmap, 0, g_cov.capacity / 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  g_cov.resting = reinterpret_cast<u64*>(bits);
  g_cov.rests = bits > 0;
}

void WakeModule(u32 index) {
  auto& module = g_cov.modules[index];
  for (u32 i = 0; i < static_cast<u32>(module.end - module.begin); ++i)
    if (!module.idle || !Bit(module.idle, i)) __atomic_store_n(&module.begin[i], module.first + i, __ATOMIC_RELAXED);
}

// The first block of a thread that nobody announced, or the first of all.
void FirstBlock() {
  if (t_refused) return;
  if (!g_cov.started) {
    g_cov.started = true;
    FixCapacity();
  }
  CoverageRecord* t = NewThread();
  if (!t) {
    t_refused = true;
    return;
  }
  Become(t);
  if (!Lock()) return;
  // Who made this thread, and when, is not known: the first one may have been beside it where it seemed to be alone.
  if (t != g_cov.first && g_cov.first_alone) g_cov.first_alone->first = 1;
  Live(t);
  Unlock();
}

void* ThreadMain(void* p) {
  auto* t = static_cast<CoverageRecord*>(p);
  Become(t);
  return reinterpret_cast<void* (*)(void*)>(t->start)(reinterpret_cast<void*>(t->argument));
}
int ThreadMainC11(void* p) {
  auto* t = static_cast<CoverageRecord*>(p);
  Become(t);
  return reinterpret_cast<thrd_start_t>(t->start)(reinterpret_cast<void*>(t->argument));
}

// Before the thread exists, so that numbers follow the order of creation and no block of it is missed.
CoverageRecord* PrepareThread(void* fn, void* arg) {
  if (!t_thread) FirstBlock();
  CoverageRecord* t = NewThread();
  if (t) {
    t->start = reinterpret_cast<u64>(fn);
    t->argument = reinterpret_cast<u64>(arg);
  }
  if (Lock()) {
    CountOthers(1);
    if (t) Live(t);
    Unlock();
  } else if (g_cov.first_alone) {
    g_cov.first_alone->first = 1;
  }
  return t;
}

int Created(CoverageRecord* t, int error) {
  if (error && Lock()) {
    Leave(t);
    CountOthers(-1);
    Unlock();
  }
  return error;
}

// `join` gives 0 if it joined the thread.
template <typename Join>
int Joining(Join join) {
  CoverageRecord* me = t_thread;
  if (!me || !Lock()) return join();
  Leave(me);
  Unlock();
  int error = join();
  if (Lock()) {
    if (error == 0) CountOthers(-1);
    Live(me);
    Unlock();
  }
  return error;
}

}  // namespace

bool Covering() { return g_cov.on; }

void StartCoverage(char** envp) {
  if (g_cov.tried) return;
  g_cov.tried = true;
  const char* path = Variable(envp ? envp : environ);
  if (!path || !*path || !Map(path)) return;
  ResolveReal();
  if (g_real.pthread_key_create(&g_cov.key, ThreadEnds) != 0) return;
  g_cov.next_id = 1;
  g_cov.on = true;
  BeginProcess();
  AnnounceCommand();
  __register_atfork(nullptr, nullptr, InChild, nullptr);
}

void CoverModule(const abi::ModuleSections* s) {
  auto [begin, end] = s->guards[static_cast<u32>(abi::SiteClass::kBlock)];
  if (!begin || begin == end) return;
  u32 count = static_cast<u32>(end - begin);
  if (g_cov.module_count == kMaxModules || (g_cov.started && g_cov.next_id + count > g_cov.capacity)) {
    g_cov.header->lost.fetch_or(abi::kLostModule);
    return;
  }
  bool locked = g_cov.started && Lock();
  auto& module = g_cov.modules[g_cov.module_count];
  module.begin = begin;
  module.end = end;
  module.first = g_cov.next_id;
  module.facts = s->facts_begin;
  g_cov.next_id += count;
  ++g_cov.module_count;
  AnnounceModule(g_cov.module_count - 1);
  WakeModule(g_cov.module_count - 1);
  if (locked) Unlock();
}

void UncoverModule(const abi::ModuleSections* s) {
  bool locked = Lock();
  for (u32 m = 0; m < g_cov.module_count; ++m)
    if (g_cov.modules[m].begin == s->guards[static_cast<u32>(abi::SiteClass::kBlock)].begin) g_cov.modules[m].begin = nullptr;
  if (locked) Unlock();
}

void CoverBlock(u32 site) {
  if (!t_thread) FirstBlock();
  if (!t_thread || site >= g_cov.capacity) return;
  u64 bit = 1ull << (site & 63);
  if (__atomic_fetch_or(&t_covered[site >> 6], bit, __ATOMIC_RELAXED) & bit) return;
  if (!g_cov.rests || !Lock()) return;
  if (SeenByAll(site >> 6) & bit & ~g_cov.resting[site >> 6]) {
    g_cov.resting[site >> 6] |= bit;
    SetGuard(site, false);
  }
  Unlock();
}

int CoverCreate(pthread_t* out, const pthread_attr_t* attr, void* (*fn)(void*), void* arg) {
  CoverageRecord* t = PrepareThread(reinterpret_cast<void*>(fn), arg);
  if (!t) return g_real.pthread_create(out, attr, fn, arg);
  return Created(t, g_real.pthread_create(out, attr, ThreadMain, t));
}

int CoverCreateC11(thrd_t* out, thrd_start_t fn, void* arg) {
  CoverageRecord* t = PrepareThread(reinterpret_cast<void*>(fn), arg);
  if (!t) return g_real.thrd_create(out, fn, arg);
  return Created(t, g_real.thrd_create(out, ThreadMainC11, t));
}

int CoverJoin(pthread_t thread, void** result) {
  return Joining([&] { return g_real.pthread_join(thread, result); });
}

int CoverJoinC11(thrd_t thread, int* result) {
  return Joining([&] { return g_real.thrd_join(thread, result); });
}

}  // namespace reweave::rt

using namespace reweave::rt;

namespace {
__attribute__((noinline)) void BlockSlow(u32 site) {
  if (!Controlled()) return CoverBlock(site);
  if (Recording(reweave::abi::kRecordBlock)) Record(EventKind::kBlock, Cur())->site = site;
}
}  // namespace

// Natively the first two lines are all that runs of a block that was entered before.
RW_EXPORT void __reweave_block(u32 site) {
  const u64* covered = t_covered;
  if (RW_LIKELY(covered != nullptr) && RW_LIKELY(covered[site >> 6] >> (site & 63) & 1)) return;
  BlockSlow(site);
}
