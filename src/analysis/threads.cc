#include "analysis/threads.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_set>

namespace reweave::inline analysis {

using facts::FlowKind;

namespace {

// Blocks that can be reached from the end of `block`.
std::vector<bool> ReachableBlocks(const FunctionFacts& f, std::uint32_t block) {
  std::vector<bool> seen(f.blocks.size());
  std::vector<std::uint32_t> work;
  for (const BlockEdge& edge : f.blocks[block].edges) work.push_back(edge.target);
  while (!work.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    if (seen[b]) continue;
    seen[b] = true;
    for (const BlockEdge& edge : f.blocks[b].edges) work.push_back(edge.target);
  }
  return seen;
}

bool IsInitialiser(const FunctionFacts& f) {
  return f.mangled.starts_with("_GLOBAL__") || f.mangled.starts_with("__cxx_global_") || f.mangled.starts_with("__reweave");
}

}  // namespace

Threads::Threads(const FlowProgram& program, const PointsTo& points) : program_(program), points_(points) {
  FindCallers();
  FindReachable();
  FindParallel();
  FindParallelInMain();
}

void Threads::FindCallers() {
  const std::size_t n = program_.functions().size();
  callers_.resize(n);
  op_of_.resize(n);
  for (std::uint32_t f = 0; f < n; ++f) {
    op_of_[f].assign(program_.functions()[f].calls.size(), kNoSite);
    for (std::uint32_t i = 0; i < program_.flows[f].ops.size(); ++i) {
      const FlowOp& op = program_.flows[f].ops[i];
      if (op.kind != FlowKind::kCall) continue;
      op_of_[f][op.site] = i;
      const CallTargets& targets = points_.calls(f, op.site);
      for (std::uint32_t to : targets.functions) callers_[to].push_back({f, op.site, i, targets.spawn});
      creates_ |= targets.spawn;
    }
  }
}

// Where threads of control come from besides thread creation: main, and functions that only code outside can call.
std::vector<std::uint32_t> Threads::Roots() const {
  std::unordered_set<std::string> taken;
  for (const FunctionFacts& f : program_.functions())
    for (const FlowRootFacts& root : f.flows.roots)
      if (root.kind == facts::FlowRoot::kFunction) taken.insert(root.name);
  for (const TableFacts& table : program_.facts->tables())
    for (const TableFacts::Pointer& pointer : table.pointers)
      if (pointer.target.kind == facts::FlowRoot::kFunction) taken.insert(pointer.target.name);
  const bool has_main = program_.by_id.contains("main");
  std::vector<std::uint32_t> roots;
  for (std::uint32_t i = 0; i < program_.functions().size(); ++i) {
    const FunctionFacts& f = program_.functions()[i];
    if (f.id == "main") roots.push_back(i);
    else if (callers_[i].empty() && !f.system() && !IsInitialiser(f) && (!has_main || taken.contains(f.id))) roots.push_back(i);
  }
  return roots;
}

// Functions that every thread may run at its end: destructors of thread-specific and of thread-local data.
std::vector<std::uint32_t> Threads::Endings() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
    const FunctionFacts& facts = program_.functions()[f];
    const FunctionFlows& flows = program_.flows[f];
    for (const FlowOp& op : flows.ops) {
      if (op.kind != FlowKind::kCall) continue;
      const std::string& callee = facts.calls[op.site].callee;
      if (callee != "pthread_key_create" && callee != "tss_create" && callee != "__cxa_thread_atexit") continue;
      for (std::uint32_t k = 0; k < op.count; ++k) {
        const FlowOperand operand = flows.operand(op, k);
        if (!IsRoot(operand) || facts.flows.roots[RootNumber(operand)].kind != facts::FlowRoot::kFunction) continue;
        if (const auto found = program_.by_id.find(facts.flows.roots[RootNumber(operand)].name); found != program_.by_id.end())
          out.insert(out.end(), found->second.begin(), found->second.end());
      }
    }
  }
  return out;
}

void Threads::Reach(std::uint32_t from, std::vector<bool>& seen, bool through_spawn) const {
  std::vector<std::uint32_t> work{from};
  while (!work.empty()) {
    const std::uint32_t f = work.back();
    work.pop_back();
    if (seen[f]) continue;
    seen[f] = true;
    for (std::uint32_t c = 0; c < program_.functions()[f].calls.size(); ++c) {
      const CallTargets& targets = points_.calls(f, c);
      if (targets.spawn && !through_spawn) continue;
      work.insert(work.end(), targets.functions.begin(), targets.functions.end());
    }
  }
}

bool Threads::InLoop(std::uint32_t function, std::uint32_t block) const {
  return ReachableBlocks(program_.functions()[function], block)[block];
}

void Threads::FindReachable() {
  const std::size_t n = program_.functions().size();
  reachable_.assign(n, false);
  entries_.assign(n, 0);
  // How often a function may be called, up to 2.
  std::vector<int> times(n, 0);
  by_main_.assign(n, false);
  const std::vector<std::uint32_t> roots = Roots();
  for (std::uint32_t root : roots) {
    times[root] = 1;
    Reach(root, reachable_, true);
    Reach(root, by_main_, false);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t f = 0; f < n; ++f) {
      if (!reachable_[f] || times[f] >= 2) continue;
      int count = std::ranges::count(roots, f) > 0 ? 1 : 0;
      for (const Caller& caller : callers_[f])
        if (times[caller.function] > 0)
          count += InLoop(caller.function, program_.functions()[caller.function].calls[caller.call].block)
                       ? 2
                       : times[caller.function];
      count = std::min(count, 2);
      if (count > times[f]) times[f] = count, changed = true;
    }
  }
  for (std::uint32_t f = 0; f < n; ++f) entries_[f] += by_main_[f] ? 1 : 0;
  for (std::uint32_t ending : Endings()) {
    Reach(ending, reachable_, true);
    std::vector<bool> seen(n);
    Reach(ending, seen, false);
    for (std::uint32_t f = 0; f < n; ++f)
      if (seen[f]) entries_[f] += 2;
  }
  for (std::uint32_t f = 0; f < n; ++f) {
    if (!reachable_[f]) continue;
    for (std::uint32_t c = 0; c < program_.functions()[f].calls.size(); ++c) {
      const CallTargets& targets = points_.calls(f, c);
      if (!targets.spawn) continue;
      std::vector<bool> seen(n);
      for (std::uint32_t to : targets.functions) Reach(to, seen, false);
      const int instances = InLoop(f, program_.functions()[f].calls[c].block) ? 2 : times[f];
      for (std::uint32_t to = 0; to < n; ++to)
        if (seen[to]) entries_[to] += instances;
    }
  }
}

// `std::thread a(...)`, `pthread_create(&t, ...)`; `a.join()`, `pthread_join(t)`.
std::optional<PointsTo::Cell> Threads::HandleOf(std::uint32_t function, const FlowOp& op, bool join) const {
  const CallSite& call = program_.functions()[function].calls[op.site];
  const FunctionFlows& flows = program_.flows[function];
  if (op.indirect || op.count == 0) return std::nullopt;
  FlowOperand where = flows.operand(op, 0);
  if (join && call.callee.starts_with("pthread_")) {
    auto load = std::ranges::find_if(flows.ops, [&](const FlowOp& other) {
      return other.kind == FlowKind::kLoad && !IsRoot(where) && other.result == ValueNumber(where);
    });
    if (load == flows.ops.end()) return std::nullopt;
    where = flows.operand(*load, 0);
  }
  const bool creates = call.operation == facts::Operation::kThreadCreate || call.callee_name.starts_with("std::thread::thread") ||
                       call.callee_name.starts_with("std::jthread::jthread");
  if (!join && !creates) return std::nullopt;
  const std::vector<PointsTo::Cell> cells = points_.Targets(function, where);
  if (cells.size() != 1 || points_.objects()[points_.ObjectOf(cells[0])].kind == MemoryObject::Kind::kHeap ||
      points_.IsElement(cells[0]))
    return std::nullopt;
  return cells[0];
}

// Forward: which of the threads made here may be running. A join of the one place that holds a thread ends it, if that thread
// makes none of its own.
std::vector<bool> Threads::LiveOps(std::uint32_t f) const {
  const FunctionFacts& facts = program_.functions()[f];
  const FunctionFlows& flows = program_.flows[f];
  std::vector<std::vector<std::uint32_t>> in_block(facts.blocks.size());
  for (std::uint32_t i = 0; i < flows.ops.size(); ++i) in_block[flows.ops[i].block].push_back(i);
  std::map<std::uint32_t, std::optional<PointsTo::Cell>> made;  // by operation
  for (std::uint32_t start : starts_[f]) {
    const CallTargets& targets = points_.calls(f, flows.ops[start].site);
    const bool nested = std::ranges::any_of(targets.functions,
                                            [&](std::uint32_t to) { return targets.spawn ? creating_[to] : SpawnsCreators(to); });
    made[start] = nested ? std::nullopt : HandleOf(f, flows.ops[start], false);
  }
  std::vector<std::set<std::uint32_t>> at_start(facts.blocks.size());
  std::vector<bool> live(flows.ops.size()), seen(facts.blocks.size());
  std::vector<std::uint32_t> work{0};
  while (!work.empty() && !facts.blocks.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    seen[b] = true;
    std::set<std::uint32_t> running = at_start[b];
    for (std::uint32_t i : in_block[b]) {
      if (!running.empty()) live[i] = true;
      const FlowOp& op = flows.ops[i];
      if (op.kind != FlowKind::kCall) continue;
      if (facts.calls[op.site].operation == facts::Operation::kThreadJoin)
        if (auto handle = HandleOf(f, op, true))
          std::erase_if(running, [&](std::uint32_t start) { return made[start] == handle; });
      if (made.contains(i)) running.insert(i);
    }
    for (const BlockEdge& edge : facts.blocks[b].edges) {
      const std::size_t before = at_start[edge.target].size();
      at_start[edge.target].insert(running.begin(), running.end());
      if (!seen[edge.target] || at_start[edge.target].size() != before) work.push_back(edge.target);
    }
  }
  return live;
}

// The function makes threads that make threads.
bool Threads::SpawnsCreators(std::uint32_t function) const {
  std::vector<bool> seen(program_.functions().size());
  Reach(function, seen, false);
  for (std::uint32_t f = 0; f < seen.size(); ++f)
    for (std::uint32_t c = 0; seen[f] && c < program_.functions()[f].calls.size(); ++c)
      if (const CallTargets& targets = points_.calls(f, c); targets.spawn)
        if (std::ranges::any_of(targets.functions, [&](std::uint32_t to) { return creating_[to]; })) return true;
  return false;
}

bool Threads::Parallel(std::uint32_t function, std::uint32_t op) const {
  return whole_[function] || (!live_[function].empty() && live_[function][op]);
}

bool Threads::ParallelInMain(std::uint32_t function, std::uint32_t op) const {
  return whole_in_main_[function] || (by_main_[function] && !live_[function].empty() && live_[function][op]);
}

void Threads::FindParallelInMain() {
  whole_in_main_.assign(program_.functions().size(), false);
  for (std::uint32_t root : Roots())
    if (program_.functions()[root].id != "main" && !creating_[root]) Reach(root, whole_in_main_, false);
  for (std::uint32_t f = 0; f < whole_in_main_.size(); ++f) {
    if (!by_main_[f] || live_[f].empty()) continue;
    for (std::uint32_t c = 0; c < program_.functions()[f].calls.size(); ++c) {
      const CallTargets& targets = points_.calls(f, c);
      const std::uint32_t op = op_of_[f][c];
      if (targets.spawn || op == kNoSite || !live_[f][op]) continue;
      for (std::uint32_t to : targets.functions) Reach(to, whole_in_main_, false);
    }
  }
}

void Threads::FindParallel() {
  const std::size_t n = program_.functions().size();
  whole_.assign(n, false);
  creating_.assign(n, false);
  starts_.resize(n);
  // Functions that may have made a thread when they return.
  std::deque<std::uint32_t> work;
  for (std::uint32_t f = 0; f < n; ++f)
    for (std::uint32_t c = 0; c < program_.functions()[f].calls.size(); ++c)
      if (points_.calls(f, c).spawn && !creating_[f]) creating_[f] = true, work.push_back(f);
  while (!work.empty()) {
    const std::uint32_t f = work.front();
    work.pop_front();
    for (const Caller& caller : callers_[f])
      if (!caller.spawn && !creating_[caller.function]) creating_[caller.function] = true, work.push_back(caller.function);
  }
  const auto enter = [&](std::uint32_t f) {
    std::vector<std::uint32_t> list{f};
    while (!list.empty()) {
      const std::uint32_t g = list.back();
      list.pop_back();
      if (whole_[g]) continue;
      whole_[g] = true;
      for (std::uint32_t c = 0; c < program_.functions()[g].calls.size(); ++c)
        list.insert(list.end(), points_.calls(g, c).functions.begin(), points_.calls(g, c).functions.end());
    }
  };
  for (std::uint32_t f = 0; f < n; ++f) {
    for (std::uint32_t c = 0; c < program_.functions()[f].calls.size(); ++c) {
      const CallTargets& targets = points_.calls(f, c);
      if (targets.spawn) std::ranges::for_each(targets.functions, enter);
      const bool creates =
          targets.spawn || std::ranges::any_of(targets.functions, [&](std::uint32_t to) { return creating_[to]; });
      if (creates && op_of_[f][c] != kNoSite) starts_[f].push_back(op_of_[f][c]);
    }
  }
  live_.resize(n);
  for (std::uint32_t f = 0; f < n; ++f)
    if (!starts_[f].empty() && reachable_[f] && !program_.functions()[f].system()) live_[f] = LiveOps(f);
    else if (!starts_[f].empty()) live_[f].assign(program_.flows[f].ops.size(), true);
  // Called from outside at some time: threads may be there, unless it is the one that makes them.
  if (creates_)
    for (std::uint32_t root : Roots())
      if (program_.functions()[root].id != "main" && !creating_[root]) enter(root);
  if (creates_) std::ranges::for_each(Endings(), enter);
  // What is called after a thread was made.
  for (std::uint32_t f = 0; f < n; ++f) {
    if (whole_[f] || starts_[f].empty() || !reachable_[f]) continue;
    for (std::uint32_t c = 0; c < program_.functions()[f].calls.size(); ++c) {
      const std::uint32_t op = op_of_[f][c];
      if (op == kNoSite || !Parallel(f, op)) continue;
      std::ranges::for_each(points_.calls(f, c).functions, enter);
    }
  }
}

}  // namespace reweave::inline analysis
