#include "analysis/locator.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

#include "analysis/effort.h"
#include "analysis/libc_state.h"
#include "analysis/library_state.h"
#include "change/names.h"

namespace reweave::inline analysis {

using facts::AccessKind;
using facts::FlowKind;

bool IsSyncType(std::string_view type) {
  static constexpr std::string_view kHeads[] = {"std::mutex",
                                                "std::recursive_mutex",
                                                "std::timed_mutex",
                                                "std::recursive_timed_mutex",
                                                "std::shared_mutex",
                                                "std::shared_timed_mutex",
                                                "std::condition_variable",
                                                "std::thread",
                                                "std::jthread",
                                                "std::lock_guard",
                                                "std::unique_lock",
                                                "std::scoped_lock",
                                                "std::shared_lock",
                                                "std::once_flag",
                                                "std::counting_semaphore",
                                                "std::binary_semaphore",
                                                "std::latch",
                                                "std::barrier",
                                                "std::future",
                                                "std::shared_future",
                                                "std::promise",
                                                "std::packaged_task",
                                                "std::stop_",
                                                "std::__mutex_base",
                                                "std::__shared_",
                                                "std::__recursive_mutex_base",
                                                "std::atomic",
                                                "std::__atomic",
                                                "pthread_",
                                                "sem_t",
                                                "mtx_t",
                                                "cnd_t",
                                                "thrd_t",
                                                "once_flag"};
  return std::ranges::any_of(kHeads, [&](std::string_view head) {
    if (!type.starts_with(head)) return false;
    // std::__shared_ptr is no lock.
    return head != "std::__shared_" || type.starts_with("std::__shared_mutex") || type.starts_with("std::__shared_timed");
  });
}

bool IsConstructor(const FunctionFacts& function) {
  std::string_view name = WithoutParameters(function.pretty);
  int depth = 0;
  std::size_t split = std::string_view::npos;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
    if (depth == 0 && name[i] == ':' && name[i + 1] == ':') split = i;
  }
  if (split == std::string_view::npos) return false;
  const auto last = [](std::string_view text) {
    text = text.substr(0, text.find('<'));
    const std::size_t at = text.rfind(':');
    return at == std::string_view::npos ? text : text.substr(at + 1);
  };
  std::string_view owner = name.substr(0, split);
  // The record without its own template arguments.
  if (owner.ends_with('>')) {
    int open = 0;
    std::size_t i = owner.size();
    do {
      --i;
      open += owner[i] == '>' ? 1 : owner[i] == '<' ? -1 : 0;
    } while (i > 0 && open > 0);
    owner = owner.substr(0, i);
  }
  const std::size_t at = owner.rfind(':');
  return (at == std::string_view::npos ? owner : owner.substr(at + 1)) == last(name.substr(split + 2));
}

bool MayAliasPlaces(const LocatedAccess& a, const LocatedAccess& b) {
  if (a.cells.empty() || b.cells.empty()) return a.variable == b.variable;
  std::size_t i = 0, j = 0;
  while (i < a.cells.size() && j < b.cells.size()) {
    if (a.cells[i] == b.cells[j]) return true;
    a.cells[i] < b.cells[j] ? ++i : ++j;
  }
  return false;
}

namespace {

class Locator {
 public:
  Locator(const FlowProgram& program, const PointsTo& points, const Threads& threads)
      : program_(program), points_(points), threads_(threads), library_(program, points) {
    for (const RecordFacts& record : program.facts->records())
      for (const FieldFacts& field : record.fields)
        if (field.flags & facts::kVariableConst) constant_.insert(record.name + "::" + field.name);
    for (const GlobalFacts& global : program.facts->globals())
      if (global.flags & (facts::kVariableConst | facts::kVariableThreadLocal)) constant_.insert(global.name);
  }

  std::vector<LocatedAccess> Run() {
    for (std::uint32_t f = 0; f < program_.functions().size(); ++f)
      if (!program_.functions()[f].system() && threads_.reachable(f)) Function(f);
    std::ranges::sort(out_, {}, [](const LocatedAccess& a) {
      return std::tie(a.position.file, a.position.line, a.position.column, a.write, a.variable, a.function, a.op);
    });
    Number();
    return std::move(out_);
  }

 private:
  void Function(std::uint32_t f) {
    f_ = f;
    folded_.clear();
    FindOwnObject();
    const FunctionFlows& flows = program_.flows[f];
    anywhere_.clear();
    for (const FlowOp& op : flows.ops)
      if (op.kind == FlowKind::kOffset && op.stride == 1 && op.extent == 0) anywhere_.insert(op.result);
    for (std::uint32_t i = 0; i < flows.ops.size(); ++i) {
      Effort::Turn();
      const FlowOp& op = flows.ops[i];
      switch (op.kind) {
        case FlowKind::kLoad:
        case FlowKind::kStore:
        case FlowKind::kExchange: Access(i, op.site, flows.operand(op, 0)); break;
        case FlowKind::kMove:
          Access(i, op.site, flows.operand(op, 1));
          Access(i, op.written, flows.operand(op, 0));
          break;
        case FlowKind::kCall: Call(i, op); break;
        default: break;
      }
    }
    for (const auto& access : flows.library) Access(access.op, access.access, access.address);
  }

  // In a constructor: the values that are `this` or lie in it, and the first operation that shows it to others.
  void FindOwnObject() {
    own_.clear();
    shown_ = ~0u;
    const FunctionFacts& facts = program_.functions()[f_];
    const FunctionFlows& flows = program_.flows[f_];
    if (flows.parameters == 0 || !IsConstructor(facts)) return;
    own_.insert(1);
    const auto is_own = [&](FlowOperand operand) {
      return operand != 0 && !IsRoot(operand) && own_.contains(ValueNumber(operand));
    };
    for (std::uint32_t i = 0; i < flows.ops.size(); ++i) {
      const FlowOp& op = flows.ops[i];
      bool any = false;
      for (std::uint32_t k = 0; k < op.count; ++k) any |= is_own(flows.operand(op, k));
      if (!any) continue;
      if ((op.kind == FlowKind::kCopy || op.kind == FlowKind::kOffset) && is_own(flows.operand(op, 0))) own_.insert(op.result);
      if ((op.kind == FlowKind::kStore || op.kind == FlowKind::kExchange) && is_own(flows.operand(op, 1)))
        shown_ = std::min(shown_, i);
      if (op.kind == FlowKind::kCall && Shows(facts.calls[op.site])) shown_ = std::min(shown_, i);
    }
  }

  // Constructors of members and bases keep `this` to themselves, as far as they do here.
  bool Shows(const CallSite& call) const {
    auto callee = program_.by_id.find(call.callee);
    if (callee == program_.by_id.end())
      return call.operation == facts::Operation::kThreadCreate || call.kind != facts::CalleeKind::kDirect;
    const FunctionFacts& to = program_.functions()[callee->second.front()];
    return !IsConstructor(to) && !to.system();
  }

  bool IsConstant(const Variable& variable) const {
    if (!variable.field.empty())
      return constant_.contains(variable.record + "::" + variable.field) && variable.kind == facts::VariableKind::kField;
    return variable.kind == facts::VariableKind::kGlobal && constant_.contains(variable.name);
  }

  // Places that several threads can reach; false: none.
  bool Shared(std::vector<PointsTo::Cell>& cells) const {
    if (cells.empty()) return true;
    bool shared = false;
    std::erase_if(cells, [&](PointsTo::Cell cell) {
      const std::uint32_t object = points_.ObjectOf(cell);
      const auto kind = points_.objects()[object].kind;
      if (kind == MemoryObject::Kind::kThreadLocal || kind == MemoryObject::Kind::kFunction ||
          kind == MemoryObject::Kind::kConstant)
        return true;
      shared |= points_.shared()[object];
      return !points_.shared()[object];
    });
    return shared;
  }

  void Access(std::uint32_t op, std::uint32_t number, FlowOperand address) {
    if (number == kNoSite) return;
    const FunctionFacts& facts = program_.functions()[f_];
    const AccessSite& site = facts.accesses[number];
    if (site.kind >= AccessKind::kFence || (site.flags & facts::kSiteThreadLocal) || !threads_.Parallel(f_, op)) return;
    const bool atomic = site.kind >= AccessKind::kAtomicLoad;
    const bool anywhere = site.size > 1 && address != 0 && !IsRoot(address) && anywhere_.contains(ValueNumber(address));
    if (!anywhere && (IsConstant(site.variable) || (!atomic && IsSyncType(site.variable.type)))) return;
    const bool write = site.kind != AccessKind::kRead && site.kind != AccessKind::kAtomicLoad;
    if (write && op < shown_ && !IsRoot(address) && own_.contains(ValueNumber(address))) return;
    LocatedAccess out;
    out.cells = points_.Targets(f_, address);
    if (site.flags & facts::kSiteRange) out.cells = points_.Widen(out.cells, site.size);
    if (anywhere) out.cells = WholeObjects(out.cells);
    if (out.cells.empty() && site.variable.kind == facts::VariableKind::kLocal) return;
    if (site.place.library && !atomic && !out.cells.empty()) {
      library_.Keep(f_, site, address, out.cells);
      if (out.cells.empty()) return;
    }
    if (!Shared(out.cells)) return;
    out.function = f_;
    out.op = op;
    out.access = number;
    out.block = site.block;
    out.statement = site.statement;
    out.variable = NameOf(site, out.cells);
    out.record = site.variable.record;
    out.field = site.variable.field.empty() && site.variable.kind == facts::VariableKind::kGlobal ? site.variable.name
                                                                                                  : site.variable.field;
    out.position = site.place.user.line ? site.place.user : site.place.at;
    out.write = write;
    out.atomic = atomic;
    out.order = site.order;
    if (site.place.library && !atomic) Fold(std::move(out));
    else out_.push_back(std::move(out));
  }

  std::vector<PointsTo::Cell> WholeObjects(const std::vector<PointsTo::Cell>& cells) const {
    std::set<PointsTo::Cell> out(cells.begin(), cells.end());
    for (PointsTo::Cell cell : cells)
      for (PointsTo::Cell other : points_.CellsOf(points_.ObjectOf(cell))) out.insert(other);
    return {out.begin(), out.end()};
  }

  // Untyped: the object that it is in.
  std::string NameOf(const AccessSite& site, const std::vector<PointsTo::Cell>& cells) const {
    if (!site.variable.name.empty() && site.variable.kind != facts::VariableKind::kUnknown) return site.variable.name;
    if (cells.empty()) return "?";
    const MemoryObject& object = points_.objects()[points_.ObjectOf(cells.front())];
    switch (object.kind) {
      case MemoryObject::Kind::kHeap: {
        const CallSite& call = program_.functions()[object.function].calls[object.site];
        const SourcePosition& at = call.place.user.line ? call.place.user : call.place.at;
        return "heap@" + at.file + ":" + std::to_string(at.line) + "+?";
      }
      case MemoryObject::Kind::kLocal:
        return "local of " + std::string(WithoutParameters(program_.functions()[object.function].pretty)) + "+?";
      default: return object.name + "+?";
    }
  }

  // One access for all that one call of the user's text does to one object.
  void Fold(LocatedAccess access) {
    std::string object = access.variable;
    while (object.ends_with("[]")) object.resize(object.size() - 2);
    access.variable = object + ".<state>";
    auto [entry, fresh] =
        folded_.try_emplace({access.position.file, access.position.line, access.position.column, object}, out_.size());
    if (fresh) return out_.push_back(std::move(access));
    LocatedAccess& known = out_[entry->second];
    known.write |= access.write;
    std::vector<PointsTo::Cell> both;
    std::ranges::set_union(known.cells, access.cells, std::back_inserter(both));
    known.cells = std::move(both);
  }

  void Call(std::uint32_t number, const FlowOp& op) {
    if (!threads_.Parallel(f_, number)) return;
    const CallSite& call = program_.functions()[f_].calls[op.site];
    if (IsSyncType(call.object.type)) return;
    const std::optional<LibcState> hidden = LibcStateOf(call.callee);
    auto footprint = hidden ? std::nullopt : library_.Of(f_, op);
    if (!footprint && !hidden) return;
    LocatedAccess out;
    out.function = f_;
    out.op = number;
    out.call = op.site;
    out.block = call.block;
    out.statement = call.statement;
    out.variable = call.object.name.empty() ? "(" + std::string(WithoutParameters(call.callee_name)) + ")" : call.object.name;
    out.record = call.object.record;
    out.field = call.object.field;
    out.position = call.place.user.line ? call.place.user : call.place.at;
    if (hidden) {  // no place of the program: told apart by its name
      out.variable = hidden->name;
      out.record = out.field = "";
      out.write = hidden->write;
      out_.push_back(std::move(out));
      return;
    }
    LocatedAccess freed = out;
    out.write = footprint->write;
    out.cells = std::move(footprint->cells);
    if (Shared(out.cells) && !out.cells.empty()) Fold(std::move(out));
    freed.write = true;
    freed.cells = std::move(footprint->freed);
    if (!Shared(freed.cells) || freed.cells.empty()) return;
    freed.variable = NameOf({}, freed.cells);
    out_.push_back(std::move(freed));
  }

  // Unification classes of the places, numbered in the order of the list.
  void Number() {
    std::vector<std::uint32_t> parent(out_.size());
    for (std::uint32_t i = 0; i < parent.size(); ++i) parent[i] = i;
    const auto find = [&](std::uint32_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    std::unordered_map<PointsTo::Cell, std::uint32_t> by_cell;
    std::map<std::string, std::vector<std::uint32_t>> by_name;
    std::set<std::string> unknown;
    for (std::uint32_t i = 0; i < out_.size(); ++i) {
      for (PointsTo::Cell cell : out_[i].cells) {
        auto [entry, fresh] = by_cell.try_emplace(cell, i);
        if (!fresh) parent[find(i)] = find(entry->second);
      }
      if (out_[i].cells.empty()) unknown.insert(out_[i].variable);
      by_name[out_[i].variable].push_back(i);
    }
    for (const std::string& name : unknown)
      for (std::uint32_t i : by_name[name]) parent[find(i)] = find(by_name[name].front());
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < out_.size(); ++i)
      out_[i].alias_class = numbers.try_emplace(find(i), static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
  }

  const FlowProgram& program_;
  const PointsTo& points_;
  const Threads& threads_;
  LibraryState library_;
  std::set<std::string> constant_;
  std::vector<LocatedAccess> out_;
  std::uint32_t f_ = 0;
  std::set<std::uint32_t> own_;
  std::set<std::uint32_t>
      anywhere_;  // addresses so many bytes into an object (a pointer to a member): no member is meant by name
  std::uint32_t shown_ = ~0u;
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>, std::size_t> folded_;
};

}  // namespace

std::vector<LocatedAccess> LocateSharedAccesses(const FlowProgram& program, const PointsTo& points, const Threads& threads) {
  return Locator(program, points, threads).Run();
}

}  // namespace reweave::inline analysis
