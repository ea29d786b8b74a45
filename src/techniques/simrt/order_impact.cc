#include "techniques/simrt/order_impact.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/effort.h"
#include "analysis/locator.h"
#include "techniques/simrt/stronger_orders.h"

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

constexpr int kMostCallers = 12;  // levels that are followed from the operation to the thread's entry

std::string Place(const SitePlace& place) {
  const SourcePosition& at = place.user.line != 0 ? place.user : place.at;
  return fmt::format("{}:{}", at.file, at.line);
}

bool Names(std::string_view text, std::initializer_list<std::string_view> heads) {
  return std::ranges::any_of(heads, [&](std::string_view head) { return text.starts_with(head); });
}

// Functions of what counts threads: std::latch::count_down(long), and what they are made of.
bool IsCounter(std::string_view function) {
  return Names(function, {"std::counting_semaphore", "std::latch", "std::barrier", "std::__semaphore", "std::__atomic_semaphore",
                          "std::__platform_semaphore", "std::__tree_barrier"});
}

// A task: by its policy in a thread of its own or in the one that asks for the result.
bool IsAsync(const CallSite& call) { return call.callee_name.find("std::async<") != std::string::npos; }
// An exchange whose orders are not known where it is called: it is made of one for each of them, and too large to be part of it.
bool IsExchange(const CallSite& call) {
  return Names(call.callee_name, {"std::atomic<", "std::__atomic_"}) &&
         call.callee_name.find("::compare_exchange_") != std::string::npos;
}
// Which thread runs what it is given depends on its arguments.
bool RunsElsewhere(const CallSite& call) { return call.operation == facts::Operation::kOnce || IsAsync(call); }

// Blocks that can be reached from `from`, forwards or backwards; `from` itself only if a loop leads to it.
std::vector<bool> ReachedBlocks(const FunctionFacts& f, std::uint32_t from, bool forwards) {
  std::vector<std::vector<std::uint32_t>> next(f.blocks.size());
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b)
    for (const BlockEdge& edge : f.blocks[b].edges) {
      if (forwards) next[b].push_back(edge.target);
      else next[edge.target].push_back(b);
    }
  std::vector<bool> seen(f.blocks.size());
  std::vector<std::uint32_t> work(next[from].begin(), next[from].end());
  while (!work.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    if (seen[b]) continue;
    seen[b] = true;
    work.insert(work.end(), next[b].begin(), next[b].end());
  }
  return seen;
}

// `at`: an operation's number, in `block`.
void AddAround(const FunctionFacts& f, const FunctionFlows& flows, std::uint32_t block, std::uint32_t at, bool forwards,
               std::vector<bool>& out) {
  const std::vector<bool> reached = ReachedBlocks(f, block, forwards);
  for (std::uint32_t i = 0; i < flows.ops.size(); ++i) {
    const FlowOp& op = flows.ops[i];
    if (reached[op.block] || (op.block == block && (forwards ? i > at : i < at))) out[i] = true;
  }
}

// The operation of a site, kNoSite if it has none.
std::uint32_t OpOf(const FunctionFlows& flows, FlowKind kind, std::uint32_t site) {
  for (std::uint32_t i = 0; i < flows.ops.size(); ++i)
    if (flows.ops[i].site == site && (kind == FlowKind::kCall) == (flows.ops[i].kind == FlowKind::kCall)) return i;
  return kNoSite;
}

std::string KeyOf(const Variable& v) {
  if (!v.field.empty()) return v.record + "::" + v.field;
  std::string name = v.name;
  while (name.ends_with("[]")) name.resize(name.size() - 2);
  return v.kind == facts::VariableKind::kGlobal || v.kind == facts::VariableKind::kElement ? name : "";
}

}  // namespace

OrderImpact::Directions OrderImpact::DirectionsOf(const CallSite& call) {
  using enum facts::Operation;
  switch (call.operation) {
    case kSemWait:
    case kSemTryWait:
    case kThreadJoin: return {.before = false, .after = true};
    case kSemPost:
    case kThreadCreate: return {.before = true, .after = false};
    case kBarrierWait:
    case kOnce: return {.before = true, .after = true};
    case kNone: break;
    default: return {};
  }
  if (IsCounter(call.callee_name) || IsAsync(call) ||
      Names(call.callee_name, {"std::call_once", "std::promise", "std::packaged_task", "std::async", "std::jthread",
                               "std::thread::thread", "std::future", "std::shared_future", "std::__basic_future"}))
    return {.before = true, .after = true};
  return {};
}

// Relaxed ones order nothing.
OrderImpact::Directions OrderImpact::DirectionsOf(const AccessSite& access) {
  if (access.kind < facts::AccessKind::kAtomicLoad || access.kind > facts::AccessKind::kFence || access.order == 0) return {};
  constexpr std::uint8_t kRelease = 3;
  if (access.kind == facts::AccessKind::kAtomicLoad) return {.before = false, .after = true};
  if (access.kind == facts::AccessKind::kAtomicStore) return {.before = true, .after = false};
  return {.before = access.order >= kRelease, .after = access.order != kRelease};
}

OrderImpact::OrderImpact(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads,
                         OldBlocks& blocks, const std::map<std::string, DeclarationChange>& declarations,
                         const ForwardSlice& slice)
    : matching_(matching),
      program_(program),
      points_(points),
      threads_(threads),
      blocks_(blocks),
      declarations_(declarations),
      slice_(slice) {
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    Effort::Turn();
    if (program.functions()[f].system()) continue;
    if (matching.of(f).old_function != kNoMatch && !matching.of(f).identical) GoneOperations(f);
    InfluencedOperations(f);
    ThrowingOnce(f);
  }
  ChangedObjects();
}

// What the old version ordered here and the new one does not, or does elsewhere or otherwise. The old function says what lay
// around it, in statements that both have.
void OrderImpact::GoneOperations(std::uint32_t function) {
  const FunctionMatch& match = matching_.of(function);
  const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
  const FunctionFacts& now = program_.functions()[function];
  const auto old_flows = DecodeFlows(before);
  if (!old_flows) return;
  const auto gone = [](std::size_t sites, const std::vector<std::uint32_t>& matched) {
    std::vector<bool> out(sites, true);
    for (std::uint32_t was : matched)
      if (was != kNoMatch) out[was] = false;
    return out;
  };
  const std::vector<bool> gone_calls = gone(before.calls.size(), match.calls),
                          gone_accesses = gone(before.accesses.size(), match.accesses);
  const auto lost = [&](FlowKind kind, std::uint32_t site, std::uint32_t block, Directions directions, const SitePlace& place,
                        const std::string& what) {
    std::uint32_t op = OpOf(*old_flows, kind, site);
    std::vector<bool> around(old_flows->ops.size());
    if (op == kNoSite) {  // a fence: where the next access of its block is, or the end of the block
      op = 0;
      const auto& ops = old_flows->ops;
      while (op < ops.size() &&
             (ops[op].block < block ||
              (ops[op].block == block && (ops[op].kind == FlowKind::kCall || ops[op].site == kNoSite || ops[op].site < site))))
        ++op;
    }
    if (directions.after) AddAround(before, *old_flows, block, op, true, around);
    if (directions.before) AddAround(before, *old_flows, block, op, false, around);
    std::set<std::uint32_t> statements;
    for (std::uint32_t i = 0; i < around.size(); ++i)
      if (around[i] && old_flows->ops[i].statement != kNoStatement) statements.insert(old_flows->ops[i].statement);
    const FunctionFlows& flows = program_.flows[function];
    std::vector<bool> ops(flows.ops.size());
    for (std::uint32_t i = 0; i < ops.size(); ++i) {
      const std::uint32_t s = flows.ops[i].statement;
      ops[i] = s != kNoStatement && match.statements[s] != kNoMatch && statements.contains(match.statements[s]);
    }
    const std::string reason = fmt::format("{} (before): {} is gone or differs", Place(place), what);
    Add(function, reason, {{OldBlock{before.id, block}}, false}, ops);
    Callers(groups_[function], function, directions, 0);
  };
  for (std::uint32_t c = 0; c < before.calls.size(); ++c)
    if (const Directions directions = IsExchange(before.calls[c]) ? Directions{true, true} : DirectionsOf(before.calls[c]);
        gone_calls[c] && directions) {
      lost(FlowKind::kCall, c, before.calls[c].block, directions, before.calls[c].place, before.calls[c].callee_name);
      // What runs once may run more often now.
      for (std::uint32_t k = 0; k < now.calls.size() && RunsElsewhere(before.calls[c]); ++k)
        if (match.calls[k] == kNoMatch && RunsElsewhere(now.calls[k])) {
          groups_[function].runs_more = true;
          groups_[function].spawns |= IsAsync(now.calls[k]);
          for (std::uint32_t to : points_.calls(function, k).functions) Enter(groups_[function], to);
          for (const Callback& callback : points_.callbacks(function, k)) Enter(groups_[function], callback.function);
        }
    }
  // A variable that is no longer atomic races itself: its own accesses say so, and select the tests that reach it.
  const auto plain_now = [&](const AccessSite& access) {
    const auto change = declarations_.find(KeyOf(access.variable));
    return change != declarations_.end() && change->second.kind == DeclarationChange::Kind::kUnguarded;
  };
  // A stream that a call of the library locks meanwhile orders nothing that anybody counts on.
  const auto own = [&](std::uint32_t a) {
    return before.accesses[a].kind == facts::AccessKind::kFence || OpOf(*old_flows, FlowKind::kLoad, a) != kNoSite;
  };
  for (std::uint32_t a = 0; a < before.accesses.size(); ++a)
    if (const Directions directions = DirectionsOf(before.accesses[a]);
        gone_accesses[a] && directions && !plain_now(before.accesses[a]) && own(a) &&
        !OnlyStronger(before, *old_flows, a, now, program_.flows[function]))
      lost(FlowKind::kLoad, a, before.accesses[a].block, directions, before.accesses[a].place,
           before.accesses[a].kind == facts::AccessKind::kFence ? "a fence"
                                                                : "an atomic access to " + before.accesses[a].variable.name);
  // The operation is still there, but nobody asks what it gave: a loop that waited for a lock, a lock that was tried.
  const std::vector<bool> gone_branches = gone(before.branches.size(), match.branches);
  for (std::uint32_t b = 0; b < before.branches.size(); ++b)
    for (const ConditionSource& source : before.branches[b].sources) {
      if (!gone_branches[b]) continue;
      if (source.kind == facts::SourceKind::kAccess && source.index < before.accesses.size() && !gone_accesses[source.index]) {
        const AccessSite& access = before.accesses[source.index];
        if (DirectionsOf(access).after && !plain_now(access) && own(source.index))
          lost(FlowKind::kLoad, source.index, access.block, {.before = false, .after = true}, before.branches[b].place,
               "what an atomic access to " + access.variable.name + " decided");
      } else if (source.kind == facts::SourceKind::kCall && source.index < before.calls.size() && !gone_calls[source.index]) {
        const CallSite& call = before.calls[source.index];
        if (DirectionsOf(call).after)
          lost(FlowKind::kCall, source.index, call.block, {.before = false, .after = true}, before.branches[b].place,
               "what " + call.callee_name + " decided");
      }
    }
}

// The same operation, but the change decides whether it runs or what it works on.
void OrderImpact::InfluencedOperations(std::uint32_t function) {
  const FunctionFacts& f = program_.functions()[function];
  const FunctionFlows& flows = program_.flows[function];
  if (matching_.of(function).old_function == kNoMatch) return;
  for (std::uint32_t i = 0; i < flows.ops.size(); ++i) {
    const FlowOp& op = flows.ops[i];
    const bool call = op.kind == FlowKind::kCall;
    // An atomic that stores another value orders what it did; one that may not be made at all does not. One that the old version
    // does not have ordered nothing there.
    if (op.site == kNoSite || !(call ? slice_.Contains(function, i) : slice_.Decides(function, i))) continue;
    if (const FunctionMatch& match = matching_.of(function); !call && !match.identical && match.accesses[op.site] == kNoMatch)
      continue;
    const Directions directions = call ? DirectionsOf(f.calls[op.site]) : DirectionsOf(f.accesses[op.site]);
    if (!directions) continue;
    const SitePlace& place = call ? f.calls[op.site].place : f.accesses[op.site].place;
    Operation(function, i, op.block, directions,
              fmt::format("{}: the change decides about {}", Place(place),
                          call ? f.calls[op.site].callee_name : f.accesses[op.site].variable.name));
  }
}

// What runs once and throws is run again by the next thread: a throw that the change adds or decides about.
void OrderImpact::ThrowingOnce(std::uint32_t function) {
  const FunctionFacts& f = program_.functions()[function];
  if (matching_.of(function).old_function == kNoMatch) return;
  for (std::uint32_t i = 0; i < program_.flows[function].ops.size(); ++i) {
    const FlowOp& op = program_.flows[function].ops[i];
    if (op.kind != FlowKind::kCall || f.calls[op.site].operation != facts::Operation::kOnce) continue;
    Group run;
    for (std::uint32_t to : points_.calls(function, op.site).functions) Enter(run, to);
    for (const Callback& callback : points_.callbacks(function, op.site)) Enter(run, callback.function);
    const bool throws = std::ranges::any_of(run.whole, [&](std::uint32_t g) {
      const FunctionMatch& match = matching_.of(g);
      const FunctionFlows& flows = program_.flows[g];
      for (std::uint32_t k = 0; k < flows.ops.size(); ++k) {
        if (flows.ops[k].kind != FlowKind::kCall) continue;
        const std::uint32_t site = flows.ops[k].site;
        if (program_.functions()[g].calls[site].callee == "__cxa_throw" &&
            (match.old_function == kNoMatch || match.calls[site] == kNoMatch || slice_.Contains(g, k)))
          return true;
      }
      return false;
    });
    if (!throws) continue;
    Operation(function, i, op.block, {.before = true, .after = true},
              fmt::format("{}: what runs once may throw, and runs again then", Place(f.calls[op.site].place)));
    groups_[function].runs_more = true;
    groups_[function].whole.insert(run.whole.begin(), run.whole.end());
  }
}

void OrderImpact::Operation(std::uint32_t function, std::uint32_t op, std::uint32_t block, Directions directions,
                            const std::string& reason) {
  Add(function, reason, blocks_.Of(function, block), Around(function, op, directions));
  Callers(groups_[function], function, directions, 0);
}

// A semaphore, barrier or latch that starts with another number: all that is done to it.
void OrderImpact::ChangedObjects() {
  const ChangedCounters counters = FindChangedCounters();
  if (counters.cells.empty() && counters.names.empty()) return;
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
    Effort::Turn();
    const FunctionFacts& function = program_.functions()[f];
    if (function.system() || matching_.of(f).old_function == kNoMatch) continue;
    for (std::uint32_t i = 0; i < program_.flows[f].ops.size(); ++i) {
      const FlowOp& op = program_.flows[f].ops[i];
      if (op.site == kNoSite) continue;
      Directions directions;
      const Variable* object = nullptr;
      const SitePlace* place = nullptr;
      if (op.kind == FlowKind::kCall) {
        const CallSite& call = function.calls[op.site];
        if (call.operation == facts::Operation::kThreadCreate || call.operation == facts::Operation::kThreadJoin) continue;
        directions = DirectionsOf(call), object = &call.object, place = &call.place;
      } else if (const AccessSite& access = function.accesses[op.site]; IsCounter(access.place.function)) {
        directions = DirectionsOf(access), object = &access.variable, place = &access.place;
      }
      if (!directions) continue;
      bool meant = counters.names.contains(KeyOf(*object));
      for (PointsTo::Cell cell : points_.Targets(f, program_.flows[f].operand(op, op.indirect ? 1 : 0)))
        meant |= counters.cells.contains(cell);
      if (meant) Operation(f, i, op.block, directions, fmt::format("{}: what it works on starts otherwise", Place(*place)));
    }
  }
}

// Where the change gives one another number: a call of sem_init or a constructor, or what is left of a constructor that the
// compiler put into its caller.
OrderImpact::ChangedCounters OrderImpact::FindChangedCounters() const {
  ChangedCounters out;
  for (const auto& [key, change] : declarations_)
    if (change.kind == DeclarationChange::Kind::kInitialiser) out.names.insert(key);
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
    const FunctionFacts& function = program_.functions()[f];
    const FunctionMatch& match = matching_.of(f);
    if (function.system() || (match.identical && !slice_.Touches(f))) continue;
    for (std::uint32_t i = 0; i < program_.flows[f].ops.size(); ++i) {
      const FlowOp& op = program_.flows[f].ops[i];
      if (op.site == kNoSite) continue;
      std::string key;
      bool changed = match.old_function != kNoMatch;
      if (op.kind == FlowKind::kCall) {
        const CallSite& call = function.calls[op.site];
        if (call.operation != facts::Operation::kInit && !MakesCounter(call)) continue;
        changed &= match.calls[op.site] == kNoMatch;
        key = KeyOf(call.object);
      } else if (const AccessSite& access = function.accesses[op.site];
                 op.kind == FlowKind::kStore && access.kind == facts::AccessKind::kWrite && IsCounter(access.place.function)) {
        changed &= match.accesses[op.site] == kNoMatch;
        key = KeyOf(access.variable);
      } else {
        continue;
      }
      if (!changed && !slice_.Contains(f, i)) continue;
      const auto targets = points_.Targets(f, program_.flows[f].operand(op, op.indirect ? 1 : 0));
      out.cells.insert(targets.begin(), targets.end());
      // A member of a library class has one name in all objects.
      if (!key.empty() && !key.starts_with("std::")) out.names.insert(key);
    }
  }
  return out;
}

bool OrderImpact::MakesCounter(const CallSite& call) const {
  if (!IsCounter(call.callee_name)) return false;
  const auto callee = program_.by_id.find(call.callee);
  return callee != program_.by_id.end() && IsConstructor(program_.functions()[callee->second.front()]);
}

std::vector<bool> OrderImpact::Around(std::uint32_t function, std::uint32_t op, Directions directions) const {
  const FunctionFlows& flows = program_.flows[function];
  std::vector<bool> out(flows.ops.size());
  if (directions.after) AddAround(program_.functions()[function], flows, flows.ops[op].block, op, true, out);
  if (directions.before) AddAround(program_.functions()[function], flows, flows.ops[op].block, op, false, out);
  return out;
}

void OrderImpact::Add(std::uint32_t function, const std::string& reason, const OldPlaces& places, const std::vector<bool>& ops) {
  Group& group = groups_[function];
  if (group.reason.empty()) group.reason = reason;
  group.through.insert(places.blocks.begin(), places.blocks.end());
  Mark(group, function, ops);
}

void OrderImpact::Mark(Group& group, std::uint32_t function, const std::vector<bool>& ops) const {
  std::vector<bool>& known = group.part[function];
  known.resize(ops.size());
  for (std::uint32_t i = 0; i < ops.size(); ++i) {
    if (!ops[i] || known[i]) continue;
    known[i] = true;
    const FlowOp& op = program_.flows[function].ops[i];
    if (op.kind != FlowKind::kCall || points_.calls(function, op.site).spawn) continue;
    for (std::uint32_t to : points_.calls(function, op.site).functions) Enter(group, to);
    for (const Callback& callback : points_.callbacks(function, op.site))
      if (!callback.spawn) Enter(group, callback.function);
  }
}

void OrderImpact::Enter(Group& group, std::uint32_t function) const {
  std::vector<std::uint32_t> work{function};
  while (!work.empty()) {
    Effort::Turn();
    const std::uint32_t f = work.back();
    work.pop_back();
    if (program_.functions()[f].system() || !group.whole.insert(f).second) continue;
    for (std::uint32_t c = 0; c < program_.functions()[f].calls.size(); ++c) {
      const CallTargets& targets = points_.calls(f, c);
      if (!targets.spawn) work.insert(work.end(), targets.functions.begin(), targets.functions.end());
      for (const Callback& callback : points_.callbacks(f, c))
        if (!callback.spawn) work.push_back(callback.function);
    }
  }
}

// What the callers do before and after the call, up to where the thread begins.
void OrderImpact::Callers(Group& group, std::uint32_t function, Directions directions, int depth) {
  if (depth >= kMostCallers) return;
  for (const Caller& caller : threads_.callers(function)) {
    if (caller.spawn || program_.functions()[caller.function].system() || caller.function == function) continue;
    const std::vector<bool> around = Around(caller.function, caller.op, directions);
    const auto known = group.part.find(caller.function);
    if (known != group.part.end() && known->second.size() == around.size() &&
        std::ranges::equal(known->second, around, [](bool has, bool wanted) { return has || !wanted; }))
      continue;
    Mark(group, caller.function, around);
    Callers(group, caller.function, directions, depth + 1);
  }
}

OrderImpact::Found OrderImpact::Of(std::uint32_t function, std::uint32_t op) const {
  Found out;
  std::set<OldBlock> through;
  for (const auto& [changed, group] : groups_) {
    const auto part = group.part.find(function);
    if (!group.whole.contains(function) && (part == group.part.end() || op >= part->second.size() || !part->second[op])) continue;
    if (out.reason == nullptr) out.reason = &group.reason;
    through.insert(group.through.begin(), group.through.end());
    out.runs_more |= group.runs_more && group.whole.contains(function);
    out.spawns |= group.spawns && group.whole.contains(function);
  }
  out.through.assign(through.begin(), through.end());
  return out;
}

}  // namespace reweave::inline simrt
