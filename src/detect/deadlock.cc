#include "detect/deadlock.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>

#include "trace/meaning.h"

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

namespace {

// What the end of a run looks like: who holds what, and what happened on the objects somebody waits for.
class EndState {
 public:
  explicit EndState(const Trace& trace) : trace_(trace) {
    if (trace.preamble)
      for (const Event& event : trace.preamble->events) Apply(event, kBeforeRun);
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) Apply(trace.events[i], i);
  }

  std::vector<Holding> HoldersOf(std::uint64_t lock) const {
    std::vector<Holding> out;
    for (const Holding& held : held_)
      if (held.lock == lock) out.push_back(held);
    return out;
  }

  const std::vector<Event>& pendings() const { return pendings_; }
  const Event* WaitBegin(std::uint16_t tid) const {
    const auto found = wait_begin_.find(tid);
    return found == wait_begin_.end() ? nullptr : &trace_.events[found->second];
  }
  std::optional<std::uint16_t> OnceRunner(std::uint64_t control) const {
    const auto found = once_.find(control);
    return found == once_.end() ? std::nullopt : std::optional(found->second);
  }
  bool ended(std::uint16_t tid) const { return ended_.contains(tid); }

  bool SignalWasLost(std::uint16_t waiter) const {
    const auto begun = wait_begin_.find(waiter);
    return begun != wait_begin_.end() && MissedSignal(trace_, begun->second);
  }

  // The runtime names the joined thread in a finished join only; otherwise by elimination.
  std::vector<std::uint16_t> JoinTargets(const Event& pending) const {
    if (const auto known = join_objects_.find(pending.obj); known != join_objects_.end()) return {known->second};
    if (pending.obj < 65536 && pending.obj != 0) return {static_cast<std::uint16_t>(pending.obj)};
    std::vector<std::uint16_t> out;
    for (const Event& other : pendings_)
      if (other.tid != pending.tid && other.tid != 0) out.push_back(other.tid);
    return out;
  }

 private:
  void Take(const Event& event, std::uint64_t lock, bool shared, std::uint32_t index) {
    for (const Holding& held : held_)
      if (held.lock == lock && held.tid == event.tid) return;  // again: the first one counts
    held_.push_back({lock, event.tid, shared, index, event.site, event.caller});
  }
  void Release(std::uint64_t lock, std::uint16_t tid) {
    auto found = std::ranges::find_if(held_, [&](const Holding& h) { return h.lock == lock && h.tid == tid; });
    if (found == held_.end()) found = std::ranges::find(held_, lock, &Holding::lock);
    if (found != held_.end()) held_.erase(found);
  }

  void Apply(const Event& event, std::uint32_t index) {
    const LockUse use = LockUseOf(event);
    if (use.takes()) Take(event, use.lock, use.mode == LockMode::kShared, index);
    if (use.releases() && !use.nested) Release(use.lock, event.tid);
    switch (event.kind) {
      case EventKind::kWaitBegin:
        if (index != kBeforeRun) wait_begin_[event.tid] = index;
        break;
      case EventKind::kOnceRun: once_[event.obj] = event.tid; break;
      case EventKind::kOnceEnd: once_.erase(event.obj); break;
      case EventKind::kJoin: join_objects_[event.obj] = static_cast<std::uint16_t>(event.value); break;
      case EventKind::kEnd: ended_.Insert(event.tid); break;
      case EventKind::kPending: pendings_.push_back(event); break;
      default: break;
    }
  }

  const Trace& trace_;
  std::vector<Holding> held_;
  std::vector<Event> pendings_;
  std::map<std::uint16_t, std::uint32_t> wait_begin_;   // last one, by thread
  std::map<std::uint64_t, std::uint16_t> once_;         // who runs the initialiser
  std::map<std::uint64_t, std::uint16_t> join_objects_;
  ThreadSet ended_;
};

bool IsLockWait(EventKind kind) {
  return kind == EventKind::kLock || kind == EventKind::kReadLock || kind == EventKind::kWriteLock;
}

class Analysis {
 public:
  explicit Analysis(const Trace& trace) : state_(trace) {}

  Deadlock Run() {
    for (const Event& pending : state_.pendings()) Block(pending);
    std::ranges::sort(result_.blocked, {}, &BlockedThread::tid);
    FindCycle();
    NameIt();
    return std::move(result_);
  }

 private:
  void Block(const Event& pending) {
    BlockedThread thread{pending.tid, static_cast<EventKind>(pending.value), pending.obj, pending.site, pending.caller, {}};
    const bool woken = (pending.flags & 1) != 0;
    if (thread.kind == EventKind::kWaitEnd && woken) {
      const Event* begin = state_.WaitBegin(pending.tid);
      if (begin != nullptr) thread.kind = EventKind::kLock, thread.object = begin->value2;
    }
    if (IsLockWait(thread.kind)) WaitForHolders(thread);
    else if (thread.kind == EventKind::kJoin) thread.waits_for = state_.JoinTargets(pending);
    else if (thread.kind == EventKind::kOnceReturn) WaitForOnce(thread);
    result_.blocked.push_back(std::move(thread));
  }

  void WaitForHolders(BlockedThread& thread) {
    for (const Holding& held : state_.HoldersOf(thread.object)) {
      if (thread.kind == EventKind::kReadLock && held.shared) continue;
      thread.waits_for.push_back(held.tid);
      const bool known =
          std::ranges::any_of(result_.holdings, [&](const Holding& h) { return h.lock == held.lock && h.tid == held.tid; });
      if (!known) result_.holdings.push_back(held);
    }
  }
  void WaitForOnce(BlockedThread& thread) {
    if (const auto runner = state_.OnceRunner(thread.object)) thread.waits_for.push_back(*runner);
  }

  const BlockedThread* Find(std::uint16_t tid) const {
    const auto found = std::ranges::find(result_.blocked, tid, &BlockedThread::tid);
    return found == result_.blocked.end() ? nullptr : &*found;
  }

  bool Extend(std::vector<std::uint16_t>& path) {
    const BlockedThread* last = Find(path.back());
    if (last == nullptr) return false;
    for (const std::uint16_t next : last->waits_for) {
      if (next == path.front()) return true;
      if (std::ranges::find(path, next) != path.end()) continue;
      path.push_back(next);
      if (Extend(path)) return true;
      path.pop_back();
    }
    return false;
  }

  // The cycle whose smallest thread is the smallest: the same for the same deadlock.
  void FindCycle() {
    for (const bool only_known : {true, false})
      for (const BlockedThread& thread : result_.blocked) {
        if (only_known && thread.kind == EventKind::kJoin && thread.waits_for.size() > 1) continue;
        std::vector<std::uint16_t> path{thread.tid};
        if (!Extend(path) || (only_known && Guesses(path))) continue;
        result_.cycle = std::move(path);
        return;
      }
  }
  bool Guesses(const std::vector<std::uint16_t>& path) const {
    return std::ranges::any_of(path, [&](std::uint16_t tid) {
      const BlockedThread* thread = Find(tid);
      return thread->kind == EventKind::kJoin && thread->waits_for.size() > 1;
    });
  }

  void NameIt() {
    if (!result_.cycle.empty()) {
      bool join = false, once = false;
      for (const std::uint16_t tid : result_.cycle) {
        join |= Find(tid)->kind == EventKind::kJoin;
        once |= Find(tid)->kind == EventKind::kOnceReturn;
      }
      if (!(join && HasConditionWait())) {
        result_.subkind = join ? "join cycle" : once ? "once cycle" : "lock cycle";
        return;
      }
      result_.cycle.clear();
    }
    for (const BlockedThread& thread : result_.blocked)
      if (IsLockWait(thread.kind) && std::ranges::any_of(thread.waits_for, [&](auto t) { return state_.ended(t); }))
        result_.subkind = "abandoned lock";
    if (!result_.subkind.empty()) return;
    result_.subkind = RootCause();
  }

  bool HasConditionWait() const {
    return std::ranges::any_of(result_.blocked, [](const BlockedThread& t) { return t.kind == EventKind::kWaitEnd; });
  }

  // Threads that wait for no thread in particular are where it hangs.
  std::string RootCause() const {
    const auto waits = [&](EventKind kind) {
      return std::ranges::find(result_.blocked, kind, &BlockedThread::kind) != result_.blocked.end();
    };
    if (waits(EventKind::kWaitEnd)) {
      for (const BlockedThread& thread : result_.blocked)
        if (thread.kind == EventKind::kWaitEnd && state_.SignalWasLost(thread.tid)) return "lost wakeup";
      return "condition hang";
    }
    if (waits(EventKind::kBarrierLeave)) return "barrier";
    if (waits(EventKind::kSemWait)) return "semaphore";
    if (waits(EventKind::kFutexWait)) return "futex";
    if (waits(EventKind::kFdOp)) return "io";
    return waits(EventKind::kJoin) ? "join" : "lock cycle";
  }

  EndState state_;
  Deadlock result_;
};

}  // namespace

namespace {

// An update is no look: a library counts references on the way.
bool Looks(const Event& event) { return event.kind == EventKind::kRead || event.kind == EventKind::kAtomicRead; }

bool Overlap(const Event& a, const Event& b) {
  const auto end = [](const Event& event) { return event.obj + std::max<std::uint64_t>(event.size, 1); };
  return a.obj < end(b) && b.obj < end(a);
}

// Between its lock and the signal, the waiter looked at something that another thread then changed, and did not look again before
// it waited: a condition of several variables, of which the last was looked at after the signal.
bool ActsOnOldLook(const Trace& trace, std::uint32_t signal, std::uint32_t wait_begin) {
  const Event& wait = trace.events[wait_begin];
  const auto looked_at = [&](const Event& memory, std::uint32_t from, std::uint32_t to) {
    return std::any_of(trace.events.begin() + from, trace.events.begin() + to,
                       [&](const Event& event) { return event.tid == wait.tid && Looks(event) && Overlap(event, memory); });
  };
  std::uint32_t lock = signal;
  while (lock > 0) {
    const Event& event = trace.events[--lock];
    if (const LockUse use = LockUseOf(event); event.tid == wait.tid && use.takes() && use.lock == wait.value2) break;
  }
  for (std::uint32_t i = lock; i < signal; ++i)
    if (const Event& event = trace.events[i];
        event.tid != wait.tid && WritesMemory(event.kind) && looked_at(event, lock, i) && !looked_at(event, i, wait_begin))
      return true;
  return false;
}

}  // namespace

std::optional<std::uint32_t> MissedSignal(const Trace& trace, std::uint32_t wait_begin) {
  const Event& wait = trace.events[wait_begin];
  bool looked = false;  // since; then it decided to wait
  for (std::uint32_t i = wait_begin; i-- > 0;) {
    const Event& event = trace.events[i];
    if (event.tid == wait.tid && LockUseOf(event).takes() && LockUseOf(event).lock == wait.value2 && looked) return std::nullopt;
    looked |= event.tid == wait.tid && Looks(event);
    const OrderUse use = OrderUseOf(event);
    if (event.tid == wait.tid || !use.publishes() || use.through != OrderUse::Through::kCondition || use.object != wait.obj ||
        use.woken != 0)
      continue;
    if (!looked || ActsOnOldLook(trace, i, wait_begin)) return i;
  }
  return std::nullopt;
}

Deadlock AnalyseDeadlock(const Trace& trace) { return Analysis(trace).Run(); }

}  // namespace reweave::detect
