#include "analysis/points_to_solver.h"

#include <algorithm>

#include "analysis/allocators.h"
#include "analysis/call_targets.h"
#include "analysis/effort.h"
#include "analysis/library_names.h"
#include "analysis/returned_argument.h"

namespace reweave::inline analysis {

using facts::FlowKind;
using facts::FlowRoot;

PointsTo::Solver::Solver(const FlowProgram& program)
    : program_(program),
      instances_of_(program.flows.size()),
      callbacks_(1),
      returned_(ReturnedArguments(program)),
      allocators_(Allocators(program)),
      targets_(program.flows.size()),
      classes_(program.facts->records(), program.facts->tables()),
      parameter_classes_(program.flows.size()) {
  for (std::uint32_t f = 0; f < program.flows.size(); ++f) targets_[f].resize(program.functions()[f].calls.size());
  Tables();
  for (std::uint32_t f = 0; f < program.flows.size(); ++f)
    if (!program.functions()[f].system()) InstanceOf(f, 0);
  Build();
  Main();
  const auto arrived = [&](std::uint32_t watch, Node cell) { Arrived(watch, cell); };
  graph.Solve(arrived);
  // Library code that nothing seems to call.
  for (std::uint32_t f = 0; f < program.flows.size(); ++f)
    if (instances_of_[f].empty()) InstanceOf(f, 0);
  Build();
  graph.Solve(arrived);
  // What points-to did not resolve, by class hierarchy and signature; that may lead to more.
  const ByDeclaration guess(program);
  for (int round = 0; round < 3 && Guess(guess); ++round) graph.Solve(arrived);
  SortTargets();
  graph.Finish();
  FindShared();
}

bool PointsTo::Solver::IsSmallBuffer(Node cell) const {
  const MemoryObject& object = objects[graph.ObjectOf(cell)];
  return object.kind == MemoryObject::Kind::kLocal && object.size == sizeof(std::string) && graph.OffsetOf(cell) == 16;
}

PointsTo::Solver::Node PointsTo::Solver::NodeOf(const Instance& instance, FlowOperand operand) const {
  if (operand == 0) return ConstraintGraph::kNone;
  return IsRoot(operand) ? instance.roots + RootNumber(operand) : instance.values + ValueNumber(operand);
}

std::vector<PointsTo::Cell> PointsTo::Solver::Targets(std::uint32_t function, FlowOperand operand) const {
  std::vector<Cell> out;
  for (std::uint32_t instance : instances_of_[function]) {
    const Node node = NodeOf(instances_[instance], operand);
    if (node == ConstraintGraph::kNone) continue;
    if (instances_of_[function].size() == 1) return graph.Set(node);
    graph.ForEachIn(node, [&](Node cell) { out.push_back(cell); });
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

const std::vector<Callback>& PointsTo::Solver::callbacks(std::uint32_t f, std::uint32_t call) const {
  const auto found = context_by_.find(Key(f, call));
  return callbacks_[found == context_by_.end() ? 0 : found->second];
}

std::uint32_t PointsTo::Solver::Object(MemoryObject object) {
  const std::uint32_t number = graph.AddObject(object.size);
  objects.push_back(std::move(object));
  return number;
}

std::uint32_t PointsTo::Solver::Named(MemoryObject::Kind key, const std::string& name, MemoryObject::Kind kind) {
  auto [entry, fresh] = named_.try_emplace({key, name}, 0);
  if (fresh) entry->second = Object({.kind = kind, .name = name});
  return entry->second;
}

// Units may disagree about whether a global is constant: one that writes it decides.
std::uint32_t PointsTo::Solver::Global(const std::string& name, bool constant) {
  const std::uint32_t object = Named(MemoryObject::Kind::kGlobal, name, MemoryObject::Kind::kConstant);
  if (!constant) objects[object].kind = MemoryObject::Kind::kGlobal;
  return object;
}

PointsTo::Solver::Node PointsTo::Solver::Target(const FlowRootFacts& root) {
  switch (root.kind) {
    case FlowRoot::kConstant:
      return root.name.empty() ? ConstraintGraph::kNone : graph.CellOf(Global(root.name, true), root.offset);
    case FlowRoot::kGlobal: return graph.CellOf(Global(root.name, false), root.offset);
    case FlowRoot::kThreadLocal: return graph.CellOf(Named(MemoryObject::Kind::kThreadLocal, root.name), root.offset);
    case FlowRoot::kFunction: return graph.CellOf(Named(MemoryObject::Kind::kFunction, root.name), 0);
    default: return ConstraintGraph::kNone;
  }
}

void PointsTo::Solver::Tables() {
  for (const TableFacts& table : program_.facts->tables())
    for (const TableFacts::Pointer& pointer : table.pointers)
      if (Node target = Target(pointer.target); target != ConstraintGraph::kNone)
        graph.Address(graph.CellOf(Global(table.name, true), static_cast<std::int64_t>(pointer.at)), target);
}

// What the system gives main.
void PointsTo::Solver::Main() {
  auto found = program_.by_id.find("main");
  if (found == program_.by_id.end()) return;
  for (std::uint32_t f : found->second)
    for (std::uint32_t p = 1; p <= program_.flows[f].parameters; ++p)
      graph.Address(instances_[InstanceOf(f, 0)].values + p,
                    graph.CellOf(Named(MemoryObject::Kind::kExternal, "arguments of main"), 0));
}

std::uint32_t PointsTo::Solver::InstanceOf(std::uint32_t function, std::uint32_t context) {
  const auto [entry, fresh] = instance_by_.try_emplace(Key(function, context), static_cast<std::uint32_t>(instances_.size()));
  if (!fresh) return entry->second;
  Instance& instance = instances_.emplace_back(Instance{.function = function, .context = context});
  instance.values = graph.AddNodes(program_.flows[function].values + 1);
  instance.roots = graph.AddNodes(program_.functions()[function].flows.roots.size());
  instance.returns = graph.AddNode();
  instances_of_[function].push_back(entry->second);
  unbuilt_.push_back(entry->second);
  return entry->second;
}

std::uint32_t PointsTo::Solver::ContextOf(std::uint32_t instance, std::uint32_t call, std::uint32_t to) {
  if (!HasContext(to)) return 0;
  const Instance& caller = instances_[instance];
  if (HasContext(caller.function)) return caller.context;
  const auto [entry, fresh] = context_by_.try_emplace(Key(caller.function, call), static_cast<std::uint32_t>(callbacks_.size()));
  if (fresh) callbacks_.emplace_back();
  return entry->second;
}

void PointsTo::Solver::Build() {
  while (!unbuilt_.empty()) {
    Effort::Turn();
    const std::uint32_t instance = unbuilt_.back();
    unbuilt_.pop_back();
    Function(instance);
  }
}

void PointsTo::Solver::Function(std::uint32_t number) {
  const Instance& instance = instances_[number];
  const FunctionFacts& function = facts(number);
  for (std::uint32_t r = 0; r < function.flows.roots.size(); ++r) {
    const FlowRootFacts& root = function.flows.roots[r];
    const Node target = root.kind == FlowRoot::kLocal ? graph.CellOf(Object({.kind = MemoryObject::Kind::kLocal,
                                                                             .name = {},
                                                                             .function = instance.function,
                                                                             .site = r,
                                                                             .size = root.size}),
                                                                     0)
                                                      : Target(root);
    if (target != ConstraintGraph::kNone) graph.Address(instance.roots + r, target);
  }
  const FunctionFlows& flows = program_.flows[instance.function];
  Makers makers(flows.values + 1);
  for (const FlowOp& op : flows.ops)
    if (op.result != 0) makers[op.result] = &op;
  for (const FlowOp& op : flows.ops) Op(number, flows, op, makers);
}

PointsTo::Solver::Node PointsTo::Solver::Text() {
  if (text_ == ConstraintGraph::kNone) {
    text_ = graph.AddNode();
    const std::uint32_t object = Named(MemoryObject::Kind::kExternal, kTextObject);
    graph.MakeOnePlace(object);  // where in which string says nothing
    graph.Address(text_, graph.CellOf(object, 0));
  }
  return text_;
}

void PointsTo::Solver::Op(std::uint32_t number, const FunctionFlows& flows, const FlowOp& op, const Makers& makers) {
  const Instance& instance = instances_[number];
  const FunctionFacts& function = facts(number);
  const Node result = instance.values + op.result;
  const auto operand = [&](std::uint32_t i) { return NodeOf(instance, flows.operand(op, i)); };
  const auto known = [](Node node) { return node != ConstraintGraph::kNone; };
  if (op.plain && op.kind != FlowKind::kCall) return;
  switch (op.kind) {
    case FlowKind::kCopy:
      for (std::uint32_t i = 0; i < op.count; ++i)
        if (known(operand(i))) graph.Copy(operand(i), result);
      break;
    case FlowKind::kOffset:
      if (known(operand(0))) graph.OffsetBy(operand(0), result, {op.before, op.after, op.stride, op.extent});
      break;
    case FlowKind::kLoad:
      if (known(operand(0))) graph.Load(operand(0), result);
      break;
    case FlowKind::kExchange:
      if (known(operand(0))) graph.Load(operand(0), result);
      [[fallthrough]];
    case FlowKind::kStore:
      if (!known(operand(0)) || !known(operand(1))) break;
      // What a std::string points to is text. Its own, but that is lost when all strings go through the same functions; so it
      // is one object for all of them.
      if (op.site != kNoSite && IsTextCode(function.accesses[op.site].place.function)) graph.Store(operand(0), Text());
      else graph.Store(operand(0), operand(1));
      break;
    case FlowKind::kMove:
      if (op.written != kNoSite && IsTextCode(function.accesses[op.written].place.function)) break;
      if (known(operand(0)) && known(operand(1))) graph.Move(operand(0), operand(1), op.extent);
      break;
    case FlowKind::kReturn:
      if (known(operand(0))) graph.Copy(operand(0), instance.returns);
      break;
    case FlowKind::kCall: Call(number, flows, op, makers); break;
    case FlowKind::kBranch: break;
  }
}

std::vector<bool> PointsTo::Solver::ReachedFrom(const std::vector<Node>& nodes, bool globals) const {
  std::vector<bool> out(objects.size());
  std::deque<std::uint32_t> work;
  const auto mark = [&](std::uint32_t object) {
    if (out[object] || objects[object].kind == MemoryObject::Kind::kFunction) return;
    out[object] = true;
    work.push_back(object);
  };
  for (std::uint32_t i = 0; i < objects.size(); ++i)
    if ((globals && objects[i].kind == MemoryObject::Kind::kGlobal) || objects[i].kind == MemoryObject::Kind::kExternal) mark(i);
  for (Node node : nodes)
    if (node != ConstraintGraph::kNone) graph.ForEachIn(node, [&](Node cell) { mark(graph.ObjectOf(cell)); });
  while (!work.empty()) {
    const std::uint32_t object = work.front();
    work.pop_front();
    for (const auto& [offset, cell] : graph.CellsOf(object))
      graph.ForEachIn(cell, [&](Node target) {
        if (!IsSmallBuffer(target)) mark(graph.ObjectOf(target));
      });
  }
  return out;
}

void PointsTo::Solver::FindShared() { shared = ReachedFrom(given_, true); }

}  // namespace reweave::inline analysis
