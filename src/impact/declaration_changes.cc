#include "impact/declaration_changes.h"

#include <set>

namespace reweave {

namespace {

struct Declaration {
  std::string type;
  std::uint32_t flags = 0;
  Hash128 initial{};
};

std::map<std::string, Declaration> DeclarationsOf(const Facts& facts) {
  std::map<std::string, Declaration> out;
  for (const RecordFacts& record : facts.records())
    for (const FieldFacts& field : record.fields)
      out.try_emplace(record.name + "::" + field.name, Declaration{field.type, field.flags, {}});
  // Those without a name are constants of the code, compared where they are used.
  for (const GlobalFacts& global : facts.globals())
    if (!global.name.empty()) out.try_emplace(global.name, Declaration{global.type, global.flags, global.initial});
  return out;
}

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
  const auto before = DeclarationsOf(matching.old_facts()), now = DeclarationsOf(matching.new_facts());
  for (const auto& [name, is] : now) {
    auto found = before.find(name);
    if (found == before.end()) continue;
    const Declaration& was = found->second;
    const auto lost = [&](facts::VariableFlags flag) { return (was.flags & flag) && !(is.flags & flag); };
    if (IsAtomic(was.type) && !IsAtomic(is.type)) out[name] = {Kind::kUnguarded, name + " was " + was.type + ", is " + is.type};
    else if (lost(facts::kVariableVolatile)) out[name] = {Kind::kUnguarded, name + " is no longer volatile"};
    else if (lost(facts::kVariableThreadLocal)) out[name] = {Kind::kUnguarded, name + " is no longer thread_local"};
    else if (was.type != is.type) out[name] = {Kind::kType, name + " was " + was.type + ", is " + is.type};
    else if (was.initial != is.initial) out[name] = {Kind::kInitialiser, "the initial value of " + name + " changed"};
  }
  // C's _Atomic and the builtins leave no trace in a declaration.
  const Names old_names = AccessedNames(matching.old_facts()), new_names = AccessedNames(matching.new_facts());
  for (const std::string& name : old_names.atomic)
    if (!new_names.atomic.contains(name) && new_names.plain.contains(name) && !out.contains(name))
      out[name] = {Kind::kUnguarded, name + " was accessed atomically and is no longer"};
  return out;
}

}  // namespace reweave
