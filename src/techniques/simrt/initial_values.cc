#include "techniques/simrt/initial_values.h"

#include <algorithm>
#include <set>

#include "change/names.h"
#include "techniques/simrt/changed_ops.h"

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

// As declarations are named: "ns::table", in C "function::table" for what the linker knows as "function.table.1".
std::string SourceName(const std::string& symbol) {
  std::string name = symbol.substr(0, symbol.find('@'));
  if (name.starts_with("_Z")) return Demangled(name);
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos || dot == 0) return name;
  const std::size_t number = name.find('.', dot + 1);
  return name.substr(0, dot) + "::" + name.substr(dot + 1, number == std::string::npos ? number : number - dot - 1);
}

}  // namespace

void AddInitialValues(const FlowProgram& program, const PointsTo& points,
                      const std::map<std::string, DeclarationChange>& declarations, ForwardSlice& slice,
                      const std::function<std::uint32_t(const std::string&)>& number) {
  // Constants have no accesses: they are known by the object that is read.
  std::map<std::string, const DeclarationChange*> globals;
  for (const auto& [key, change] : declarations)
    if (change.kind == DeclarationChange::Kind::kInitialiser && !change.global.empty()) globals.emplace(change.global, &change);
  std::map<std::uint32_t, const DeclarationChange*> constants;
  for (std::uint32_t o = 0; o < points.objects().size(); ++o)
    if (const MemoryObject& object = points.objects()[o]; object.kind == MemoryObject::Kind::kConstant)
      if (const auto found = globals.find(SourceName(object.name)); found != globals.end()) constants.emplace(o, found->second);
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    const FunctionFacts& function = program.functions()[f];
    for (std::uint32_t i = 0; i < program.flows[f].ops.size() && !function.system(); ++i) {
      const FlowOp& op = program.flows[f].ops[i];
      if (op.kind == FlowKind::kLoad && !constants.empty())
        for (PointsTo::Cell cell : points.Targets(f, program.flows[f].operand(op, 0)))
          if (const auto found = constants.find(points.ObjectOf(cell)); found != constants.end())
            slice.Influence(f, i, number(found->second->text));
      // A variant that library code looks into.
      const bool library = op.kind == FlowKind::kCall && std::ranges::any_of(points.calls(f, op.site).functions, [&](auto to) {
                             return program.functions()[to].system();
                           });
      for (std::uint32_t k = 0; k < op.count && library; ++k)
        if (const FlowOperand operand = program.flows[f].operand(op, k); IsRoot(operand))
          if (const auto found = globals.find(SourceName(function.flows.roots[RootNumber(operand)].name)); found != globals.end())
            slice.Influence(f, i, number(found->second->text));
      if (op.site == kNoSite || (op.kind != FlowKind::kLoad && op.kind != FlowKind::kExchange && op.kind != FlowKind::kMove))
        continue;
      std::string key = VariableKey(function.accesses[op.site].variable);
      while (key.ends_with("[]")) key.resize(key.size() - 2);
      const auto found = declarations.find(key);
      if (found != declarations.end() && found->second.kind == DeclarationChange::Kind::kInitialiser)
        slice.Influence(f, i, number(found->second.text));
    }
  }
}

std::string UnfollowedRecord(const FlowProgram& program, const std::map<std::string, DeclarationChange>& declarations) {
  std::set<std::string> records;
  for (const auto& [key, change] : declarations)
    if (change.kind == DeclarationChange::Kind::kInitialiser && change.global.empty()) records.insert(change.name.cls);
  for (const FunctionFacts& f : program.functions())
    for (const AccessSite& access : f.accesses) records.erase(access.variable.record);
  return records.empty() ? "" : *records.begin();
}

}  // namespace reweave::inline simrt
