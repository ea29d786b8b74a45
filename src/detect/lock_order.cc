#include "detect/lock_order.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "detect/deadlock.h"

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::size_t kMostEdges = 4096;
constexpr std::size_t kFewThreads = 5, kManyThreads = 16;  // of a cycle; longer ones are looked for where there is none of few
constexpr int kMostOrders = 500;                            // of the threads of a cycle that are tried

struct Edge {
  LockRequest request;
  std::uint32_t lockset = 0;   // held at the request
  Time time = 0;
  std::vector<Time> order;     // soft clock at the request
};

struct Taken {
  std::uint64_t lock;
  bool shared;
  std::uint32_t event, site, caller;
};

class Collector {
 public:
  std::vector<Edge> Run(const Trace& trace) {
    order_.Start(trace);
    if (trace.preamble)
      for (const Event& event : trace.preamble->events)
        if (IsEvent(event.kind)) Track(event, kBeforeRun);
    for (RecordWalker walk(trace.events); walk.Next() && edges_.size() < kMostEdges;) {
      const Event& event = walk.event();
      const auto i = static_cast<std::uint32_t>(walk.index());
      if (event.kind == EventKind::kThreadInfo) order_.Before(event);
      if (!IsEvent(event.kind) || IsPlainAccess(event.kind)) continue;
      order_.NeedThread(event.tid);
      Requested(event, i);
      order_.Before(event);
      Track(event, i);
      order_.After(event);
    }
    return std::move(edges_);
  }
  const LockSets& locksets() const { return order_.locksets(); }

 private:
  void Requested(const Event& event, std::uint32_t index) {
    const LockUse use = LockUseOf(event);
    if (!use.takes() || !use.waits || event.kind == EventKind::kWaitEnd) return;
    const bool shared = use.mode == LockMode::kShared;
    for (const Taken& held : taken_[event.tid])
      if (held.lock == event.obj) return;  // recursion asks for nothing
    for (const Taken& held : taken_[event.tid]) {
      Edge edge;
      edge.request = {event.tid, held.lock, event.obj,  held.shared, shared,      held.event,
                      index,     held.site, event.site, held.caller, event.caller};
      edge.lockset = order_.lockset(event.tid);
      edge.time = order_.now(event.tid);
      if (!seen_.insert({event.tid, held.lock, event.obj, held.site, event.site, edge.lockset}).second) continue;
      edge.order.assign(order_.soft(event.tid), order_.soft(event.tid) + order_.threads());
      edges_.push_back(std::move(edge));
    }
  }

  void Track(const Event& event, std::uint32_t index) {
    const LockUse use = LockUseOf(event);
    std::vector<Taken>& taken = taken_[event.tid];
    const auto found = std::ranges::find(taken, use.lock, &Taken::lock);
    if (use.takes() && found == taken.end()) {
      taken.push_back({use.lock, use.mode == LockMode::kShared, index, event.site, event.caller});
    } else if (use.releases() && !use.nested && found != taken.end()) {
      taken.erase(found);
    }
  }

  HappensBefore order_;
  std::map<std::uint16_t, std::vector<Taken>> taken_;
  std::set<std::tuple<std::uint16_t, std::uint64_t, std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t>> seen_;
  std::vector<Edge> edges_;
};

class CycleSearch {
 public:
  CycleSearch(const std::vector<Edge>& edges, const LockSets& locksets, std::size_t most)
      : edges_(edges), locksets_(locksets), most_(most) {
    for (const std::size_t i : InCycles()) by_held_[edges[i].request.held].push_back(i);
  }
  std::vector<LockCycle> Run() {
    for (const std::size_t longest : {kFewThreads, kManyThreads}) {
      if (!found_.empty()) break;
      longest_ = longest, steps_ = 0;
      for (const auto& [lock, from] : by_held_)
        for (const std::size_t i : from) {
          if (found_.size() >= most_) break;
          path_ = {i};
          Extend();
        }
    }
    return std::move(found_);
  }

 private:
  // Without those that no cycle can have: nobody asks for what they hold, or nobody holds what they ask for.
  std::vector<std::size_t> InCycles() const {
    std::vector<std::size_t> left(edges_.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    for (std::size_t before = left.size() + 1; left.size() < before;) {
      before = left.size();
      std::set<std::uint64_t> held, wanted;
      for (const std::size_t i : left) held.insert(edges_[i].request.held), wanted.insert(edges_[i].request.wanted);
      std::erase_if(left, [&](std::size_t i) {
        return !wanted.contains(edges_[i].request.held) || !held.contains(edges_[i].request.wanted);
      });
    }
    return left;
  }
  // Every cycle is found from its edge with the smallest index.
  void Extend() {
    const LockRequest& last = edges_[path_.back()].request;
    const auto next = by_held_.find(last.wanted);
    if (next == by_held_.end() || ++steps_ > 200'000) return;
    for (const std::size_t i : next->second) {
      if (found_.size() >= most_) return;
      if (edges_[i].request.held_shared && last.wanted_shared) continue;
      if (i == path_.front() && path_.size() > 1) Found();
      if (i <= path_.front() || path_.size() >= longest_ || !Fits(edges_[i])) continue;
      path_.push_back(i);
      Extend();
      path_.pop_back();
    }
  }
  bool Fits(const Edge& edge) const {
    return std::ranges::all_of(path_, [&](std::size_t i) {
      const Edge& other = edges_[i];
      if (other.request.tid == edge.request.tid || locksets_.Protected(other.lockset, edge.lockset)) return false;
      return !Before(other, edge) && !Before(edge, other);
    });
  }
  static bool Before(const Edge& a, const Edge& b) { return a.request.tid < b.order.size() && b.order[a.request.tid] >= a.time; }
  void Found() {
    LockCycle cycle;
    for (const std::size_t i : path_) cycle.requests.push_back(edges_[i].request);
    if (keys_.insert(cycle.key()).second) found_.push_back(std::move(cycle));
  }

  const std::vector<Edge>& edges_;
  const LockSets& locksets_;
  std::size_t most_, steps_ = 0, longest_ = 0;
  std::map<std::uint64_t, std::vector<std::size_t>> by_held_;
  std::vector<std::size_t> path_;
  std::set<std::uint64_t> keys_;
  std::vector<LockCycle> found_;
};

}  // namespace

namespace {

// Who holds which locks while a planned order is followed.
class LocksHeld {
 public:
  // False: the thread would have to wait here.
  bool Do(const Event& event) {
    const LockUse use = LockUseOf(event);
    if (!use || use.misses() || use.nested) return true;
    auto& holders = holders_[use.lock];
    if (use.releases()) return std::erase_if(holders, [&](const Holder& h) { return h.tid == event.tid; }), true;
    const bool shared = use.mode == LockMode::kShared;
    const bool free = std::ranges::all_of(holders, [&](const Holder& h) { return h.tid == event.tid || (h.shared && shared); });
    holders.push_back({event.tid, shared});
    return free;
  }

 private:
  struct Holder {
    std::uint16_t tid;
    bool shared;
  };
  std::map<std::uint64_t, std::vector<Holder>> holders_;
};

// The threads of a cycle one after the other, each up to its request, so that none has to wait on the way.
class ThreadOrder {
 public:
  using Events = std::vector<std::uint32_t>;
  ThreadOrder(const Trace& trace, const std::map<std::uint16_t, Events>& of_thread) : trace_(trace), of_thread_(of_thread) {}
  bool Find(const LocksHeld& locks, Events& out) {
    if (used_.size() == of_thread_.size()) return true;
    for (const auto& [tid, events] : of_thread_) {
      if (used_.contains(tid) || ++tried_ > kMostOrders) continue;
      LocksHeld then = locks;
      if (!std::ranges::all_of(events, [&](std::uint32_t i) { return then.Do(trace_.events[i]); })) continue;
      used_.insert(tid);
      const std::size_t before = out.size();
      out.insert(out.end(), events.begin(), events.end());
      if (Find(then, out)) return true;
      out.resize(before);
      used_.erase(tid);
    }
    return false;
  }

 private:
  const Trace& trace_;
  const std::map<std::uint16_t, Events>& of_thread_;
  std::set<std::uint16_t> used_;
  int tried_ = 0;
};

}  // namespace

std::uint64_t LockCycle::key() const {
  std::uint64_t sum = 0;
  for (const LockRequest& r : requests) {
    std::uint64_t h = (static_cast<std::uint64_t>(r.held_site) << 32 | r.wanted_site) * 0x9e3779b97f4a7c15ull;
    h ^= (static_cast<std::uint64_t>(r.held_caller) << 32 | r.wanted_caller) * 0xbf58476d1ce4e5b9ull;
    sum += h ^ h >> 31;
  }
  return sum;
}

bool HasNestedLocks(const Trace& trace) {
  std::vector<int> depth;
  for (const Event& event : trace.events.records()) {
    const LockUse use = LockUseOf(event);
    if (!use.takes() && !use.releases()) continue;
    if (depth.size() <= event.tid) depth.resize(event.tid + 1u);
    if (use.takes() && ++depth[event.tid] > 1) return true;
    if (use.releases()) --depth[event.tid];
  }
  return false;
}

std::vector<LockCycle> PredictLockCycles(const Trace& trace, std::size_t most) {
  Collector collector;
  const std::vector<Edge> edges = collector.Run(trace);
  if (edges.size() < 2) return {};
  return CycleSearch(edges, collector.locksets(), most).Run();
}

std::vector<PlannedOrder> DeadlockOrders(const Trace& trace, const LockCycle& cycle) {
  std::vector<PlannedOrder> plans, doubtful;
  std::map<std::uint16_t, const LockRequest*> requests;
  for (const LockRequest& r : cycle.requests) requests[r.tid] = &r;
  for (const Dependencies which : {Dependencies::kNoLocks, Dependencies::kOnlySync}) {
    std::vector<bool> needed(trace.events.size(), false);
    for (const LockRequest& r : cycle.requests) {
      const std::vector<bool> mine = NeededBefore(trace, r.wanted_event, which);
      for (std::size_t i = 0; i < needed.size(); ++i) needed[i] = needed[i] || mine[i];
    }
    // First everything up to the last lock each thread keeps, then what follows up to the requests.
    std::vector<std::uint32_t> order;
    std::map<std::uint16_t, std::vector<std::uint32_t>> last;
    LocksHeld locks;
    bool possible = true;
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
      const Event& event = trace.events[i];
      if (!needed[i] || !IsEvent(event.kind) || !(IsPoint(event) || IsPlainAccess(event.kind))) continue;
      const auto request = requests.find(event.tid);
      if (request == requests.end()) {
        order.push_back(i);
      } else if (i >= request->second->wanted_event) {
        possible = false;
      } else if (request->second->held_event != kBeforeRun && i >= request->second->held_event) {
        last[event.tid].push_back(i);
      } else {
        order.push_back(i);
      }
    }
    if (!possible) continue;
    for (const std::uint32_t i : order) locks.Do(trace.events[i]);
    const bool free = ThreadOrder(trace, last).Find(locks, order);
    if (!free)
      for (const auto& [tid, events] : last) order.insert(order.end(), events.begin(), events.end());
    if (order.empty()) continue;
    PlannedOrder plan = OrderToPlan(trace, order);
    auto& out = free ? plans : doubtful;
    if (std::ranges::find(out, plan) == out.end()) out.push_back(std::move(plan));
  }
  return plans.empty() ? doubtful : plans;
}

}  // namespace reweave::detect
