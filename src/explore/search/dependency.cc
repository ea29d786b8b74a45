#include "explore/search/dependency.h"

#include <algorithm>
#include <cerrno>

#include "abi/cancellation.h"
#include "abi/io.h"
#include "explore/search/thread_memory.h"
#include "trace/io.h"
#include "trace/meaning.h"

namespace reweave::inline search {

using abi::Event;
using abi::EventKind;

namespace {

// A synchronisation object is one object, whatever its size: the four bytes at its address.
Touch Sync(std::uint64_t address, bool write, std::uint8_t role = kNoRole) {
  return {.object = address / 8, .mask = static_cast<std::uint8_t>(0x0f << (address & 4)), .write = write, .role = role};
}

constexpr std::uint64_t kLargestBlock = 1u << 20;  // bytes of a freed block that are looked at

}  // namespace

bool Dependent(std::uint16_t process_a, const std::vector<Touch>& a, std::uint16_t process_b, const std::vector<Touch>& b) {
  if (DependsOnAll(a) || DependsOnAll(b)) return true;
  if (DependsOnThread(a) && a.front().object == TouchReader::StepsOf(process_b)) return true;
  if (DependsOnThread(b) && b.front().object == TouchReader::StepsOf(process_a)) return true;
  return Conflict(a, b);
}

bool Conflict(const std::vector<Touch>& a, const std::vector<Touch>& b) {
  for (const Touch& x : a)
    for (const Touch& y : b)
      if (Conflict(x, y)) return true;
  return false;
}

void TouchReader::Know(std::uint64_t address) {
  known_->insert(address / 8);
  if (IsOnStack(address)) on_stacks_->insert(address / 8);
}

void TouchReader::Memory(std::uint64_t address, std::uint64_t size, bool write, std::vector<Touch>& out) {
  const std::uint64_t end = address + (size == 0 ? 1 : size);
  for (std::uint64_t at = address; at < end;) {
    const std::uint64_t next = (at & ~7ull) + 8, stop = next < end ? next : end;
    const auto mask = static_cast<std::uint8_t>(((1u << (stop - at)) - 1) << (at & 7));
    Know(at);
    out.push_back({.object = at / 8, .mask = mask, .write = write});
    at = stop;
  }
}

void TouchReader::Freed(const Event& event, std::vector<Touch>& out) {
  const std::uint64_t end = event.obj + std::min(event.value, kLargestBlock);
  for (std::uint64_t at = event.obj & ~7ull; at < end; at += 8)
    if (known_->contains(at / 8)) out.push_back({.object = at / 8, .mask = 0xff, .write = true});
}

void TouchReader::StackGone(std::uint64_t slot, std::vector<Touch>& out) {
  for (const std::uint64_t object : *on_stacks_)
    if (SlotOf(object * 8) == slot) out.push_back({.object = object, .mask = 0xff, .write = true});
}

namespace {

// What the others can notice of an operation on a lock. One that does not get the lock only looks who holds it; trying to
// write-lock a rwlock counts as a change, because with it a reader can be kept out.
void LockTouch(const Event& event, std::vector<Touch>& out) {
  const LockUse use = LockUseOf(event);
  if (!use || use.nested || event.kind == EventKind::kAnnotate) return;
  if (use.misses()) {
    if (event.kind == EventKind::kLock || event.kind == EventKind::kUnlock) return;  // refused to its own holder
    return out.push_back(Sync(use.lock, event.kind == EventKind::kTryWriteLock));
  }
  if (IsForeignUnlock(event)) return out.push_back(Sync(use.lock, true));  // possible whoever holds it, before or after a lock
  if (use.releases()) return out.push_back(Sync(use.lock, true, kReleases));
  out.push_back(Sync(use.lock, use.mode == LockMode::kExclusive, use.waits ? kWaits | kTakes : kTakes));
}

}  // namespace

void TouchReader::ReadOne(const Event& event, const std::vector<std::uint16_t>& process, std::vector<Touch>& out) {
  const auto name = [&](std::uint64_t tid) { return tid < process.size() ? process[tid] : std::uint16_t{0xffff}; };
  const std::uint64_t size = AccessSize(event);
  LockTouch(event, out);
  // Freeing what an object of synchronisation lies in depends on its uses.
  if (const LockUse use = LockUseOf(event)) Know(use.lock);
  if (const OrderUse::Through through = OrderUseOf(event).through;
      through == OrderUse::Through::kCondition || through == OrderUse::Through::kSemaphore)
    Know(event.obj);
  switch (event.kind) {
    case EventKind::kRead:
    case EventKind::kAtomicRead: return Memory(event.obj, size, false, out);
    case EventKind::kWrite:
    case EventKind::kAtomicWrite:
    case EventKind::kAtomicRmw: return Memory(event.obj, size, true, out);
    case EventKind::kLockTimeout: return out.push_back({.object = kClock});
    case EventKind::kWaitBegin: return out.push_back(Sync(event.obj, true));
    case EventKind::kWaitEnd:
      if (event.value == 0) return out.push_back({.object = WakeOf(name(event.tid)), .role = kWaits});
      out.push_back(Sync(event.obj, true));
      return out.push_back({.object = kClock});
    case EventKind::kSignal:
      out.push_back(Sync(event.obj, event.value != 0));
      if (event.value != 0) out.push_back({.object = WakeOf(name(event.value - 1)), .write = true, .role = kReleases});
      return;
    case EventKind::kBroadcast: return out.push_back(Sync(event.obj, event.value != 0));
    case EventKind::kBarrierArrive:
      out.push_back(Sync(event.obj, true));
      return out.push_back({.object = kMadeUp | (event.obj / 8) << 8 | (event.value & 0xff), .write = true, .role = kReleases});
    case EventKind::kBarrierLeave:
      return out.push_back({.object = kMadeUp | (event.obj / 8) << 8 | (event.value & 0xff), .role = kWaits});
    case EventKind::kSemPost:
      out.push_back(Sync(event.obj, true, kReleases));
      out.back().commutes = true;
      return;
    case EventKind::kSemWait:
      if (event.value != 0) return out.push_back(Sync(event.obj, false));
      return out.push_back(Sync(event.obj, true, event.size == 1 ? kTakes : kWaits | kTakes));
    case EventKind::kOnceRun: return out.push_back(Sync(event.obj, true, kWaits | kTakes));
    case EventKind::kOnceEnd: return out.push_back(Sync(event.obj, true, kReleases));
    case EventKind::kOnceReturn: return out.push_back(Sync(event.obj, false, kWaits));
    case EventKind::kFutexWait:
      if (event.value == EAGAIN) return Memory(event.obj, 4, false, out);
      return out.push_back(Sync(event.obj, true, event.value == 0 ? kWaits : kNoRole));
    case EventKind::kFutexWake: return out.push_back(Sync(event.obj, event.value != 0, kReleases));
    case EventKind::kCreate: return out.push_back({.object = StartOf(name(event.value)), .write = true, .role = kReleases});
    case EventKind::kBegin: return out.push_back({.object = StartOf(name(event.tid)), .role = kWaits});
    case EventKind::kEnd:
      out.push_back({.object = EndOf(name(event.tid)), .write = true, .role = kReleases});
      return StackGone(event.value2, out);
    case EventKind::kJoin: return out.push_back({.object = EndOf(name(event.value)), .role = event.size == 1 ? kNoRole : kWaits});
    case EventKind::kSleep: return out.push_back({.object = kClock});
    case EventKind::kExtern: return out.push_back({.object = kClock, .write = true});
    case EventKind::kFdOp: {
      const IoUse use = IoUseOf(event);
      if (use.forks) return out.push_back({.object = kProcess, .write = true, .role = kOfAll});
      if (use.takes_number || use.not_open) out.push_back({.object = kDescriptorNumbers, .write = use.not_open});
      out.push_back({.object = kInputOutput, .write = use.object == 0});
      if (use.object != 0) out.push_back({.object = kInputOutput | use.object, .write = !use.looks});
      return;
    }
    case EventKind::kProcessEnd:
      if (EndsProcess(event)) out.push_back({.object = kProcess, .write = true, .role = kOfAll});
      return;
    case EventKind::kSignalHandler:
    case EventKind::kSignalLater:
      if (event.value2 == abi::kInWaitForIo) {
        out.push_back({.object = kInputOutput, .write = event.size == 0});
        if (event.size != 0) out.push_back({.object = kInputOutput | event.size});
      } else if (event.obj != 0) {
        out.push_back(Sync(event.obj, false));
      }
      return;
    case EventKind::kSendSignal:
      out.push_back({.object = StepsOf(name(event.value)), .write = true, .role = kOfThread});
      // A condition wait ends by it.
      if (event.value2 == abi::kCancellation)
        out.push_back({.object = WakeOf(name(event.value)), .write = true, .role = kReleases});
      return;
    case EventKind::kFree: return Freed(event, out);
    default: return;  // fences, yields, detach, calls, branches: nothing that another thread could notice
  }
}

void TouchReader::Read(const std::vector<Event>& events, std::size_t first, std::size_t last,
                       const std::vector<std::uint16_t>& process, std::vector<Touch>& out) {
  for (std::size_t i = first; i < last; ++i)
    if (IsEvent(events[i].kind)) ReadOne(events[i], process, out);
}

void TouchReader::ReadPending(const Event& pending, std::uint64_t mutex, std::vector<Touch>& out) {
  switch (static_cast<EventKind>(pending.value)) {
    case EventKind::kLock:
    case EventKind::kWriteLock:
    case EventKind::kSemWait:
    case EventKind::kOnceReturn:
    case EventKind::kOnceRun: return out.push_back(Sync(pending.obj, true, kWaits | kTakes));
    case EventKind::kReadLock: return out.push_back(Sync(pending.obj, false, kWaits | kTakes));
    case EventKind::kWaitEnd:
      if (mutex != 0) out.push_back(Sync(mutex, true, kWaits | kTakes));
      return;
    default: return;
  }
}

}  // namespace reweave::inline search
