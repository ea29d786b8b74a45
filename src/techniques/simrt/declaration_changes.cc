#include "techniques/simrt/declaration_changes.h"

#include <algorithm>
#include <set>

#include "change/predecessors.h"

namespace reweave {

namespace {

bool IsAtomic(const std::string& type) { return type.starts_with("std::atomic") || type.starts_with("_Atomic"); }

// Names that are accessed atomically, and those that are not (outside of constructors nobody can tell here: all count).
struct Names {
  std::set<std::string> atomic, plain;
};
Names AccessedNames(const Facts& facts) {
  Names out;
  for (const FunctionFacts& f : facts.functions())
    for (const AccessSite& site : f.accesses) {
      const Variable& v = site.variable;
      const std::string name = v.field.empty() ? v.name : v.record + "::" + v.field;
      if (site.kind >= facts::AccessKind::kAtomicLoad && site.kind < facts::AccessKind::kFence) out.atomic.insert(name);
      else if (site.kind < facts::AccessKind::kAtomicLoad) out.plain.insert(name);
    }
  return out;
}

}  // namespace

std::map<std::string, DeclarationChange> DeclarationChanges(const Matching& matching) {
  using Kind = DeclarationChange::Kind;
  std::map<std::string, DeclarationChange> out;
  const auto compare = [&](const std::string& name, const auto& was, const auto& is) {
    const auto lost = [&](facts::VariableFlags flag) { return (was.flags & flag) && !(is.flags & flag); };
    if (IsAtomic(was.type) && !IsAtomic(is.type)) out[name] = {Kind::kUnguarded, name + " was " + was.type + ", is " + is.type};
    else if (lost(facts::kVariableVolatile)) out[name] = {Kind::kUnguarded, name + " is no longer volatile"};
    else if (lost(facts::kVariableThreadLocal)) out[name] = {Kind::kUnguarded, name + " is no longer thread_local"};
    else if (was.type != is.type) out[name] = {Kind::kType, name + " was " + was.type + ", is " + is.type};
  };
  const Facts &old_facts = matching.old_facts(), &new_facts = matching.new_facts();
  const Predecessors<RecordFacts> records(old_facts.records(), new_facts.records());
  for (const RecordFacts& record : new_facts.records())
    if (const RecordFacts* before = records.Of(record))
      for (const FieldFacts& field : record.fields)
        if (const auto was = std::ranges::find(before->fields, field.name, &FieldFacts::name); was != before->fields.end())
          compare(record.name + "::" + field.name, *was, field);
  const Predecessors<GlobalFacts> globals(old_facts.globals(), new_facts.globals());
  for (const GlobalFacts& global : new_facts.globals()) {
    if (global.name.empty()) continue;  // a constant of the code, compared where it is used
    const GlobalFacts* was = globals.Of(global);
    if (!was) continue;
    compare(global.name, *was, global);
    if (was->initial != global.initial && !out.contains(global.name))
      out[global.name] = {Kind::kInitialiser, "the initial value of " + global.name + " changed"};
  }
  // C's _Atomic and the builtins leave no trace in a declaration.
  const Names old_names = AccessedNames(old_facts), new_names = AccessedNames(new_facts);
  for (const std::string& name : old_names.atomic)
    if (!new_names.atomic.contains(name) && new_names.plain.contains(name) && !out.contains(name))
      out[name] = {Kind::kUnguarded, name + " was accessed atomically and is no longer"};
  return out;
}

}  // namespace reweave
