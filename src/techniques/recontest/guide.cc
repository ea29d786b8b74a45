#include "techniques/recontest/guide.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <unordered_map>

#include "trace/meaning.h"

namespace reweave::recontest {

using abi::Event;
using abi::EventKind;

namespace {

class Simulation {
 public:
  Simulation(const Trace& trace, std::span<const std::uint32_t> anchors, bool earlier)
      : events_(trace.events), anchors_(anchors), earlier_(earlier) {
    for (std::uint32_t i = 0; i < events_.size(); ++i)
      if (IsEvent(events_[i].kind) && IsCounted(events_[i].kind)) {
        if (events_[i].tid >= threads_.size()) threads_.resize(events_[i].tid + 1u);
        threads_[events_[i].tid].operations.push_back(i);
        Foresee(events_[i]);
      }
    FindHolds();
    for (const auto& preamble_lock : HeldBefore(trace)) locks_[preamble_lock].owner = 0, locks_[preamble_lock].depth = 1;
  }

  std::optional<std::vector<std::uint32_t>> Run(Approach approach) {
    const bool recorded = approach == Approach::kAsRecorded || approach == Approach::kHeldEarlier;
    as_recorded_ = recorded || approach == Approach::kSideBySide;
    const bool gathers = approach != Approach::kInTurn && !recorded;
    if (gathers && !Gather(approach == Approach::kGatherLast)) return std::nullopt;
    as_recorded_ = recorded;
    while (next_ < anchors_.size())
      if (!Step(events_[anchors_[next_]].tid)) return std::nullopt;
    return std::move(order_);
  }

 private:
  static constexpr std::uint16_t kNobody = 0xffff;
  struct Lock {
    std::uint16_t owner = kNobody;
    std::uint32_t depth = 0, readers = 0;
    bool free() const { return depth == 0 && readers == 0; }
  };
  struct Thread {
    std::vector<std::uint32_t> operations;
    std::size_t at = 0;
    bool created = false, ended = false, woken = false;
    std::uint64_t waits_on = 0;
    std::uint32_t wait_depth = 1;
    bool done() const { return at >= operations.size(); }
  };

  static std::vector<std::uint64_t> HeldBefore(const Trace& trace) {
    std::vector<std::uint64_t> held;
    if (!trace.preamble) return held;
    for (const Event& event : trace.preamble->events) {
      const LockUse use = LockUseOf(event);
      if (use.takes() && use.mode == LockMode::kExclusive) held.push_back(use.lock);
      if (use.releases())
        if (const auto at = std::ranges::find(held, use.lock); at != held.end()) held.erase(at);
    }
    return held;
  }

  // What only the whole run tells: how a semaphore starts, how many meet at a barrier.
  void Foresee(const Event& event) {
    if (event.kind == EventKind::kSemPost) semaphores_.try_emplace(event.obj, static_cast<std::int64_t>(event.value) - 1);
    if (event.kind == EventKind::kSemWait && event.value == 0)
      semaphores_.try_emplace(event.obj, static_cast<std::int64_t>(event.value2) + 1);
    if (event.kind == EventKind::kBarrierArrive) ++arrivals_[{event.obj, event.value}];
  }

  // Where a thread is held until its access is next: just before it, but not inside of a lock that somebody needs for an earlier
  // access of the order; then before it takes that lock.
  void FindHolds() {
    std::vector<std::map<std::uint64_t, std::uint32_t>> held(anchors_.size());  // lock -> the operation that took it
    for (std::uint32_t k = 0; k < anchors_.size(); ++k) held[k] = HeldAt(anchors_[k]);
    for (std::uint32_t k = 0; k < anchors_.size(); ++k) {
      const std::uint16_t tid = events_[anchors_[k]].tid;
      std::uint32_t hold = anchors_[k], previous = 0;
      for (std::uint32_t j = 0; j < k; ++j)
        if (events_[anchors_[j]].tid == tid) previous = anchors_[j];
      if (earlier_) {
        hold = AccessBefore(hold, previous);
        if (hold != anchors_[k]) held[k] = HeldAt(hold);
      }
      for (std::uint32_t j = 0; j < k; ++j) {
        if (events_[anchors_[j]].tid == tid) continue;
        for (const auto& [lock, taken] : held[k])
          if (held[j].contains(lock) && taken > previous) hold = std::min(hold, taken);
      }
      turn_.try_emplace(hold, k);
    }
  }
  // The thread's last access to the same place before this one, if it comes after `previous`; else this one.
  std::uint32_t AccessBefore(std::uint32_t anchor, std::uint32_t previous) const {
    std::uint32_t found = anchor;
    for (const std::uint32_t i : threads_[events_[anchor].tid].operations) {
      if (i >= anchor) break;
      if (i > previous && events_[i].obj == events_[anchor].obj && IsAccess(events_[i].kind)) found = i;
    }
    return found;
  }
  std::map<std::uint64_t, std::uint32_t> HeldAt(std::uint32_t anchor) const {
    std::map<std::uint64_t, std::uint32_t> held;
    std::map<std::uint64_t, int> depth;
    for (const std::uint32_t i : threads_[events_[anchor].tid].operations) {
      if (i >= anchor) break;
      const Event& event = events_[i];
      const LockUse use = LockUseOf(event);
      if (event.kind == EventKind::kWaitBegin) {
        held.erase(use.lock);
      } else if (event.kind == EventKind::kWaitEnd) {
        held[use.lock] = i, depth[use.lock] = std::max(1, depth[use.lock]);
      } else if (use.takes()) {
        if (depth[use.lock]++ == 0) held[use.lock] = i;
      } else if (use.releases()) {
        if (--depth[use.lock] <= 0) held.erase(use.lock), depth[use.lock] = 0;
      }
    }
    return held;
  }

  const Event& Pending(const Thread& thread) const { return events_[thread.operations[thread.at]]; }
  bool Held(std::uint16_t tid) const {
    const Thread& thread = threads_[tid];
    const auto turn = turn_.find(thread.operations[thread.at]);
    return turn != turn_.end() && (gathering_ || turn->second > next_);
  }

  // May the pending operation be done now? `holder`: who has the lock it waits for.
  bool Enabled(std::uint16_t tid, std::uint16_t& holder) const {
    holder = kNobody;
    const Thread& thread = threads_[tid];
    const Event& event = Pending(thread);
    const auto free = [&](std::uint64_t object, bool shared) {
      const auto lock = locks_.find(object);
      if (lock == locks_.end() || lock->second.free()) return true;
      if (lock->second.depth > 0 && lock->second.owner == tid) return true;
      if (shared && lock->second.depth == 0) return true;
      holder = lock->second.owner;
      return false;
    };
    if (const LockUse use = LockUseOf(event); use.takes() && !free(use.lock, use.mode == LockMode::kShared)) return false;
    switch (event.kind) {
      case EventKind::kBegin: return tid == 0 || thread.created;
      case EventKind::kWaitEnd: return event.value != 0 || thread.woken;
      case EventKind::kSemWait: {
        const auto count = semaphores_.find(event.obj);
        return event.value != 0 || count == semaphores_.end() || count->second > 0;
      }
      case EventKind::kBarrierLeave: {
        const auto all = arrivals_.find({event.obj, event.value});
        const auto now = arrived_.find({event.obj, event.value});
        return all == arrivals_.end() || (now != arrived_.end() && now->second >= all->second);
      }
      case EventKind::kOnceReturn: {
        const auto done = once_.find(event.obj);
        return done == once_.end() || done->second;
      }
      case EventKind::kJoin: return event.value2 != 0 || event.value >= threads_.size() || threads_[event.value].ended;
      default: return true;
    }
  }

  void Execute(std::uint16_t tid) {
    Thread& thread = threads_[tid];
    const std::uint32_t number = thread.operations[thread.at];
    const Event& event = events_[number];
    if (IsPoint(event) || IsPlainAccess(event.kind)) order_.push_back(number);
    ++thread.at;
    current_ = tid;
    if (next_ < anchors_.size() && anchors_[next_] == number) ++next_;
    while (next_ < anchors_.size() && anchors_[next_] == number) ++next_;  // both halves of a read-modify-write
    switch (event.kind) {
      case EventKind::kCreate:
        if (event.value < threads_.size()) threads_[event.value].created = true;
        return;
      case EventKind::kEnd: thread.ended = true; return;
      case EventKind::kWaitBegin:
        thread.waits_on = event.obj, thread.woken = false;
        thread.wait_depth = std::max(1u, locks_[event.value2].depth);
        locks_[event.value2] = {};
        return;
      case EventKind::kWaitEnd:
        thread.waits_on = 0, thread.woken = false;
        locks_[event.value2] = {tid, thread.wait_depth, 0};
        return;
      case EventKind::kSignal: return Wake(event.obj, false);
      case EventKind::kBroadcast: return Wake(event.obj, true);
      case EventKind::kSemPost: ++semaphores_[event.obj]; return;
      case EventKind::kSemWait:
        if (event.value == 0) --semaphores_[event.obj];
        return;
      case EventKind::kBarrierArrive: ++arrived_[{event.obj, event.value}]; return;
      case EventKind::kOnceRun: once_[event.obj] = false; return;
      case EventKind::kOnceEnd: once_[event.obj] = event.value == 0; return;
      default: break;
    }
    const LockUse use = LockUseOf(event);
    if (use.releases()) return Give(use.lock);
    if (!use.takes()) return;
    if (use.mode == LockMode::kShared) ++locks_[use.lock].readers;
    else Take(tid, use.lock);
  }
  void Take(std::uint16_t tid, std::uint64_t object) {
    Lock& lock = locks_[object];
    lock.owner = tid, ++lock.depth;
  }
  void Give(std::uint64_t object) {
    Lock& lock = locks_[object];
    if (lock.depth > 0) --lock.depth;
    else if (lock.readers > 0) --lock.readers;
    if (lock.depth == 0) lock.owner = kNobody;
  }
  void Wake(std::uint64_t condition, bool all) {
    for (Thread& thread : threads_) {
      if (thread.waits_on != condition || thread.woken) continue;
      thread.woken = true;
      if (!all) return;
    }
  }

  bool Runnable(std::uint16_t tid) const {
    if (tid >= threads_.size() || threads_[tid].done() || (tid != 0 && !threads_[tid].created) || Held(tid)) return false;
    std::uint16_t holder;
    return Enabled(tid, holder);
  }

  // One operation that brings `wanted` further: its own, else of whoever has the lock it waits for, else of anybody.
  bool Step(std::uint16_t wanted) {
    if (as_recorded_) return StepAsRecorded();
    std::uint16_t tid = wanted;
    for (std::size_t n = 0; n <= threads_.size(); ++n) {
      if (tid >= threads_.size() || threads_[tid].done()) break;
      if (Runnable(tid)) return Execute(tid), true;
      if (Held(tid)) break;
      std::uint16_t holder = kNobody;
      if (tid != 0 && !threads_[tid].created) holder = CreatorOf(tid);
      else if (Enabled(tid, holder)) break;
      if (holder == kNobody && Pending(threads_[tid]).kind == EventKind::kJoin)
        holder = static_cast<std::uint16_t>(Pending(threads_[tid]).value);
      if (holder == kNobody) break;
      tid = holder;
    }
    if (Runnable(current_)) return Execute(current_), true;
    for (std::uint16_t t = 0; t < threads_.size(); ++t)
      if (Runnable(t)) return Execute(t), true;
    return false;
  }
  bool StepAsRecorded() {
    std::uint16_t best = kNobody;
    for (std::uint16_t t = 0; t < threads_.size(); ++t)
      if (Runnable(t) &&
          (best == kNobody || threads_[t].operations[threads_[t].at] < threads_[best].operations[threads_[best].at]))
        best = t;
    if (best == kNobody) return false;
    Execute(best);
    return true;
  }
  std::uint16_t CreatorOf(std::uint16_t tid) const {
    for (const Event& event : events_)
      if (event.kind == EventKind::kCreate && event.value == tid) return event.tid;
    return kNobody;
  }

  // Every thread of the order goes to just before its first access.
  bool Gather(bool last_first) {
    std::vector<std::uint32_t> firsts;
    for (const std::uint32_t anchor : anchors_)
      if (std::ranges::none_of(firsts, [&](std::uint32_t f) { return events_[f].tid == events_[anchor].tid; }))
        firsts.push_back(anchor);
    if (last_first) std::ranges::reverse(firsts);
    gathering_ = true;
    for (const std::uint32_t first : firsts) {
      const std::uint16_t tid = events_[first].tid;
      while (!threads_[tid].done() && !Held(tid) && threads_[tid].operations[threads_[tid].at] != first)
        if (!Step(tid)) return false;
    }
    gathering_ = false;
    return true;
  }

  const std::vector<Event>& events_;
  std::span<const std::uint32_t> anchors_;
  std::unordered_map<std::uint32_t, std::uint32_t> turn_;  // of anchors
  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, Lock> locks_;
  std::unordered_map<std::uint64_t, std::int64_t> semaphores_;
  std::unordered_map<std::uint64_t, bool> once_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> arrivals_, arrived_;
  std::vector<std::uint32_t> order_;
  std::uint32_t next_ = 0;
  std::uint16_t current_ = 0;
  bool gathering_ = false, as_recorded_ = false, earlier_ = false;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> GuidedOrder(const Trace& trace, std::span<const std::uint32_t> anchors,
                                                      Approach approach) {
  return Simulation(trace, anchors, approach == Approach::kHeldEarlier).Run(approach);
}

}  // namespace reweave::recontest
