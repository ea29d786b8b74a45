#include "techniques/simrt/new_throws.h"

#include <algorithm>
#include <map>
#include <string>

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

bool Throws(const CallSite& call) { return call.callee == "__cxa_throw"; }

// By the name of the type's description; "" if it is not known.
std::map<std::string, std::vector<std::uint32_t>> ThrownTypes(const FunctionFacts& f, const FunctionFlows& flows) {
  std::map<std::string, std::vector<std::uint32_t>> out;
  for (std::uint32_t i = 0; i < flows.ops.size(); ++i) {
    const FlowOp& op = flows.ops[i];
    if (op.kind != FlowKind::kCall || !Throws(f.calls[op.site]) || op.count < 2) continue;
    const FlowOperand type = flows.operand(op, 1);
    out[IsRoot(type) ? f.flows.roots[RootNumber(type)].name : ""].push_back(i);
  }
  return out;
}

bool MayThrow(const FunctionFacts& f) { return !f.system() && std::ranges::any_of(f.calls, Throws); }

}  // namespace

Result<std::vector<NewThrow>> NewThrows(const Matching& matching, const FlowProgram& program) {
  std::map<std::string, std::int64_t> more;  // in how many more places the new version throws it
  for (const FunctionFacts& f : matching.old_facts().functions()) {
    if (!MayThrow(f)) continue;
    RW_ASSIGN(const FunctionFlows flows, DecodeFlows(f));
    for (const auto& [type, ops] : ThrownTypes(f, flows)) more[type] -= static_cast<std::int64_t>(ops.size());
  }
  std::map<std::string, std::vector<NewThrow>> changed;
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    if (!MayThrow(program.functions()[f])) continue;
    for (const auto& [type, ops] : ThrownTypes(program.functions()[f], program.flows[f])) {
      more[type] += static_cast<std::int64_t>(ops.size());
      if (matching.of(f).identical) continue;
      for (std::uint32_t op : ops) changed[type].push_back({f, op});
    }
  }
  std::vector<NewThrow> out;
  for (const auto& [type, throws] : changed)
    if (more[type] > 0) out.insert(out.end(), throws.begin(), throws.end());
  return out;
}

}  // namespace reweave::inline simrt
