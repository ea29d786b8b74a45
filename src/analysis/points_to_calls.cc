// Calls: who is called with what (points_to_solver.h).
#include <algorithm>

#include "analysis/call_targets.h"
#include "analysis/library_names.h"
#include "analysis/points_to_solver.h"

namespace reweave::inline analysis {

using facts::FlowKind;
using facts::Operation;

void PointsTo::Solver::Call(std::uint32_t number, const FunctionFlows& flows, const FlowOp& op, const Makers& makers) {
  const Instance instance = instances_[number];
  const CallSite& site = facts(number).calls[op.site];
  std::vector<Node> arguments;
  for (std::uint32_t i = op.indirect ? 1 : 0; i < op.count; ++i) arguments.push_back(NodeOf(instance, flows.operand(op, i)));
  const Node result = op.result && !op.plain ? instance.values + op.result : ConstraintGraph::kNone;
  if (op.indirect) {
    Pending call{
        .instance = number, .call = op.site, .signature = site.signature, .arguments = std::move(arguments), .result = result};
    FindReceiver(flows, op, makers, call);
    FindLoads(instance, flows, flows.operand(op, call.receiver == kNoReceiver ? 0 : call.receiver + 1), makers, call);
    return Indirect(NodeOf(instance, flows.operand(op, 0)), std::move(call));
  }
  auto callee = program_.by_id.find(site.callee);
  if (callee != program_.by_id.end()) {
    for (std::uint32_t to : callee->second) Connect(number, op.site, to, arguments, result, false);
    if (site.operation == Operation::kNone) return;
  } else {
    targets_[instance.function][op.site].external = true;
  }
  if (site.operation == Operation::kOnce) Once(number, flows, op.site);
  External(number, op.site, site, arguments, result);
}

// std::call_once gives pthread_once a function of the library's, which calls what the caller left in a thread-local variable.
void PointsTo::Solver::Once(std::uint32_t number, const FunctionFlows& flows, std::uint32_t call) {
  constexpr const char* kLeft = "_ZSt11__once_call";
  const auto& roots = facts(number).flows.roots;
  bool here = false;
  for (const FlowOp& op : flows.ops) {
    const FlowOperand address = flows.operand(op, 0);
    if (op.kind != FlowKind::kStore || !IsRoot(address) || RootNumber(address) >= roots.size()) continue;
    if (roots[RootNumber(address)].name != kLeft || flows.operand(op, 1) == 0) continue;
    here = true;
    Indirect(NodeOf(instances_[number], flows.operand(op, 1)), {.instance = number, .call = call});
  }
  // A function of the library's stored it: then anything that is left there at some time.
  for (const auto kind : {MemoryObject::Kind::kThreadLocal, MemoryObject::Kind::kGlobal}) {
    if (here) return;
    const Node address = graph.AddNode();
    graph.Address(address, graph.CellOf(Named(kind, kLeft), 0));
    Indirect(LoadOf(address), {.instance = number, .call = call});
  }
}

// A virtual call: the callee was loaded from a table that was loaded from an argument. Each function then is given those objects
// only whose table has it; else all classes of one base would be one.
void PointsTo::Solver::FindReceiver(const FunctionFlows& flows, const FlowOp& op, const Makers& makers, Pending& call) {
  const auto made_by = [&](FlowOperand value, FlowKind kind) -> const FlowOp* {
    if (value == 0 || IsRoot(value)) return nullptr;
    const FlowOp* maker = makers[ValueNumber(value)];
    return maker && maker->kind == kind ? maker : nullptr;
  };
  const FlowOp* function = made_by(flows.operand(op, 0), FlowKind::kLoad);
  if (!function) return;
  FlowOperand table = flows.operand(*function, 0);
  if (const FlowOp* moved = made_by(table, FlowKind::kOffset)) {
    if (moved->stride != 0) return;
    call.slot = moved->before + moved->after;
    table = flows.operand(*moved, 0);
  }
  const FlowOp* loaded = made_by(table, FlowKind::kLoad);
  if (!loaded) return;
  for (std::uint32_t i = 1; i < op.count && call.receiver == kNoReceiver; ++i)
    if (flows.operand(op, i) != 0 && flows.operand(op, i) == flows.operand(*loaded, 0)) call.receiver = i - 1;
}

// Through copies and choices, back to what was loaded.
void PointsTo::Solver::FindLoads(const Instance& instance, const FunctionFlows& flows, FlowOperand value, const Makers& makers,
                                 Pending& call) const {
  constexpr std::size_t kMost = 16;
  std::vector<FlowOperand> work{value}, seen;
  while (!work.empty()) {
    const FlowOperand at = work.back();
    work.pop_back();
    if (at == 0 || std::ranges::find(seen, at) != seen.end()) continue;
    seen.push_back(at);
    const FlowOp* maker = IsRoot(at) ? nullptr : makers[ValueNumber(at)];
    if (!maker || seen.size() > kMost || (maker->kind != FlowKind::kLoad && maker->kind != FlowKind::kCopy))
      return call.loaded_from.clear();
    for (std::uint32_t i = 0; i < maker->count; ++i) {
      if (maker->kind == FlowKind::kCopy) work.push_back(flows.operand(*maker, i));
      else if (const Node from = NodeOf(instance, flows.operand(*maker, i)); from == ConstraintGraph::kNone)
        return call.loaded_from.clear();
      else call.loaded_from.push_back(from);
    }
  }
}

// Nothing was ever stored where the object comes from, and only the program's own code can store there: there is no such call.
bool PointsTo::Solver::OnlyNull(const Pending& call, const std::vector<bool>& exposed) const {
  return !call.loaded_from.empty() && std::ranges::all_of(call.loaded_from, [&](Node address) {
    const auto cells = graph.Set(address);
    return !cells.empty() &&
           std::ranges::all_of(cells, [&](Node cell) { return !exposed[graph.ObjectOf(cell)] && graph.HoldsNothing(cell); });
  });
}

void PointsTo::Solver::Indirect(Node callee, Pending call) {
  if (call.receiver != kNoReceiver) callee = call.arguments[call.receiver];
  if (callee == ConstraintGraph::kNone) return;
  pending_.push_back(std::move(call));
  graph.Watch(callee, static_cast<std::uint32_t>(pending_.size() - 1));
}

std::uint32_t PointsTo::Solver::Connect(std::uint32_t from, std::uint32_t call, std::uint32_t to,
                                        const std::vector<Node>& arguments, Node result, bool spawn) {
  const Instance caller = instances_[from];
  targets_[caller.function][call].functions.push_back(to);
  if (caller.context != 0 && program_.functions()[caller.function].system() && !program_.functions()[to].system())
    callbacks_[caller.context].push_back({to, spawn});
  const std::uint32_t number = InstanceOf(to, ContextOf(from, call, to));
  const Instance callee = instances_[number];
  for (std::uint32_t i = 0; i < arguments.size() && i < program_.flows[to].parameters; ++i)
    if (arguments[i] != ConstraintGraph::kNone) graph.Copy(arguments[i], EntryOf(number, i));
  if (result == ConstraintGraph::kNone) return number;
  const std::uint32_t same = returned_[to];
  if (same != 0 && same <= arguments.size() && arguments[same - 1] != ConstraintGraph::kNone)
    graph.Copy(arguments[same - 1], result);
  else graph.Copy(callee.returns, result);
  return number;
}

PointsTo::Solver::Node PointsTo::Solver::EntryOf(std::uint32_t instance, std::uint32_t parameter) {
  const std::uint32_t function = instances_[instance].function;
  const Node to = instances_[instance].values + parameter + 1;
  auto& declared = parameter_classes_[function];
  if (!declared)
    declared = program_.functions()[function].system() ? std::vector<std::string>(program_.flows[function].parameters)
                                                       : classes_.ParameterClasses(program_.functions()[function]);
  if (parameter >= declared->size() || (*declared)[parameter].empty()) return to;
  const auto [entry, fresh] = entries_.try_emplace(Key(instance, parameter), ConstraintGraph::kNone);
  if (!fresh) return entry->second;
  entry->second = graph.AddNode();
  filters_.push_back({to, &classes_.DerivedFrom((*declared)[parameter])});
  graph.Watch(entry->second, kFilters + static_cast<std::uint32_t>(filters_.size() - 1));
  return entry->second;
}

bool PointsTo::Solver::ObjectClasses::Fits(const Filter& filter) const {
  return any || std::ranges::any_of(classes, [&](const std::string* name) { return filter.classes->contains(*name); });
}

void PointsTo::Solver::ReachedFilter(std::uint32_t filter, Node cell) {
  if (objects[graph.ObjectOf(cell)].kind == MemoryObject::Kind::kExternal) return graph.Address(filters_[filter].to, cell);
  const auto [entry, fresh] = classes_of_.try_emplace(cell, static_cast<std::uint32_t>(object_classes_.size()));
  if (fresh) {
    object_classes_.emplace_back();
    graph.Watch(cell, kObjects + entry->second);
  }
  ObjectClasses& object = object_classes_[entry->second];
  object.cell = cell;
  object.waiting.push_back(filter);
  if (object.Fits(filters_[filter])) graph.Address(filters_[filter].to, cell);
}

void PointsTo::Solver::FoundTable(std::uint32_t number, Node table) {
  const std::string& name = objects[graph.ObjectOf(table)].name;
  if (!name.starts_with("_ZTV") && !name.starts_with("_ZTC")) return;
  ObjectClasses& object = object_classes_[number];
  const std::string& known = classes_.ClassOfTable(name);
  if (known.empty()) object.any = true;
  else object.classes.push_back(&known);
  for (std::uint32_t filter : object.waiting)
    if (object.Fits(filters_[filter])) graph.Address(filters_[filter].to, object.cell);
}

// An object at which a virtual call arrives: what its table has there is watched.
void PointsTo::Solver::Received(std::uint32_t watch, Node cell) {
  if (!received_.insert(Key(watch, cell)).second) return;
  const Pending& call = pending_[watch];
  // Made by code outside the program: any of the functions that other objects lead to may get it.
  if (objects[graph.ObjectOf(cell)].kind == MemoryObject::Kind::kExternal) {
    foreign_[watch].push_back(cell);
    for (std::uint32_t to : targets_[instances_[call.instance].function][call.call].functions)
      if (auto known = connected_.find(Key(watch, to)); known != connected_.end())
        if (call.receiver < program_.flows[to].parameters)
          graph.Address(instances_[known->second].values + call.receiver + 1, cell);
  }
  auto [entry, fresh] = tables_.try_emplace({cell, call.slot}, ConstraintGraph::kNone);
  if (fresh) {
    const Node table = graph.AddNode(), place = call.slot == 0 ? table : graph.AddNode(), functions = graph.AddNode();
    entry->second = functions;
    graph.Load(place, functions);
    if (call.slot != 0) graph.OffsetBy(table, place, {.before = call.slot});
    graph.Copy(cell, table);
  }
  receivers_.emplace_back(watch, cell);
  graph.Watch(entry->second, kReceivers + static_cast<std::uint32_t>(receivers_.size() - 1));
}

void PointsTo::Solver::Arrived(std::uint32_t watch, Node cell) {
  Node receiver = ConstraintGraph::kNone;
  if (watch >= kFilters && watch < kObjects) return ReachedFilter(watch - kFilters, cell);
  if (watch >= kObjects && watch < kReceivers) return FoundTable(watch - kObjects, cell);
  if (watch >= kReceivers) std::tie(watch, receiver) = receivers_[watch - kReceivers];
  else if (pending_[watch].receiver != kNoReceiver) return Received(watch, cell);
  const MemoryObject& object = objects[graph.ObjectOf(cell)];
  if (object.kind != MemoryObject::Kind::kFunction) return;
  auto found = program_.by_id.find(object.name);
  if (found == program_.by_id.end()) return;
  const Pending& call = pending_[watch];
  for (std::uint32_t to : found->second) {
    if (!call.signature.empty() && program_.functions()[to].signature != call.signature) continue;
    auto known = connected_.find(Key(watch, to));
    const bool fresh = known == connected_.end();
    if (fresh) {
      std::vector<Node> arguments = call.arguments;
      if (receiver != ConstraintGraph::kNone) arguments[call.receiver] = ConstraintGraph::kNone;
      const std::uint32_t instance = Connect(call.instance, call.call, to, arguments, call.result, call.spawn);
      known = connected_.emplace(Key(watch, to), instance).first;
      targets_[instances_[call.instance].function][call.call].spawn |= call.spawn;
    }
    if (receiver == ConstraintGraph::kNone || call.receiver >= program_.flows[to].parameters) continue;
    const Node self = instances_[known->second].values + call.receiver + 1;
    graph.Address(self, receiver);
    if (auto others = foreign_.find(watch); fresh && others != foreign_.end())
      for (Node other : others->second) graph.Address(self, other);
  }
  Build();
}

PointsTo::Solver::Node PointsTo::Solver::LoadOf(Node address) {
  const Node out = graph.AddNode();
  if (address != ConstraintGraph::kNone) graph.Load(address, out);
  return out;
}

void PointsTo::Solver::External(std::uint32_t number, std::uint32_t call, const CallSite& site,
                                const std::vector<Node>& arguments, Node result) {
  const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : ConstraintGraph::kNone; };
  const auto copy = [&](Node from, Node to) {
    if (from != ConstraintGraph::kNone && to != ConstraintGraph::kNone) graph.Copy(from, to);
  };
  const ExternalModel model = ModelOf(site);
  if (model.allocates) {
    const Node cell = graph.CellOf(
        Object({.kind = MemoryObject::Kind::kHeap, .name = {}, .function = instances_[number].function, .site = call}), 0);
    if (result != ConstraintGraph::kNone) graph.Address(result, cell);
    if (model.result_in_argument && argument(0) != ConstraintGraph::kNone) {
      const Node made = graph.AddNode();
      graph.Address(made, cell);
      graph.Store(argument(0), made);
    }
  }
  if (model.thread) return Spawn(number, call, site, model, arguments);
  if (model.moves && !IsTextCode(site.place.function) && argument(0) != ConstraintGraph::kNone &&
      argument(1) != ConstraintGraph::kNone)
    graph.Move(argument(0), argument(1), 0);
  if (model.links) Links(arguments, result);
  if (model.returns_first) copy(argument(0), result);
  if (model.known) return;
  exposed_.insert(exposed_.end(), arguments.begin(), arguments.end());
  for (Node from : arguments) copy(from, result);
  if (result != ConstraintGraph::kNone) graph.Address(result, graph.CellOf(Named(MemoryObject::Kind::kExternal, site.callee), 0));
  // Callbacks: any function among the arguments may be called with any of them.
  for (Node callee : arguments) {
    if (callee == ConstraintGraph::kNone) continue;
    const Node any = graph.AddNode();
    for (Node from : arguments) copy(from, any);
    Indirect(callee, {.instance = number, .call = call, .arguments = std::vector<Node>(8, any)});
  }
}

// Nodes of the library's trees and lists, which it links out of sight.
void PointsTo::Solver::Links(const std::vector<Node>& arguments, Node result) {
  for (Node object : arguments) {
    if (object == ConstraintGraph::kNone) continue;
    if (result != ConstraintGraph::kNone) graph.Copy(object, result);
    for (std::int64_t offset : {0, 8, 16, 24}) {
      const Node field = graph.AddNode();
      graph.OffsetBy(object, field, {.before = offset});
      if (result != ConstraintGraph::kNone) graph.Load(field, result);
      for (Node value : arguments)
        if (value != ConstraintGraph::kNone && value != object) graph.Store(field, value);
    }
  }
}

void PointsTo::Solver::Spawn(std::uint32_t number, std::uint32_t call, const CallSite& site, const ExternalModel& model,
                             const std::vector<Node>& arguments) {
  CallTargets& targets = targets_[instances_[number].function][call];
  targets.spawn = true;
  if (auto entry = program_.by_id.find(site.entry); entry != program_.by_id.end())
    targets.functions.insert(targets.functions.end(), entry->second.begin(), entry->second.end());
  const auto argument = [&](int i) {
    return i >= 0 && static_cast<std::size_t>(i) < arguments.size() ? arguments[i] : ConstraintGraph::kNone;
  };
  if (model.routine >= 0) {
    given_.push_back(argument(model.argument));
    return Indirect(argument(model.routine),
                    {.instance = number, .call = call, .arguments = {argument(model.argument)}, .spawn = true});
  }
  // std::thread: a pointer to a state object whose third virtual function runs the callable.
  const Node state = LoadOf(argument(model.argument));
  given_.push_back(state);
  Indirect(state, {.instance = number, .call = call, .arguments = {state}, .spawn = true, .receiver = 0, .slot = 16});
}

bool PointsTo::Solver::Guess(const ByDeclaration& guess) {
  bool any = false;
  const std::vector<bool> exposed = ReachedFrom(exposed_, false);
  const std::size_t count = pending_.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Pending call = pending_[i];
    const std::uint32_t f = instances_[call.instance].function;
    if (!targets_[f][call.call].functions.empty() || (call.signature.empty() && !call.spawn) || OnlyNull(call, exposed)) continue;
    for (std::uint32_t to : guess.TargetsOf(program_.functions()[f].calls[call.call], call.spawn)) {
      if (connected_.contains(Key(i, to))) continue;
      connected_.emplace(Key(i, to), Connect(call.instance, call.call, to, call.arguments, call.result, call.spawn));
      any = true;
    }
  }
  Build();
  return any;
}

void PointsTo::Solver::SortTargets() {
  const auto sort = [](auto& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  for (auto& calls : targets_)
    for (CallTargets& call : calls) sort(call.functions);
  for (auto& list : callbacks_) sort(list);
}

}  // namespace reweave::inline analysis
