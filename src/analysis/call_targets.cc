#include "analysis/call_targets.h"

#include <algorithm>
#include <set>

namespace reweave::inline analysis {

ByDeclaration::ByDeclaration(const FlowProgram& program) : classes_(program.facts->records(), program.facts->tables()) {
  std::set<std::string> taken;
  for (const FunctionFacts& f : program.functions())
    for (const FlowRootFacts& root : f.flows.roots)
      if (root.kind == facts::FlowRoot::kFunction) taken.insert(root.name);
  for (const TableFacts& table : program.facts->tables())
    for (const TableFacts::Pointer& pointer : table.pointers)
      if (pointer.target.kind == facts::FlowRoot::kFunction && !table.name.starts_with("_ZTV")) taken.insert(pointer.target.name);
  for (std::uint32_t i = 0; i < program.functions().size(); ++i) {
    const FunctionFacts& f = program.functions()[i];
    if (f.virtual_slot >= 0) virtuals_[{f.record, static_cast<std::uint32_t>(f.virtual_slot)}].push_back(i);
    if (taken.contains(f.id)) taken_[f.signature].push_back(i);
  }
}

std::vector<std::uint32_t> ByDeclaration::TargetsOf(const CallSite& call, bool spawn) const {
  std::vector<std::uint32_t> out;
  const auto add = [&](const std::string& record) {
    if (auto found = virtuals_.find({record, call.slot}); found != virtuals_.end())
      out.insert(out.end(), found->second.begin(), found->second.end());
  };
  if (spawn || call.kind == facts::CalleeKind::kIndirect) {
    auto found = taken_.find(spawn ? "ptr(ptr)" : call.signature);
    return found == taken_.end() ? out : found->second;
  }
  add(call.callee);
  for (const std::string& record : classes_.DerivedFrom(call.callee))
    if (record != call.callee) add(record);
  // An implementation that the record inherits.
  std::vector<std::string> work{call.callee};
  std::set<std::string> seen;
  while (!work.empty()) {
    std::string record = std::move(work.back());
    work.pop_back();
    if (!seen.insert(record).second) continue;
    if (record != call.callee) add(record);
    const auto& bases = classes_.BasesOf(record);
    work.insert(work.end(), bases.begin(), bases.end());
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace reweave::inline analysis
