#include "techniques/simrt/new_globals.h"

#include <algorithm>

#include "change/names.h"

namespace reweave::inline simrt {

using facts::FlowKind;

NewGlobals::NewGlobals(const ProgramChange& change, const FlowProgram& program, const PointsTo& points)
    : program_(program), points_(points) {
  for (const GlobalFacts& global : change.new_facts().globals()) new_.insert(global.name);
  for (const GlobalFacts& global : change.old_facts().globals()) new_.erase(global.name);
}

NewGlobals::Base NewGlobals::BaseOf(std::uint32_t function, FlowOperand address) const {
  constexpr int kMostSteps = 16;
  const FunctionFlows& flows = program_.flows[function];
  for (int step = 0; step < kMostSteps && address != 0; ++step) {
    if (IsRoot(address)) {
      const auto& roots = program_.functions()[function].flows.roots;
      if (RootNumber(address) >= roots.size()) return {};
      const FlowRootFacts& root = roots[RootNumber(address)];
      if (root.kind == facts::FlowRoot::kLocal) return {.kind = Base::Kind::kLocal};
      const bool fresh =
          root.kind == facts::FlowRoot::kGlobal && new_.contains(Demangled(root.name.substr(0, root.name.find('@'))));
      return {.kind = fresh ? Base::Kind::kNewGlobal : Base::Kind::kOther};
    }
    const std::uint32_t value = ValueNumber(address);
    if (value <= flows.parameters) return {.kind = Base::Kind::kParameter, .parameter = value - 1};
    const auto made = std::ranges::find_if(flows.ops, [&](const FlowOp& op) { return op.result == value; });
    if (made == flows.ops.end() || (made->kind != FlowKind::kOffset && (made->kind != FlowKind::kCopy || made->count != 1)))
      return {};
    address = flows.operand(*made, 0);
  }
  return {};
}

// What the callees write of what they are given.
bool NewGlobals::Call(std::uint32_t function, const FlowOp& op, bool may_be_new, std::set<std::uint32_t>& out) {
  const CallTargets& targets = points_.calls(function, op.site);
  if (program_.functions()[function].calls[op.site].operation != facts::Operation::kNone || targets.spawn || targets.external ||
      targets.functions.empty() || !points_.callbacks(function, op.site).empty())
    return false;
  for (std::uint32_t to : targets.functions) {
    const auto& writes = Writes(to);
    if (!writes) return false;
    for (std::uint32_t parameter : *writes) {
      const Base base = BaseOf(function, program_.flows[function].operand(op, parameter + (op.indirect ? 1 : 0)));
      if (base.kind == Base::Kind::kParameter) out.insert(base.parameter);
      else if (base.kind != Base::Kind::kLocal && !(may_be_new && base.kind == Base::Kind::kNewGlobal)) return false;
    }
  }
  return true;
}

const std::optional<std::set<std::uint32_t>>& NewGlobals::Writes(std::uint32_t function) {
  const auto [entry, fresh] = writes_.try_emplace(function);  // not known while it is looked for: recursion
  if (fresh) entry->second = FindWrites(function);
  return entry->second;
}

std::optional<std::set<std::uint32_t>> NewGlobals::FindWrites(std::uint32_t function) {
  const FunctionFlows& flows = program_.flows[function];
  if (flows.ops.empty()) return std::nullopt;
  std::set<std::uint32_t> out;
  const auto written = [&](FlowOperand address) {
    const Base base = BaseOf(function, address);
    if (base.kind == Base::Kind::kParameter) out.insert(base.parameter);
    return base.kind == Base::Kind::kParameter || base.kind == Base::Kind::kLocal;
  };
  for (const FlowOp& op : flows.ops) {
    const bool writes = op.kind == FlowKind::kStore || op.kind == FlowKind::kExchange || op.kind == FlowKind::kMove;
    if (writes && !written(flows.operand(op, 0))) return std::nullopt;
    if (op.kind == FlowKind::kCall && !Call(function, op, false, out)) return std::nullopt;
  }
  for (const auto& access : flows.library)
    if (program_.functions()[function].accesses[access.access].kind == facts::AccessKind::kWrite && !written(access.address))
      return std::nullopt;
  return out;
}

bool NewGlobals::Fills(std::uint32_t function, std::uint32_t op) {
  const FlowOp& call = program_.flows[function].ops[op];
  if (new_.empty() || call.kind != FlowKind::kCall) return false;
  std::set<std::uint32_t> written;
  return Call(function, call, true, written) && written.empty();
}

}  // namespace reweave::inline simrt
