#include "detect/happens_before.h"

#include <algorithm>
#include <atomic>
#include <cerrno>

#include "trace/io.h"

namespace reweave::detect {

using abi::Annotation;
using abi::Event;
using abi::EventKind;

namespace {

// Several clocks of one object have keys of their own: addresses of programs leave the top bits free.
constexpr std::uint64_t kReaders = 1ull << 63, kOddGeneration = 1ull << 62, kSemaphore = 1ull << 61, kFutex = 1ull << 60;
constexpr std::uint64_t kAnnotated = 1ull << 59;
constexpr std::uint64_t kSignals = ~0ull << 30;  // + the signal's number: sending it, and its handler or who waits for it
// What was put into descriptors: into all of them, and from here on into each object that is told apart (0: into the rest).
constexpr std::uint64_t kAllIo = ~0ull, kIo = ~0ull << 20;

}  // namespace

void HappensBefore::Start(const Trace& trace) {
  if (trace.preamble != preamble_) ReadPreamble(trace.preamble);
  Reset();
  for (const Held& held : held_before_)
    for (std::uint32_t i = 0; i < held.depth; ++i) Hold(0, held.lock, held.mode);
}

void HappensBefore::AddThreads(std::uint16_t tid) {
  own_.Widen(tid + 1u), published_.Widen(tid + 1u);
  if (threads_.size() <= tid) threads_.resize(tid + 1u);
  for (; live_ <= tid; ++live_) {
    const std::uint32_t row = own_.Add();
    own_.strong(row)[row] = own_.soft(row)[row] = 1;
    Thread& thread = threads_[live_];
    thread.lockset = thread.ignore = 0;
    thread.fence = thread.unfenced = thread.wake = kNone;
    thread.waits_on = 0;
    thread.held.clear();
  }
}

// Only what outlives the preamble matters: all of it is ordered before everything else.
void HappensBefore::ReadPreamble(const std::shared_ptr<const Preamble>& preamble) {
  preamble_ = preamble;
  Reset();
  if (preamble)
    for (const Event& event : preamble->events)
      if (IsEvent(event.kind) && !IsPlainAccess(event.kind)) Before(event), After(event);
  held_before_ = threads_[0].held;
}

void HappensBefore::Reset() {
  own_.Clear(), published_.Clear();
  objects_.Clear(), granules_.Clear();
  atomics_.clear(), slot_owner_.clear();
  live_ = 0;
  AddThreads(0);
}

// --- Publishing and acquiring ----------------------------------------------------------------------------------------

void HappensBefore::AcquireFrom(std::uint16_t tid, const Published& p, bool soft_too) {
  if (p.empty || p.row == kNone) return;
  Time* own = own_.strong(tid);
  if (p.exact && own[p.tid] >= p.time && (!soft_too || own[own_.width() + p.tid] >= p.time)) return;
  if (soft_too) own_.Join(own, published_.strong(p.row));
  else own_.JoinStrong(own, published_.strong(p.row));
}

// What the thread learned came through something that is not recorded: a registration with epoll, or the hidden state of
// libstdc++'s wait slots (a futex whose word has changed). Anybody may have published it.
void HappensBefore::AcquireFromAll(std::uint16_t tid) {
  for (std::uint32_t t = 0; t < live_; ++t) {
    if (t == tid) continue;
    own_.Join(own_.strong(tid), own_.strong(t));
    Tick(t);
  }
}

void HappensBefore::PublishTo(std::uint16_t tid, Published& p, bool soft_too) {
  Time* row = RowOf(p.row);
  if (soft_too) own_.Copy(row, own_.strong(tid));
  else own_.CopyStrong(row, own_.strong(tid));
  p.time = now(tid), p.tid = tid, p.exact = true, p.empty = false;
}

void HappensBefore::PublishMore(std::uint16_t tid, Published& p, bool soft_too) {
  if (p.empty) return PublishTo(tid, p, soft_too);
  Time* row = RowOf(p.row);
  if (soft_too) own_.Join(row, own_.strong(tid));
  else own_.JoinStrong(row, own_.strong(tid));
  p.exact = false;
}

// --- Locks -------------------------------------------------------------------------------------------------------------

void HappensBefore::Hold(std::uint16_t tid, std::uint64_t lock, LockMode mode) {
  Thread& thread = threads_[tid];
  for (Held& held : thread.held)
    if (held.lock == lock && held.mode == mode) return static_cast<void>(++held.depth);
  thread.held.push_back({lock, mode, 1});
  thread.lockset = locksets_.With(thread.lockset, {lock, mode});
}

// True if the thread had the lock and has it no longer.
bool HappensBefore::Drop(std::uint16_t tid, std::uint64_t lock, bool all, LockMode* mode) {
  Thread& thread = threads_[tid];
  const auto held = std::ranges::find(thread.held, lock, &Held::lock);
  if (held == thread.held.end()) return false;
  if (mode != nullptr) *mode = held->mode;
  if (!all && --held->depth > 0) return true;
  thread.lockset = locksets_.Without(thread.lockset, {lock, held->mode});
  thread.held.erase(held);
  return true;
}

// A plain mutex may be unlocked by another thread than the one that locked it.
bool HappensBefore::DropAnyones(std::uint16_t tid, std::uint64_t lock, LockMode* mode) {
  if (Drop(tid, lock, true, mode)) return true;
  for (std::uint32_t t = 0; t < live_; ++t)
    if (Drop(t, lock, true, mode)) return true;
  return false;
}

void HappensBefore::LockExclusive(std::uint16_t tid, std::uint64_t lock) {
  if (const Published* p = objects_.Find(lock)) AcquireFrom(tid, *p, false);
  if (const Published* p = objects_.Find(lock | kReaders)) AcquireFrom(tid, *p, false);
  Hold(tid, lock, LockMode::kExclusive);
}

void HappensBefore::LockShared(std::uint16_t tid, std::uint64_t lock) {
  if (const Published* p = objects_.Find(lock)) AcquireFrom(tid, *p, false);
  Hold(tid, lock, LockMode::kShared);
}

void HappensBefore::Unlock(std::uint16_t tid, std::uint64_t lock, bool all) {
  LockMode mode = LockMode::kExclusive;
  if (all) DropAnyones(tid, lock, &mode);
  else Drop(tid, lock, false, &mode);
  if (mode == LockMode::kExclusive) PublishTo(tid, objects_[lock], false);
  else PublishMore(tid, objects_[lock | kReaders], false);
  Tick(tid);
}

// A robust mutex passes on from the dead.
void HappensBefore::UnlockHeldByEnded(std::uint16_t tid) {
  while (!threads_[tid].held.empty()) Unlock(tid, threads_[tid].held.back().lock, true);
}

void HappensBefore::Annotated(const Event& event, bool before) {
  Thread& thread = threads_[event.tid];
  switch (static_cast<Annotation>(event.value)) {
    case Annotation::kIgnoreBegin:
      if (before) ++thread.ignore;
      break;
    case Annotation::kIgnoreEnd:
      if (before && thread.ignore > 0) --thread.ignore;
      break;
    case Annotation::kHappensBefore:
      if (before) break;
      PublishMore(event.tid, objects_[event.obj | kAnnotated]);
      Tick(event.tid);
      break;
    case Annotation::kHappensAfter:
      if (!before) break;
      if (const Published* p = objects_.Find(event.obj | kAnnotated)) AcquireFrom(event.tid, *p);
      break;
    default: break;
  }
}

// --- Atomics -------------------------------------------------------------------------------------------------------------

template <typename F>
void HappensBefore::ForOverlapping(std::uint64_t address, std::uint32_t size, F&& f) {
  const std::uint64_t end = address + std::max(size, 1u);
  for (std::uint64_t g = address >> 3; g <= (end - 1) >> 3; ++g) {
    const Granule* granule = granules_.Find(g);
    if (granule == nullptr) continue;
    for (std::uint32_t i = granule->first; i != kNone; i = atomics_[i].next) {
      const std::uint64_t low = (g << 3) + atomics_[i].offset, high = low + atomics_[i].size;
      if (low < end && address < high) f(atomics_[i], address <= low && high <= end);
    }
  }
}

HappensBefore::AtomicRecord& HappensBefore::RecordOf(std::uint64_t g, std::uint8_t offset, std::uint8_t size) {
  Granule& granule = granules_[g];
  for (std::uint32_t i = granule.first; i != kNone; i = atomics_[i].next)
    if (atomics_[i].offset == offset && atomics_[i].size == size) return atomics_[i];
  AtomicRecord record;
  record.offset = offset, record.size = size, record.next = granule.first;
  granule.first = static_cast<std::uint32_t>(atomics_.size());
  return atomics_.emplace_back(record);
}

template <typename F>
void HappensBefore::ForParts(std::uint64_t address, std::uint32_t size, F f) {
  for (std::uint64_t at = address, end = address + size; at < end; at = ((at >> 3) + 1) << 3) {
    const auto offset = static_cast<std::uint8_t>(at & 7);
    f(RecordOf(at >> 3, offset, static_cast<std::uint8_t>(std::min<std::uint64_t>(8 - offset, end - at))).published);
  }
}

void HappensBefore::LoadAtomic(std::uint16_t tid, std::uint64_t address, std::uint32_t size, bool acquire) {
  ForOverlapping(address, size, [&](AtomicRecord& record, bool) {
    const Published& p = record.published;
    if (acquire) return AcquireFrom(tid, p);
    if (p.empty) return;
    Time* row = RowOf(threads_[tid].unfenced);
    own_.Join(row, published_.strong(p.row));
  });
}

void HappensBefore::StoreAtomic(std::uint16_t tid, std::uint64_t address, std::uint32_t size, bool release) {
  ForOverlapping(address, size, [](AtomicRecord& record, bool whole) {
    if (whole) record.published.empty = true;
  });
  const std::uint32_t fence = threads_[tid].fence;
  if (!release && fence == kNone) return;
  ForParts(address, size, [&](Published& p) {
    if (release) return PublishTo(tid, p);
    own_.Copy(RowOf(p.row), published_.strong(fence));
    p.exact = p.empty = false;
  });
}

// Continues the release sequence, and adds to it what it releases itself.
void HappensBefore::RmwAtomic(std::uint16_t tid, std::uint64_t address, std::uint32_t size, bool release) {
  const std::uint32_t fence = threads_[tid].fence;
  if (!release && fence == kNone) return;
  ForParts(address, size, [&](Published& p) {
    if (release) return PublishMore(tid, p);
    Time* row = RowOf(p.row);
    if (p.empty) own_.Copy(row, published_.strong(fence));
    else own_.Join(row, published_.strong(fence));
    p.exact = p.empty = false;
  });
}

void HappensBefore::PlainWrite(std::uint64_t address, std::uint32_t size) {
  ForOverlapping(address, size, [](AtomicRecord& record, bool whole) {
    if (whole) record.published.empty = true;
  });
}

void HappensBefore::AtomicBefore(const Event& event) {
  const bool acquire = IsAcquire(OrderOf(event));
  if (event.kind != EventKind::kFence) return LoadAtomic(event.tid, event.obj, event.size, acquire);
  const std::uint32_t row = threads_[event.tid].unfenced;
  if (acquire && row != kNone) own_.Join(own_.strong(event.tid), published_.strong(row));
}

void HappensBefore::AtomicAfter(const Event& event) {
  const bool release = IsRelease(OrderOf(event));
  if (event.kind == EventKind::kAtomicWrite) StoreAtomic(event.tid, event.obj, event.size, release);
  else if (event.kind == EventKind::kAtomicRmw) RmwAtomic(event.tid, event.obj, event.size, release);
  if (!release) return;
  if (event.kind == EventKind::kFence) {
    Time* row = RowOf(threads_[event.tid].fence);
    own_.Copy(row, own_.strong(event.tid));
  }
  Tick(event.tid);
}

// --- Everything else -----------------------------------------------------------------------------------------------------

void HappensBefore::Wake(std::uint16_t by, const Event& event) {
  const auto wake = [&](std::uint16_t tid) {
    Time* row = RowOf(threads_[tid].wake);
    own_.Join(row, own_.strong(by));
    threads_[tid].waits_on = 0;
  };
  if (event.kind == EventKind::kSignal) {
    if (event.value == 0) return;
    NeedThread(static_cast<std::uint16_t>(event.value - 1));
    wake(static_cast<std::uint16_t>(event.value - 1));
  } else {
    for (std::uint32_t t = 0; t < live_; ++t)
      if (threads_[t].waits_on == event.obj && event.obj != 0) wake(t);
  }
  Tick(by);
}

// Departures of one generation overlap only with arrivals of the next.
void HappensBefore::Barrier(const Event& event) {
  Published& p = objects_[event.obj | (event.value & 1 ? kOddGeneration : 0)];
  if (event.kind == EventKind::kBarrierLeave) return AcquireFrom(event.tid, p);
  if (p.time != event.value + 1) p.empty = true;
  PublishMore(event.tid, p);
  p.exact = false;
  p.time = static_cast<Time>(event.value + 1);
  Tick(event.tid);
}

void HappensBefore::Before(const Event& event) {
  const std::uint16_t tid = event.tid;
  NeedThread(tid);
  if (const LockUse use = LockUseOf(event); use.takes()) {
    if (use.mode == LockMode::kShared) LockShared(tid, use.lock);
    else LockExclusive(tid, use.lock);
  }
  switch (event.kind) {
    case EventKind::kAtomicRead:
    case EventKind::kAtomicRmw:
    case EventKind::kFence: return AtomicBefore(event);
    case EventKind::kWaitEnd:
      threads_[tid].waits_on = 0;
      if (event.value == 0 && threads_[tid].wake != kNone) own_.Join(own_.strong(tid), published_.strong(threads_[tid].wake));
      return;
    case EventKind::kBarrierLeave: return Barrier(event);
    case EventKind::kSemWait:
      if (event.value != 0) return;
      if (const Published* p = objects_.Find(event.obj | kSemaphore)) AcquireFrom(tid, *p);
      return;
    case EventKind::kOnceRun:
    case EventKind::kOnceReturn: return LoadAtomic(tid, event.obj, 1, true);
    case EventKind::kFutexWait:
      if (event.value == EAGAIN) return AcquireFromAll(tid);
      if (event.value != 0) return;
      if (const Published* p = objects_.Find(event.obj | kFutex)) AcquireFrom(tid, *p);
      return;
    case EventKind::kJoin:
      if (event.value2 != 0 || event.value >= live_) return;
      own_.Join(own_.strong(tid), own_.strong(static_cast<std::uint16_t>(event.value)));
      return;
    case EventKind::kSignalHandler:
      if (const Published* p = objects_.Find(kSignals | event.value)) AcquireFrom(tid, *p);
      return;
    case EventKind::kFdOp: {
      const IoUse use = IoUseOf(event);
      if (use.signal != 0)
        if (const Published* p = objects_.Find(kSignals | use.signal)) AcquireFrom(tid, *p);
      if (use.awaits_all) return AcquireFromAll(tid);
      if (!use.awaits) return;
      if (const Published* p = objects_.Find(use.object == 0 ? kAllIo : kIo)) AcquireFrom(tid, *p);
      if (const Published* p = use.object == 0 ? nullptr : objects_.Find(kIo | use.object)) AcquireFrom(tid, *p);
      return;
    }
    case EventKind::kAnnotate: return Annotated(event, true);
    case EventKind::kThreadInfo: {
      if (event.obj >= 1u << 16) return;
      if (slot_owner_.size() <= event.obj) slot_owner_.resize(event.obj + 1);
      std::uint32_t& owner = slot_owner_[event.obj];
      if (owner != 0 && owner - 1 < live_) own_.Join(own_.strong(tid), own_.strong(owner - 1));
      owner = tid + 1u;
      return;
    }
    default: return;
  }
}

void HappensBefore::After(const Event& event) {
  const std::uint16_t tid = event.tid;
  // A mutex is given back whole, whoever does it; a rwlock and an annotated lock one hold at a time.
  if (const LockUse use = LockUseOf(event); use.releases() && !use.nested)
    Unlock(tid, use.lock, !use.either && event.kind != EventKind::kAnnotate);
  switch (event.kind) {
    case EventKind::kAtomicWrite:
    case EventKind::kAtomicRmw:
    case EventKind::kFence: return AtomicAfter(event);
    case EventKind::kWaitBegin: threads_[tid].waits_on = event.obj; return;
    case EventKind::kSignal:
    case EventKind::kBroadcast: return Wake(tid, event);
    case EventKind::kBarrierArrive: return Barrier(event);
    case EventKind::kSemPost: PublishMore(tid, objects_[event.obj | kSemaphore]); return Tick(tid);
    case EventKind::kOnceEnd: StoreAtomic(tid, event.obj, 1, true); return Tick(tid);
    case EventKind::kFutexWake: PublishMore(tid, objects_[event.obj | kFutex]); return Tick(tid);
    case EventKind::kCreate: {
      const auto child = static_cast<std::uint16_t>(event.value);
      if (event.value == 0 || event.value > 0xffff) return;
      NeedThread(child);
      own_.Join(own_.strong(child), own_.strong(tid));
      return Tick(tid);
    }
    case EventKind::kEnd: return UnlockHeldByEnded(tid);
    case EventKind::kSendSignal:
      PublishMore(tid, objects_[kSignals | event.value2]);
      PublishMore(tid, objects_[kIo]);  // who reads it from a descriptor
      return Tick(tid);
    case EventKind::kFdOp: {
      const IoUse use = IoUseOf(event);
      if (!use.publishes) return;
      PublishMore(tid, objects_[kAllIo]);
      PublishMore(tid, objects_[kIo | use.object]);
      return Tick(tid);
    }
    case EventKind::kAnnotate: return Annotated(event, false);
    default: return;
  }
}

}  // namespace reweave::detect
