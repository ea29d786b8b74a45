#include "impact/points_to.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "impact/call_targets.h"
#include "impact/constraint_graph.h"
#include "impact/external_calls.h"
#include "impact/library_state.h"

namespace reweave {

using facts::FlowKind;
using facts::FlowRoot;
using facts::Operation;

Result<FlowProgram> LoadProgram(const Facts& facts) {
  FlowProgram program;
  program.facts = &facts;
  program.flows.reserve(facts.functions().size());
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) {
    RW_ASSIGN(FunctionFlows flows, DecodeFlows(facts.functions()[i]));
    program.flows.push_back(std::move(flows));
    program.by_id[facts.functions()[i].id].push_back(i);
  }
  // A class without virtual bases has one body for both kinds of its constructor; other units call it by the other's name.
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) {
    const std::string& id = facts.functions()[i].id;
    for (const auto& [base, complete] : {std::pair("C2E", "C1E"), std::pair("D2E", "D1E"), std::pair("D1E", "D2E")}) {
      const std::size_t at = id.rfind(base);
      if (!id.starts_with("_ZN") || at == std::string::npos) continue;
      std::string other = id;
      other.replace(at, 3, complete);
      program.by_id.try_emplace(other, std::vector<std::uint32_t>{i});
    }
  }
  return program;
}

class PointsTo::Solver {
 public:
  bool IsSmallBuffer(ConstraintGraph::Node cell) const {
    const MemoryObject& object = objects[graph.ObjectOf(cell)];
    return object.kind == MemoryObject::Kind::kLocal && object.size == sizeof(std::string) && graph.OffsetOf(cell) == 16;
  }

  using Node = ConstraintGraph::Node;

  explicit Solver(const FlowProgram& program) : program_(program), targets_(program.flows.size()) {
    for (std::uint32_t f = 0; f < program.flows.size(); ++f) {
      const FunctionFacts& facts = program.functions()[f];
      values_.push_back(graph.AddNodes(program.flows[f].values + 1));
      roots_.push_back(graph.AddNodes(facts.flows.roots.size()));
      returns_.push_back(graph.AddNode());
      targets_[f].resize(facts.calls.size());
    }
    FindSame();
    Tables();
    for (std::uint32_t f = 0; f < program.flows.size(); ++f) Function(f);
    Main();
    const auto arrived = [&](std::uint32_t watch, Node cell) { Arrived(watch, cell); };
    graph.Solve(arrived);
    // What points-to did not resolve, by class hierarchy and signature; that may lead to more.
    ByDeclaration guess(program);
    for (int round = 0; round < 3 && Guess(guess); ++round) graph.Solve(arrived);
    for (auto& calls : targets_)
      for (CallTargets& call : calls) {
        std::ranges::sort(call.functions);
        call.functions.erase(std::unique(call.functions.begin(), call.functions.end()), call.functions.end());
      }
    FindShared();
  }

  Node NodeOf(std::uint32_t f, FlowOperand operand) const {
    if (operand == 0) return ConstraintGraph::kNone;
    return IsRoot(operand) ? roots_[f] + RootNumber(operand) : values_[f] + ValueNumber(operand);
  }

  ConstraintGraph graph;
  std::vector<MemoryObject> objects;
  std::vector<bool> shared;
  const CallTargets& calls(std::uint32_t f, std::uint32_t call) const { return targets_[f][call]; }

 private:
  // A call whose callee is a value.
  struct Pending {
    std::uint32_t function, call;
    std::string signature;  // "": any
    std::vector<Node> arguments;
    Node result;
    bool spawn = false;
  };

  std::uint32_t Object(MemoryObject object) {
    const std::uint32_t number = graph.AddObject(object.size);
    objects.push_back(std::move(object));
    return number;
  }

  std::uint32_t Named(MemoryObject::Kind kind, const std::string& name) { return Named(kind, name, kind); }
  std::uint32_t Named(MemoryObject::Kind key, const std::string& name, MemoryObject::Kind kind) {
    auto [entry, fresh] = named_.try_emplace({key, name}, 0);
    if (fresh) entry->second = Object({.kind = kind, .name = name});
    return entry->second;
  }

  // Units may disagree about whether a global is constant: one that writes it decides.
  std::uint32_t Global(const std::string& name, bool constant) {
    const std::uint32_t object = Named(MemoryObject::Kind::kGlobal, name, MemoryObject::Kind::kConstant);
    if (!constant) objects[object].kind = MemoryObject::Kind::kGlobal;
    return object;
  }

  Node Target(const FlowRootFacts& root) {
    switch (root.kind) {
      case FlowRoot::kConstant:
        return root.name.empty() ? ConstraintGraph::kNone : graph.CellOf(Global(root.name, true), root.offset);
      case FlowRoot::kGlobal: return graph.CellOf(Global(root.name, false), root.offset);
      case FlowRoot::kThreadLocal: return graph.CellOf(Named(MemoryObject::Kind::kThreadLocal, root.name), root.offset);
      case FlowRoot::kFunction: return graph.CellOf(Named(MemoryObject::Kind::kFunction, root.name), 0);
      default: return ConstraintGraph::kNone;
    }
  }

  void Tables() {
    for (const TableFacts& table : program_.facts->tables())
      for (const TableFacts::Pointer& pointer : table.pointers)
        if (Node target = Target(pointer.target); target != ConstraintGraph::kNone)
          graph.Address(graph.CellOf(Global(table.name, true), static_cast<std::int64_t>(pointer.at)), target);
  }

  // What the system gives main.
  void Main() {
    auto found = program_.by_id.find("main");
    if (found == program_.by_id.end()) return;
    for (std::uint32_t f : found->second)
      for (std::uint32_t p = 1; p <= program_.flows[f].parameters; ++p)
        graph.Address(values_[f] + p, graph.CellOf(Named(MemoryObject::Kind::kExternal, "arguments of main"), 0));
  }

  void Function(std::uint32_t f) {
    const FunctionFacts& facts = program_.functions()[f];
    for (std::uint32_t r = 0; r < facts.flows.roots.size(); ++r) {
      const FlowRootFacts& root = facts.flows.roots[r];
      const Node target =
          root.kind == FlowRoot::kLocal
              ? graph.CellOf(
                    Object({.kind = MemoryObject::Kind::kLocal, .name = {}, .function = f, .site = r, .size = root.size}), 0)
              : Target(root);
      if (target != ConstraintGraph::kNone) graph.Address(roots_[f] + r, target);
    }
    const FunctionFlows& flows = program_.flows[f];
    for (const FlowOp& op : flows.ops) Op(f, flows, op);
  }

  Node Text() {
    if (text_ == ConstraintGraph::kNone) {
      text_ = graph.AddNode();
      graph.Address(text_, graph.CellOf(Named(MemoryObject::Kind::kExternal, kTextObject), 0));
    }
    return text_;
  }

  void Op(std::uint32_t f, const FunctionFlows& flows, const FlowOp& op) {
    const Node result = values_[f] + op.result;
    const auto operand = [&](std::uint32_t i) { return NodeOf(f, flows.operand(op, i)); };
    const auto known = [](Node node) { return node != ConstraintGraph::kNone; };
    switch (op.kind) {
      case FlowKind::kCopy:
        for (std::uint32_t i = 0; i < op.count; ++i) graph.Copy(operand(i), result);
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
        if (op.site != kNoSite && IsTextCode(program_.functions()[f].accesses[op.site].place.function))
          graph.Store(operand(0), Text());
        else graph.Store(operand(0), operand(1));
        break;
      case FlowKind::kMove:
        if (op.written != kNoSite && IsTextCode(program_.functions()[f].accesses[op.written].place.function)) break;
        if (known(operand(0)) && known(operand(1))) graph.Move(operand(0), operand(1), op.extent);
        break;
      case FlowKind::kReturn:
        if (known(operand(0))) graph.Copy(operand(0), returns_[f]);
        break;
      case FlowKind::kCall: Call(f, flows, op); break;
      case FlowKind::kBranch: break;
    }
  }

  void Call(std::uint32_t f, const FunctionFlows& flows, const FlowOp& op) {
    const CallSite& site = program_.functions()[f].calls[op.site];
    std::vector<Node> arguments;
    for (std::uint32_t i = op.indirect ? 1 : 0; i < op.count; ++i) arguments.push_back(NodeOf(f, flows.operand(op, i)));
    const Node result = op.result ? values_[f] + op.result : ConstraintGraph::kNone;
    if (op.indirect) return Indirect(NodeOf(f, flows.operand(op, 0)), {f, op.site, site.signature, std::move(arguments), result});
    auto callee = program_.by_id.find(site.callee);
    if (callee != program_.by_id.end()) {
      for (std::uint32_t to : callee->second) Connect(f, op.site, to, arguments, result);
      if (site.operation == Operation::kNone) return;
    } else {
      targets_[f][op.site].external = true;
    }
    External(f, op.site, site, arguments, result);
  }

  void Indirect(Node callee, Pending call) {
    if (callee == ConstraintGraph::kNone) return;
    pending_.push_back(std::move(call));
    graph.Watch(callee, static_cast<std::uint32_t>(pending_.size() - 1));
  }

  void Connect(std::uint32_t f, std::uint32_t call, std::uint32_t to, const std::vector<Node>& arguments, Node result) {
    targets_[f][call].functions.push_back(to);
    for (std::uint32_t i = 0; i < arguments.size() && i < program_.flows[to].parameters; ++i)
      if (arguments[i] != ConstraintGraph::kNone) graph.Copy(arguments[i], values_[to] + i + 1);
    if (result == ConstraintGraph::kNone) return;
    // x.append(y) is x, not whatever it was called for elsewhere.
    const std::uint32_t same = same_[to];
    if (same != 0 && same <= arguments.size() && arguments[same - 1] != ConstraintGraph::kNone)
      graph.Copy(arguments[same - 1], result);
    else graph.Copy(returns_[to], result);
  }

  // Library functions that give one of their arguments back, by its number; 0: others.
  void FindSame() {
    same_.assign(program_.flows.size(), 0);
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t f = 0; f < program_.flows.size(); ++f) {
        if (same_[f] != 0 || !program_.functions()[f].system()) continue;
        if (const std::uint32_t found = SameOf(f)) same_[f] = found, more = true;
      }
    }
  }

  std::uint32_t SameOf(std::uint32_t f) const {
    const FunctionFlows& flows = program_.flows[f];
    std::vector<const FlowOp*> made(flows.values + 1);
    for (const FlowOp& op : flows.ops)
      if (op.result != 0) made[op.result] = &op;
    std::uint32_t out = 0;
    for (const FlowOp& op : flows.ops) {
      if (op.kind != FlowKind::kReturn || op.count == 0) continue;
      FlowOperand at = flows.operand(op, 0);
      for (int steps = 0; steps < 16 && at != 0 && !IsRoot(at) && ValueNumber(at) > flows.parameters; ++steps) {
        const FlowOp* from = made[ValueNumber(at)];
        if (from && from->kind == FlowKind::kCopy && from->count == 1) {
          at = flows.operand(*from, 0);
          continue;
        }
        if (!from || from->kind != FlowKind::kCall || from->indirect) return 0;
        const auto callee = program_.by_id.find(program_.functions()[f].calls[from->site].callee);
        if (callee == program_.by_id.end() || callee->second.size() != 1 || same_[callee->second[0]] == 0) return 0;
        at = flows.operand(*from, same_[callee->second[0]] - 1);
      }
      if (at == 0 || IsRoot(at) || ValueNumber(at) > flows.parameters) return 0;
      if (out != 0 && out != ValueNumber(at)) return 0;
      out = ValueNumber(at);
    }
    return out;
  }

  void Arrived(std::uint32_t watch, Node cell) {
    const MemoryObject& object = objects[graph.ObjectOf(cell)];
    if (object.kind != MemoryObject::Kind::kFunction) return;
    const Pending& call = pending_[watch];
    auto found = program_.by_id.find(object.name);
    if (found == program_.by_id.end()) return;
    for (std::uint32_t to : found->second) {
      if (!call.signature.empty() && program_.functions()[to].signature != call.signature) continue;
      if (!connected_.insert({watch, to}).second) continue;
      Connect(call.function, call.call, to, call.arguments, call.result);
      targets_[call.function][call.call].spawn |= call.spawn;
    }
  }

  Node LoadOf(Node address) {
    const Node out = graph.AddNode();
    if (address != ConstraintGraph::kNone) graph.Load(address, out);
    return out;
  }

  void External(std::uint32_t f, std::uint32_t number, const CallSite& site, const std::vector<Node>& arguments, Node result) {
    const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : ConstraintGraph::kNone; };
    const auto copy = [&](Node from, Node to) {
      if (from != ConstraintGraph::kNone && to != ConstraintGraph::kNone) graph.Copy(from, to);
    };
    const ExternalModel model = ModelOf(site);
    if (model.allocates) {
      const Node cell = graph.CellOf(Object({.kind = MemoryObject::Kind::kHeap, .name = {}, .function = f, .site = number}), 0);
      if (result != ConstraintGraph::kNone) graph.Address(result, cell);
      if (model.result_in_argument && argument(0) != ConstraintGraph::kNone) {
        const Node made = graph.AddNode();
        graph.Address(made, cell);
        graph.Store(argument(0), made);
      }
    }
    if (model.thread) return Spawn(f, number, site, model, arguments);
    if (model.moves && !IsTextCode(site.place.function) && argument(0) != ConstraintGraph::kNone &&
        argument(1) != ConstraintGraph::kNone)
      graph.Move(argument(0), argument(1), 0);
    if (model.links) Links(arguments, result);
    if (model.returns_first) copy(argument(0), result);
    if (model.known) return;
    for (Node from : arguments) copy(from, result);
    if (result != ConstraintGraph::kNone)
      graph.Address(result, graph.CellOf(Named(MemoryObject::Kind::kExternal, site.callee), 0));
    // Callbacks: any function among the arguments may be called with any of them.
    for (Node callee : arguments) {
      if (callee == ConstraintGraph::kNone) continue;
      const Node any = graph.AddNode();
      for (Node from : arguments) copy(from, any);
      Indirect(callee, {f, number, "", std::vector<Node>(8, any), ConstraintGraph::kNone});
    }
  }

  // Nodes of the library's trees and lists, which it links out of sight.
  void Links(const std::vector<Node>& arguments, Node result) {
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

  void Spawn(std::uint32_t f, std::uint32_t number, const CallSite& site, const ExternalModel& model,
             const std::vector<Node>& arguments) {
    targets_[f][number].spawn = true;
    for (std::uint32_t to : program_.by_id.contains(site.entry) ? program_.by_id.at(site.entry) : std::vector<std::uint32_t>{})
      targets_[f][number].functions.push_back(to);
    const auto argument = [&](int i) {
      return i >= 0 && static_cast<std::size_t>(i) < arguments.size() ? arguments[i] : ConstraintGraph::kNone;
    };
    if (model.routine >= 0) {
      given_.push_back(argument(model.argument));
      return Indirect(argument(model.routine), {f, number, "", {argument(model.argument)}, ConstraintGraph::kNone, true});
    }
    // std::thread: a pointer to a state object whose third virtual function runs the callable.
    const Node state = LoadOf(argument(model.argument));
    given_.push_back(state);
    const Node slot = graph.AddNode();
    graph.OffsetBy(LoadOf(state), slot, {.before = 16});
    Indirect(LoadOf(slot), {f, number, "", {state}, ConstraintGraph::kNone, true});
  }

  bool Guess(const ByDeclaration& guess) {
    bool any = false;
    const std::size_t count = pending_.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Pending call = pending_[i];
      CallTargets& targets = targets_[call.function][call.call];
      if (!targets.functions.empty() || (call.signature.empty() && !call.spawn)) continue;
      for (std::uint32_t to : guess.TargetsOf(program_.functions()[call.function].calls[call.call], call.spawn)) {
        if (!connected_.insert({i, to}).second) continue;
        Connect(call.function, call.call, to, call.arguments, call.result);
        any = true;
      }
    }
    return any;
  }

  void FindShared() {
    shared.assign(objects.size(), false);
    std::deque<std::uint32_t> work;
    const auto mark = [&](std::uint32_t object) {
      if (shared[object] || objects[object].kind == MemoryObject::Kind::kFunction) return;
      shared[object] = true;
      work.push_back(object);
    };
    for (std::uint32_t i = 0; i < objects.size(); ++i)
      if (objects[i].kind == MemoryObject::Kind::kGlobal || objects[i].kind == MemoryObject::Kind::kExternal) mark(i);
    for (Node node : given_)
      if (node != ConstraintGraph::kNone)
        for (Node cell : graph.Set(node)) mark(graph.ObjectOf(cell));
    while (!work.empty()) {
      const std::uint32_t object = work.front();
      work.pop_front();
      for (const auto& [offset, cell] : graph.CellsOf(object))
        for (Node target : graph.Set(cell))
          if (!IsSmallBuffer(target)) mark(graph.ObjectOf(target));
    }
  }

  const FlowProgram& program_;
  std::vector<Node> values_, roots_, returns_;  // by function: first node
  std::vector<std::uint32_t> same_;  // by function
  std::vector<std::vector<CallTargets>> targets_;
  std::map<std::pair<MemoryObject::Kind, std::string>, std::uint32_t> named_;
  std::deque<Pending> pending_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> connected_;
  std::vector<Node> given_;  // to new threads
  Node text_ = ConstraintGraph::kNone;
};

PointsTo::PointsTo(const FlowProgram& program) : solver_(std::make_unique<Solver>(program)) {}
PointsTo::~PointsTo() = default;
PointsTo::PointsTo(PointsTo&&) noexcept = default;

std::vector<PointsTo::Cell> PointsTo::Targets(std::uint32_t function, FlowOperand operand) const {
  const auto node = solver_->NodeOf(function, operand);
  if (node == ConstraintGraph::kNone) return {};
  return solver_->graph.Set(node);
}

std::vector<PointsTo::Cell> PointsTo::Widen(const std::vector<Cell>& targets, std::uint64_t length) const {
  std::set<Cell> out;
  for (Cell cell : targets) {
    const std::int64_t from = solver_->graph.OffsetOf(cell);
    out.insert(solver_->graph.Find(cell));
    for (const auto& [offset, other] : solver_->graph.CellsOf(solver_->graph.ObjectOf(cell)))
      if (offset >= from && (length == 0 || offset < from + static_cast<std::int64_t>(length)))
        out.insert(solver_->graph.Find(other));
  }
  return {out.begin(), out.end()};
}

const std::vector<MemoryObject>& PointsTo::objects() const { return solver_->objects; }
std::uint32_t PointsTo::ObjectOf(Cell cell) const { return solver_->graph.ObjectOf(cell); }
std::int64_t PointsTo::OffsetOf(Cell cell) const { return solver_->graph.OffsetOf(cell); }
bool PointsTo::IsSmallBuffer(Cell cell) const { return solver_->IsSmallBuffer(cell); }
bool PointsTo::IsElement(Cell cell) const { return solver_->graph.InArray(cell); }
const std::vector<bool>& PointsTo::shared() const { return solver_->shared; }
const CallTargets& PointsTo::calls(std::uint32_t function, std::uint32_t call) const { return solver_->calls(function, call); }
PointsTo::Cell PointsTo::At(Cell cell, std::int64_t offset) const {
  const auto& graph = solver_->graph;
  if (offset == 0) return graph.Find(cell);
  const std::int64_t wanted = graph.OffsetOf(cell) + offset;
  for (const auto& [at, other] : graph.CellsOf(graph.ObjectOf(cell)))
    if (at == wanted) return graph.Find(other);
  return graph.Find(cell);
}

std::vector<PointsTo::Cell> PointsTo::PointedBy(const std::vector<Cell>& cells) const {
  std::set<Cell> out;
  for (Cell cell : cells)
    for (Cell target : solver_->graph.Set(cell)) out.insert(target);
  return {out.begin(), out.end()};
}

std::vector<PointsTo::Cell> PointsTo::CellsOf(std::uint32_t object) const {
  std::set<Cell> out;
  for (const auto& [offset, cell] : solver_->graph.CellsOf(object)) out.insert(solver_->graph.Find(cell));
  return {out.begin(), out.end()};
}

std::size_t PointsTo::cells() const { return solver_->graph.cell_count(); }

}  // namespace reweave
