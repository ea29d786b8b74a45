#include "detect/lock_order.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "detect/deadlock.h"

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::size_t kLongestCycle = 5, kMostEdges = 4096;

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
    for (std::uint32_t i = 0; i < trace.events.size() && edges_.size() < kMostEdges; ++i) {
      const Event& event = trace.events[i];
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
    for (std::size_t i = 0; i < edges.size(); ++i) by_held_[edges[i].request.held].push_back(i);
  }
  std::vector<LockCycle> Run() {
    for (std::size_t i = 0; i < edges_.size() && found_.size() < most_; ++i) {
      path_ = {i};
      Extend();
    }
    return std::move(found_);
  }

 private:
  // Every cycle is found from its edge with the smallest index.
  void Extend() {
    const LockRequest& last = edges_[path_.back()].request;
    const auto next = by_held_.find(last.wanted);
    if (next == by_held_.end() || ++steps_ > 200'000) return;
    for (const std::size_t i : next->second) {
      if (found_.size() >= most_) return;
      if (edges_[i].request.held_shared && last.wanted_shared) continue;
      if (i == path_.front() && path_.size() > 1) Found();
      if (i <= path_.front() || path_.size() >= kLongestCycle || !Fits(edges_[i])) continue;
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
  std::size_t most_, steps_ = 0;
  std::map<std::uint64_t, std::vector<std::size_t>> by_held_;
  std::vector<std::size_t> path_;
  std::set<std::uint64_t> keys_;
  std::vector<LockCycle> found_;
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
  for (const Event& event : trace.events) {
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
  std::vector<PlannedOrder> plans;
  std::map<std::uint16_t, const LockRequest*> requests;
  for (const LockRequest& r : cycle.requests) requests[r.tid] = &r;
  for (const Dependencies which : {Dependencies::kNoLocks, Dependencies::kOnlySync}) {
    std::vector<bool> needed(trace.events.size(), false);
    for (const LockRequest& r : cycle.requests) {
      const std::vector<bool> mine = NeededBefore(trace, r.wanted_event, which);
      for (std::size_t i = 0; i < needed.size(); ++i) needed[i] = needed[i] || mine[i];
    }
    // First everything up to the last lock each thread keeps, then what follows up to the requests.
    std::vector<std::uint32_t> order, last;
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
        last.push_back(i);
      } else {
        order.push_back(i);
      }
    }
    if (!possible) continue;
    std::ranges::sort(last, {}, [&](std::uint32_t i) { return std::pair(trace.events[i].tid, i); });
    order.insert(order.end(), last.begin(), last.end());
    if (order.empty()) continue;
    PlannedOrder plan = OrderToPlan(trace, order);
    if (std::ranges::find(plans, plan) == plans.end()) plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace reweave::detect
