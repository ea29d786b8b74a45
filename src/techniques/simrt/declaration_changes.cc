#include "techniques/simrt/declaration_changes.h"

#include <set>

namespace reweave::inline simrt {

namespace {

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
      if (name.empty()) continue;  // what has no name is told apart by nothing: it would stand for all that has none
      if (site.kind >= facts::AccessKind::kAtomicLoad && site.kind < facts::AccessKind::kFence) out.atomic.insert(name);
      else if (site.kind < facts::AccessKind::kAtomicLoad) out.plain.insert(name);
    }
  return out;
}

}  // namespace

std::map<std::string, DeclarationChange> DeclarationChanges(const ProgramChange& program) {
  using Kind = DeclarationChange::Kind;
  std::map<std::string, DeclarationChange> out;
  for (const DeclarationChange& change : program.declarations())
    if (change.kind != Kind::kNew && change.kind != Kind::kQualifiers) out.emplace(change.key, change);
  // C's _Atomic and the builtins leave no trace in a declaration.
  const Names old_names = AccessedNames(program.old_facts()), new_names = AccessedNames(program.new_facts());
  for (const std::string& name : old_names.atomic)
    if (!new_names.atomic.contains(name) && new_names.plain.contains(name) && !out.contains(name))
      out.emplace(name, DeclarationChange{.kind = Kind::kUnguarded,
                                          .name = {},
                                          .key = name,
                                          .reason = "no longer atomic",
                                          .text = name + " was accessed atomically and is no longer",
                                          .file = {},
                                          .global = {}});
  return out;
}

}  // namespace reweave::inline simrt
