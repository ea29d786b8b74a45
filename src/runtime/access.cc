// Memory accesses of instrumented code: heap checks, who shares what, scheduling points at shared locations.
//
// Each 8 bytes of the program have a shadow cell: which of its bytes are shared and which raced (kept over runs), and, for the
// current run, the last accesses of up to three threads and which bytes were accessed other than atomically. A byte becomes
// shared when two threads access it, one writes, and the two are not ordered by creation and join alone. While the program has
// only ever had one thread nothing needs to be noted: that is ordered before everything that comes. With more than three threads
// at one location the answer errs towards shared. A signal handler counts as a thread beside the one that it interrupted: it may
// come between any two accesses of it, so what both touch has points of its own at every granularity but sync.
#include "abi/compare_exchange.h"
#include "runtime/goal.h"
#include "runtime/rt.h"
#include "runtime/shadow.h"
#include "runtime/short_access.h"

namespace reweave::rt {
namespace {

using abi::Granularity;

constexpr u32 kMostProbed = 50'000;  // private accesses that the probing run records

// Is what thread `by` did at `epoch` ordered before now, by creation and join only?
bool Ordered(u16 by, u16 epoch, u32 now) { return by < kOrderedThreads && now < kOrderedThreads && W->vc[now][by] >= epoch; }

// `racing`: a scheduling point also where only racing locations are. `how`: bits of SharedSlot::mask beside those of bytes.
void MakeShared(Cell* cell, uptr a, u8 mask, bool racing, u64 how = 0) {
  ForgetRepeated();
  cell->shared |= mask;
  abi::ControlBlock* c = g_rt.control;  // tell processes to come
  if (u64 n = c->shared_count.load(); n < c->shared_slots) {
    SharedSlots()[n] = {a & ~7ull, mask | how};
    c->shared_count.store(n + 1);
  }
  Event* e = RecordMeta(EventKind::kShared);
  e->obj = a & ~7ull;
  e->value = mask;
  e->size = 8;
  e->outcome = racing;
  e->tid = static_cast<u16>(W->cur);
}

// Notes the access; true if the bytes are shared (now or known before).
bool Note8(uptr a, u8 mask, bool write, bool atomic) {
  Cell* cell = CellOf(a);
  const Fiber* f = Cur();
  const u16 tid = f->notes_as, epoch = f->epoch;
  if (NotedBefore(cell, f, mask, write, atomic)) return false;
  ForgetRepeated();
  if (RW_UNLIKELY(cell->stamp != g_rt.stamp)) {
    cell->stamp = g_rt.stamp;
    cell->plain = atomic ? 0 : mask;
    cell->by[0] = {tid, static_cast<u8>(write ? 0 : mask), static_cast<u8>(write ? mask : 0), epoch, epoch};
    cell->by[1].tid = cell->by[2].tid = kEmpty;
    return cell->shared & mask;
  }
  if (!atomic) cell->plain |= mask;
  Toucher* mine = nullptr;
  Toucher* empty = nullptr;
  u8 conflict = 0, handler = 0;
  for (Toucher& t : cell->by) {
    if (t.tid == tid) {
      mine = &t;
      continue;
    }
    if (t.tid == kEmpty) {
      if (!empty) empty = &t;
      continue;
    }
    if (t.write & mask && (t.tid == kMany || !Ordered(t.tid, t.write_epoch, tid))) conflict |= t.write & mask;
    if (write && t.read & mask && (t.tid == kMany || !Ordered(t.tid, t.read_epoch, tid))) conflict |= t.read & mask;
    if ((t.tid ^ tid) == kInHandler) handler |= (t.write | (write ? t.read : 0)) & mask;
  }
  if (!mine && !empty) {  // a fourth thread: forget one into "many", which is never ordered
    mine = &cell->by[2];
    if (mine->tid != kMany) mine->tid = kMany;
  } else if (!mine) {
    mine = empty;
    *mine = {tid, 0, 0, 0, 0};
  }
  if (write) mine->write |= mask, mine->write_epoch = epoch;
  else mine->read |= mask, mine->read_epoch = epoch;
  if (mine != cell->by && mine->tid == tid) {  // in front, where its next access finds it; "many" stays the last
    const Toucher front = cell->by[0];
    cell->by[0] = *mine;
    *mine = front;
  }
  conflict &= cell->plain;  // bytes that are only ever accessed atomically have their points anyway
  handler &= cell->plain;
  u8 known = g_rt.granularity == Granularity::kRacing ? cell->racing : cell->shared;
  if (RW_UNLIKELY(conflict & ~cell->shared || handler & ~known)) MakeShared(cell, a, conflict, handler);
  return cell->shared & mask;
}

bool NoteAccess(uptr a, u64 n, bool write, bool atomic = false) {
  bool shared = false;
  while (n > 0) {
    u64 in = 8 - (a & 7);
    u64 k = n < in ? n : in;
    shared |= Note8(a, Bytes(a, k), write, atomic);
    a += k;
    n -= k;
  }
  return shared;
}

bool Racing(uptr a, u64 n) {
  for (uptr end = a + n; a < end; a = (a | 7) + 1) {
    u64 in = 8 - (a & 7);
    if (CellOf(a)->racing & Bytes(a, end - a < in ? end - a : in)) return true;
  }
  return false;
}

// Of a stack or thread-local storage that is not the fiber's own.
inline bool OfOtherThread(const Fiber* f, uptr a) { return InSlots(a) && (a - kSlots) / kSlotBytes != f->slot; }

bool OnOwnStack(const Fiber* f, uptr a) { return a - f->stack_low < f->stack_high - f->stack_low; }

// Suspicion other than kNone: somebody else touches the memory, if anybody. Whether it is there is looked at by who does it.
// `quiet`: nobody else can notice it. What is recorded must not decide what a thread that spins is taken for.
__attribute__((noinline)) void SharedAccess(uptr a, u64 n, u32 site, bool write, u64 value, bool point, u8 flags,
                                            abi::Suspicion suspicion = abi::Suspicion::kNone, bool quiet = false) {
  Fiber* f = Cur();
  EventKind kind = write ? EventKind::kWrite : EventKind::kRead;
  if (point) {
    --f->ordinal;  // counted by Access already, and again by Point
    Point({kind, flags, false, false, kGoesOn, site, a, 0, nullptr, 0, 0});
  }
  // The step is recorded before memory is touched: one that crashes was chosen all the same, and searches must see it.
  Event* e = nullptr;
  if (Recording(abi::kRecordAllAccess | abi::kRecordAccess)) {
    if (point) RecordEnabled();
    e = Record(kind, f);
    e->flags = static_cast<u8>(flags | (point ? abi::kPoint : 0) | abi::kNoValue |
                               (RW_UNLIKELY(g_rt.marks != nullptr) && OnMarkedStack(f) ? abi::kMarked : 0));
    e->site = site;
    e->obj = a;
    e->size = static_cast<u16>(n < 65535 ? n : 65535);
    if (suspicion > abi::Suspicion::kFrees) e->order = static_cast<u8>(suspicion);
    if (n > 8) e->value = n;
  }
  if (suspicion == abi::Suspicion::kFrees) return Effect();
  if (suspicion != abi::Suspicion::kNone) return;
  g_rt.noted = true;
  if (point && (InSlotHeap(a) || InLarge(a))) CheckHeap(a, n, site, write);  // freed by another thread meanwhile?
  else if (point && OfOtherThread(f, a)) CheckThreadLives(a, n, site, write);
  g_rt.noted = false;
  u64 seen = n <= 8 ? LoadBytes(a, n) : 0;
  if (quiet) {
  } else if (write) {
    if (n > 8 || seen != value) Effect();
  } else NoteRead(f, site, a, seen);
  if (!e || n > 8) return;
  e->flags &= static_cast<u8>(~abi::kNoValue);
  e->value = write ? value : seen;
}

// One that does not fit.
void PutLong(uptr a, u64 n, u32 site, bool write, u64 value, u8 flags) {
  SharedAccess(a, n, site, write, value, false, flags, abi::Suspicion::kNone, true);
}

// A plain access that is a scheduling point by what the plan or its goal say, whoever else was here.
bool WantedPoint(const Fiber* f, u32 site) {
  if (RW_UNLIKELY(g_rt.tail == abi::TailPolicy::kGoal) && AtGoalPlace(f, site)) return true;
  if (RW_UNLIKELY(DueSignals(f) || HandlerMayRun()))  // taken here, or left for later here, when the schedule was made
    for (u32 i = 0; i < g_rt.plan->outcomes; ++i)
      if (g_rt.outcomes[i].tid == f->tid && g_rt.outcomes[i].ordinal == f->ordinal) return true;
  if (RW_LIKELY(W->segment >= g_rt.plan->segments)) return false;
  const abi::Segment& s = g_rt.segments[W->segment];
  return s.tid == f->tid && s.until == f->ordinal;
}

__attribute__((noinline)) void Access(uptr a, u64 n, u32 site, bool write, u64 value, u8 flags) {
  if (RW_UNLIKELY(!Controlled())) return;
  a = OneAddress(a);
  Fiber* f = Cur();
  ++f->ordinal;
  if (write) ++f->writes;
  if (InSlotHeap(a) || RW_UNLIKELY(InLarge(a))) CheckHeap(a, n, site, write);
  else if (OfOtherThread(f, a)) CheckThreadLives(a, n, site, write);
  if (RW_UNLIKELY(g_rt.fill != nullptr)) FlushFill();
  if (!W->started) {
    if (RW_UNLIKELY(Recording(abi::kRecordAllAccess))) PutLong(a, n, site, write, value, flags);
    return;
  }
  if (RW_UNLIKELY(f->ignore)) return;
  bool shared = Whole(a, n) ? Note8(a, Bytes(a, n), write, false) : NoteAccess(a, n, write);
  bool point = false;
  switch (g_rt.granularity) {
    case Granularity::kSync: break;
    case Granularity::kShared: point = shared; break;
    case Granularity::kAll: point = shared || !OnOwnStack(f, a); break;
    case Granularity::kRacing: point = shared && Racing(a, n); break;
  }
  point = point || WantedPoint(f, site);
  if (RW_UNLIKELY(f->ordinal > f->forced_at)) {
    Yielded(f);
    WorkTowardsAlarm(true);
    point = true;
  }
  if (shared && !point && W->any_spinning && Bit(W->spinning, f->tid)) point = true;
  if (RW_LIKELY(!shared && !point && !Recording(abi::kRecordAllAccess))) return;
  if (shared || point) SharedAccess(a, n, site, write, value, point, flags);
  else if (!PutPrivate(f, a, n, site, write, value, flags)) PutLong(a, n, site, write, value, flags);
  if (RW_LIKELY(!g_rt.control->probing) || shared || ++g_rt.probed != kMostProbed) return;
  g_rt.record &= ~static_cast<u32>(abi::kRecordAllAccess);
  UpdateFast();
}

}  // namespace

void UpdateFast() {
  ForgetRepeated();
  bool sparse = g_rt.granularity == Granularity::kShared || g_rt.granularity == Granularity::kRacing;
  const bool known = g_rt.controlled && W->started && !g_rt.fill && sparse && g_rt.tail != abi::TailPolicy::kGoal &&
                     W->segment >= g_rt.plan->segments && !(W->handlers && g_rt.plan->outcomes);
  const bool all = Recording(abi::kRecordAllAccess);
  g_rt.hooks = !known || (all && (g_rt.control->probing || g_rt.on_the_way)) ? Hooks::kLook
               : all                                                         ? Hooks::kRecord
                                                                             : Hooks::kPassOver;
  g_rt.pass_header = HeaderOf(g_rt.hooks == Hooks::kPassOver ? g_rt.stamp : 0);  // no run has 0
}

void StopPassing() {
  g_rt.hooks = Hooks::kLook;
  g_rt.pass_header = HeaderOf(0);
  ForgetRepeated();
}

namespace {

// Cells of a block that is freed, as far as its start speaks for the rest.
template <typename Visit>
void ForFreed(uptr a, u64 n, Visit visit) {
  constexpr u64 kMost = 256 << 10;
  for (uptr c = a, end = a + (n < kMost ? n : kMost); c < end; c = (c | 7) + 1) {
    u64 in = 8 - (c & 7);
    visit(CellOf(c), c, Bytes(c, end - c < in ? end - c : in));
  }
}

}  // namespace

// A write to those bytes of the block that others share, and a point as such a write is one. Nothing is freed before it returns.
void FreePoint(uptr a, u64 n, u32 site) {
  ++Cur()->ordinal;
  ++Cur()->writes;
  GonePoint(a, n, site);
}

void GonePoint(uptr a, u64 n, u32 site) {
  Fiber* f = Cur();
  if (!W->started || f->ignore) return;
  uptr first = 0, last = 0;
  ForFreed(a, n, [&](Cell* cell, uptr at, u8 mask) {
    // Where nobody was in this run, nobody can have been before it; who comes after it is caught.
    if (RW_LIKELY(cell->stamp != g_rt.stamp && !cell->shared)) return;
    if (!Note8(at, mask, true, false)) return;
    if (!first) first = at;
    last = (at | 7) + 1;
  });
  if (last > a + n) last = a + n;
  bool point =
      first && (g_rt.granularity == Granularity::kRacing ? Racing(first, last - first) : g_rt.granularity != Granularity::kSync);
  point = point || WantedPoint(f, site);
  if (!first && !point) return;
  if (!first) first = a, last = a + (n ? n : 1);
  SharedAccess(first, last - first, site, true, 0, point, abi::kRange, abi::Suspicion::kFrees);
}

void NoteUse(uptr a, u64 n) {
  if (W->started && !Cur()->ignore) NoteAccess(a, n, false, true);
}

void ShareLent(uptr a, u64 n) {
  ForgetRepeated();
  ForFreed(a, n, [](Cell* cell, uptr at, u8 mask) {
    if (RW_UNLIKELY((cell->lent & mask) != mask)) MakeShared(cell, at, mask, true, abi::kLentMemory);
    cell->lent |= mask;
  });
}

// From here on only the freeing is noted, and not so that an access would be taken for a repetition: it is looked at, and caught.
void NoteFreed(uptr a, u64 n) {
  constexpr u64 kAllOfIt = 4096;  // of larger ones: what was accessed
  const Fiber* f = Cur();
  if (!W->started) return;
  ForgetRepeated();
  ForFreed(a, n, [&](Cell* cell, uptr at, u8 mask) {
    if (cell->stamp != g_rt.stamp && n > kAllOfIt) return;
    if (cell->stamp == g_rt.stamp && !f->ignore) Note8(at, mask, true, false);  // who was here after it was announced shares it
    cell->stamp = g_rt.stamp;
    cell->plain = 0;
    cell->by[0] = {f->tid, 0, f->ignore ? u8{0} : mask, f->epoch, f->epoch};
    cell->by[1].tid = cell->by[2].tid = kEmpty;
  });
}

// What a function without hooks may do to memory that it was given, or to state of its own. It is a step like any other access,
// so that searches try both orders of two of them, but it is no evidence: the explorer never reports it as a race.
void SuspectedAccess(uptr a, u64 n, u32 site, bool write, abi::Suspicion suspicion) {
  a = OneAddress(a);
  Fiber* f = Cur();
  ++f->ordinal;
  if (!W->started || f->ignore) return;
  const bool shared = NoteAccess(a, n, write);
  const bool point =
      (shared && (g_rt.granularity == Granularity::kRacing ? Racing(a, n) : g_rt.granularity != Granularity::kSync)) ||
      WantedPoint(f, site);
  if (!shared && !point) return;
  SharedAccess(a, n, site, write, 0, point, abi::kRange, suspicion);
}

// An access that ends the run, because its block is gone: the freeing and the access share it, and searches must see both.
void NoteLate(uptr a, u64 n, u32 site, bool write) {
  Fiber* f = Cur();
  if (g_rt.noted || !W->started || f->ignore) return;
  if (NoteAccess(a, n, write)) SharedAccess(a, n, site, write, 0, false, 0, abi::Suspicion::kFrees);
}

}  // namespace reweave::rt

using namespace reweave::rt;
using reweave::abi::AtomicOp;

namespace {

// The hot path of a run that records everything.
template <u64 kSize, bool kWrite>
__attribute__((noinline)) void LookAt(uptr a, u32 site, u64 value) {
  if (RW_LIKELY(g_rt.hooks == Hooks::kRecord)) {
    Fiber* f = Cur();
    const Cell* cell = CellOf(a);
    if (RW_LIKELY(Whole(a, kSize) && NotedBefore(cell, f, Bytes(a, kSize), kWrite, false) && cell->by[1].tid == kEmpty &&
                  f->ordinal < f->forced_at && !f->ignore && site <= reweave::abi::kMostUnitSite && g_rt.next <= g_rt.stop &&
                  f->ordinal + 1 == g_rt.chain)) {
      ++f->ordinal;
      if (kWrite) ++f->writes;
      return PutAccess<!kWrite>(f, a, kSize, site, kWrite ? reweave::abi::kUnitWrites : 0, value);
    }
  }
  Access(a, kSize, site, kWrite, value, 0);
}

// The hot path of other runs: most accesses repeat one that was noted. What is in the heap was checked then, and freeing forgets
// the note.
template <u64 kSize, bool kWrite>
inline void Hook(uptr a, u32 site, u64 value) {
  Fiber* f = Cur();
  // Fields of pointers to data are read again and again: std::vector reads its own for each element.
  constexpr bool kRepeats = kSize == 8 && !kWrite;
  if (kRepeats && a == g_rt.repeated && RW_LIKELY(f->ordinal < f->forced_at)) {
    ++f->ordinal;
    return;
  }
  if (RW_LIKELY((PassesOver<kSize, kWrite>(a, f)) && f->ordinal < f->forced_at)) {
    ++f->ordinal;
    if (kWrite) ++f->writes;
    if (kRepeats) g_rt.repeated = a;
    return;
  }
  LookAt<kSize, kWrite>(a, site, value);
}

}  // namespace

#define RW_ACCESS(n)                                                                                                \
  RW_EXPORT void __reweave_read##n(const void* p, u32 site) { Hook<n, false>(reinterpret_cast<uptr>(p), site, 0); } \
  RW_EXPORT void __reweave_write##n(void* p, u32 site, u64 value) { Hook<n, true>(reinterpret_cast<uptr>(p), site, value); }
RW_ACCESS(1)
RW_ACCESS(2)
RW_ACCESS(4)
RW_ACCESS(8)

RW_EXPORT void __reweave_read_range(const void* p, size_t n, u32 site) {
  if (n) Access(reinterpret_cast<uptr>(p), n, site, false, 0, reweave::abi::kRange);
}
RW_EXPORT void __reweave_write_range(void* p, size_t n, u32 site) {
  if (n) Access(reinterpret_cast<uptr>(p), n, site, true, 0, reweave::abi::kRange);
}

// The instruction follows without another fiber in between; its new value is read when the runtime is entered next.
RW_EXPORT void __reweave_atomic(void* p, u32 site, u64 value, u32 packed) {
  if (!Controlled()) return;
  uptr a = OneAddress(reinterpret_cast<uptr>(p));
  auto op = static_cast<AtomicOp>(packed & 15);
  u32 size = packed >> 4 & 255;
  Fiber* f = Cur();
  if (RW_UNLIKELY(packed & reweave::abi::kOnce)) NoteTriedOnce(site);
  if (W->started && !f->ignore) NoteAccess(a, size, op != reweave::abi::kAtomicLoad, true);
  EventKind kind = op == reweave::abi::kAtomicLoad    ? EventKind::kAtomicRead
                   : op == reweave::abi::kAtomicStore ? EventKind::kAtomicWrite
                                                      : EventKind::kAtomicRmw;
  Point({kind, reweave::abi::kAtomic, false, false, kGoesOn, site, a, 0, nullptr, 0, 0});
  Event* e = RecordPending(f);
  e->flags |= reweave::abi::kNoValue;
  e->size = static_cast<u16>(size);
  g_rt.noted = true;
  if (InSlotHeap(a)) CheckHeap(a, size, site, op != reweave::abi::kAtomicLoad);
  else if (OfOtherThread(f, a)) CheckThreadLives(a, size, site, op != reweave::abi::kAtomicLoad);
  g_rt.noted = false;
  u64 seen = LoadBytes(a, size);
  e->flags &= static_cast<u8>(~reweave::abi::kNoValue);
  e->order = static_cast<u8>((packed >> 12 & 15) | (packed >> 16 & 15) << 4);
  e->value = op == reweave::abi::kAtomicStore ? value : seen;
  if (op == reweave::abi::kAtomicLoad) NoteRead(f, site, a, seen);
  else if (op == reweave::abi::kAtomicStore) {
    if (seen != value || size > 8) Effect();
  } else g_rt.fill = e, StopPassing();
}

// A library locks the object around each of its functions: they come one after the other, like operations on an atomic variable.
// One that only one thread uses has no scheduling points.
void reweave::rt::TakesTurns(void* object, u32 site, bool always) {
  constexpr u64 kBytes = 4;
  if (!Controlled()) return;
  const uptr a = reinterpret_cast<uptr>(object);
  Fiber* f = Cur();
  if (!always && W->started && !f->ignore) {
    Cell* cell = CellOf(a);
    const u8 mask = Bytes(a, kBytes);
    const bool known = cell->shared & mask;
    always = Note8(a, mask, true, false);
    if (always && !known) MakeShared(cell, a, mask, true);
    if (!always) ++f->ordinal, always = WantedPoint(f, site), f->ordinal -= always;
  }
  if (always) __reweave_atomic(object, site, 0, reweave::abi::PackAtomic(reweave::abi::kAtomicRmw, kBytes, __ATOMIC_SEQ_CST));
}

RW_EXPORT void __reweave_cas_done(u32 site, u32 success) {
  Event* e = g_rt.fill;
  if (!Controlled() || !e) return;
  if (success) e->order |= reweave::abi::kExchanged;
  if (success) return FlushFill();
  g_rt.fill = nullptr;
  UpdateFast();
  e->kind = EventKind::kAtomicRead;
  e->flags |= reweave::abi::kCasFailed;
  NoteRead(Cur(), site, e->obj, e->value);
}
