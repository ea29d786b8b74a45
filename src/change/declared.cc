#include "change/declared.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "change/names.h"
#include "change/predecessors.h"

namespace reweave::inline change {

namespace {

using Kind = DeclarationChange::Kind;

bool IsAtomic(const std::string& type) { return type.starts_with("std::atomic") || type.starts_with("_Atomic"); }

class DeclaredDiffer {
 public:
  DeclaredDiffer(const Facts& old_facts, const Facts& new_facts) : old_(old_facts), new_(new_facts) {}

  std::vector<DeclarationChange> Run() {
    Fields();
    SpreadLayouts();
    Globals();
    return std::move(out_);
  }

 private:
  void Add(Kind kind, FieldName name, const std::string& key, const std::string& reason, const std::string& text,
           const std::string& file) {
    if (added_.insert(key).second) out_.push_back({kind, std::move(name), key, reason, text, file, global_});
  }

  // True: it differs in type or qualifiers, and was added.
  template <typename Declared>
  bool Compare(const Declared& was, const Declared& is, const FieldName& name, const std::string& key, const std::string& file) {
    const auto lost = [&](facts::VariableFlags flag) { return (was.flags & flag) != 0 && (is.flags & flag) == 0; };
    const std::string both = fmt::format("{} was {}, is {}", key, was.type, is.type);
    if (was.type != is.type)
      Add(IsAtomic(was.type) && !IsAtomic(is.type) ? Kind::kUnguarded : Kind::kType, name, key, fmt::format("was {}", was.type),
          both, file);
    else if (lost(facts::kVariableVolatile))
      Add(Kind::kUnguarded, name, key, "other qualifiers", key + " is no longer volatile", file);
    else if (lost(facts::kVariableThreadLocal))
      Add(Kind::kUnguarded, name, key, "other qualifiers", key + " is no longer thread_local", file);
    else if (was.flags != is.flags) Add(Kind::kQualifiers, name, key, "other qualifiers", key + " has other qualifiers", file);
    else return false;
    return true;
  }

  void Fields() {
    const Predecessors<RecordFacts> before(old_.records(), new_.records());
    for (const RecordFacts& r : new_.records()) {
      const RecordFacts* was = before.Of(r);
      if (!was || NamesClosure(r.name)) continue;
      if (r.fields.size() != was->fields.size()) other_layout_.insert(r.name);
      for (const FieldFacts& field : r.fields) {
        const std::string key = r.name + "::" + field.name;
        const auto old_field = std::ranges::find(was->fields, field.name, &FieldFacts::name);
        if (old_field == was->fields.end()) {
          // A new constant is in no object and does nothing by itself: whoever uses it says what changed.
          if ((field.flags & facts::kVariableStatic) != 0 && (field.flags & facts::kVariableConst) != 0) continue;
          other_layout_.insert(r.name);
          Add(Kind::kNew, {r.name, field.name}, key, "new member", key + " is new", r.position.file);
        } else {
          if (old_field->type != field.type) other_layout_.insert(r.name);
          Compare(*old_field, field, {r.name, field.name}, key, r.position.file);
        }
      }
      Places(*was, r);
    }
  }

  // Members that changed places. Whoever names them does what he did. But a value that is given by position (`{1, 0}`, a row of a
  // table, a structure that is passed as one number) is now that of another member, and the code and the bytes may look the same.
  // Where the types do not fit, they do not.
  void Places(const RecordFacts& was, const RecordFacts& is) {
    const std::vector<const FieldFacts*> before = Common(was, is), now = Common(is, was);
    const auto named = [](const FieldFacts* a, const FieldFacts* b) { return a->name == b->name; };
    if (before.size() != now.size() || std::ranges::equal(before, now, named) || !InitialisedByPosition(is)) return;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (before[i]->name == now[i]->name || !Interchangeable(before[i]->type, now[i]->type)) continue;
      const std::string key = is.name + "::" + now[i]->name;
      Add(Kind::kInitialiser, {is.name, now[i]->name}, key, fmt::format("is where {} was", before[i]->name),
          fmt::format("{} is where {} was: a value that is given by position is another", key, before[i]->name),
          is.position.file);
    }
  }
  static std::vector<const FieldFacts*> Common(const RecordFacts& of, const RecordFacts& with) {
    std::vector<const FieldFacts*> out;
    for (const FieldFacts& field : of.fields)
      if ((field.flags & facts::kVariableStatic) == 0 &&
          std::ranges::find(with.fields, field.name, &FieldFacts::name) != with.fields.end())
        out.push_back(&field);
    return out;
  }
  bool Interchangeable(const std::string& a, const std::string& b) const {
    const auto plain = [&](const std::string& type) {
      return type.ends_with('*') ||
             (!type.starts_with("std::") && std::ranges::find(new_.records(), type, &RecordFacts::name) == new_.records().end());
    };
    return a == b || (plain(a) && plain(b));
  }
  // Not if it has virtual functions, or a constructor with arguments that are not another such object.
  bool InitialisedByPosition(const RecordFacts& record) const {
    if (std::ranges::any_of(record.fields, [](const FieldFacts& f) { return f.name.starts_with("_vptr"); })) return false;
    const std::string own = record.name.substr(record.name.rfind(':') + 1);
    const std::string head = record.name + "::" + own + "(";
    return std::ranges::none_of(new_.functions(), [&](const FunctionFacts& f) {
      if (!f.pretty.starts_with(head)) return false;
      const std::string_view arguments = std::string_view(f.pretty).substr(head.size());
      return !arguments.starts_with(')') && !arguments.starts_with(record.name + " const&") &&
             !arguments.starts_with(record.name + "&&");
    });
  }

  // The bytes of a global differ if a record in it is laid out differently: that says nothing of its initialiser.
  void SpreadLayouts() {
    for (bool more = !other_layout_.empty(); more;) {
      more = false;
      for (const RecordFacts& r : new_.records()) {
        if (other_layout_.contains(r.name)) continue;
        bool other = false;
        for (const FieldFacts& field : r.fields) other |= HasOtherLayout(field.type);
        for (const std::string& base : r.bases) other |= other_layout_.contains(base);
        if (other) more = true, other_layout_.insert(r.name);
      }
    }
  }
  bool HasOtherLayout(std::string_view type) const {
    return other_layout_.contains(std::string(type.substr(0, type.find_first_of("[/"))));
  }

  void Globals() {
    const Predecessors<GlobalFacts> before(old_.globals(), new_.globals());
    for (const GlobalFacts& g : new_.globals()) {
      if (g.name.empty()) continue;  // a constant of the code, compared where it is used
      const GlobalFacts* was = before.Of(g);
      const FieldName name = g.record.empty() ? FieldName{"::", g.name} : FieldName{g.record, g.variable};
      const std::string& file = g.position.file;
      global_ = g.name;
      if (!was && (g.flags & facts::kVariableConst) != 0) continue;
      if (was && (g.flags & facts::kVariableConst) == 0 && Fewer(before, g.name)) {
        Add(Kind::kType, name, g.name, "was several variables", g.name + " was a variable of each of several files", file);
        continue;
      }
      if (!was) Add(Kind::kNew, name, g.name, "new variable", g.name + " is new", file);
      else if (!Compare(*was, g, name, g.name, file) && was->initial != g.initial) Initial(*was, g, name);
    }
  }

  // Files that had variables of their own of this name have one in common now.
  static bool Fewer(const Predecessors<GlobalFacts>& before, const std::string& name) {
    return std::ranges::any_of(before.removed(), [&](const GlobalFacts* g) { return g->name == name; });
  }

  // By the members that differ. If none does, only the layout is another: an alignment, padding.
  void Initial(const GlobalFacts& was, const GlobalFacts& is, const FieldName& name) {
    constexpr const char* kReason = "other initial value";
    const auto whole = [&] {
      Add(Kind::kInitialiser, name, is.name, kReason, fmt::format("the initial value of {} changed", is.name), is.position.file);
    };
    if (!was.has_members || !is.has_members) {
      if (!HasOtherLayout(is.type)) whole();
      return;
    }
    std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::uint64_t>> members;  // before, now
    for (const GlobalFacts::Member& m : was.members) members[{m.record, m.field}].first = m.hash;
    for (const GlobalFacts::Member& m : is.members) members[{m.record, m.field}].second = m.hash;
    for (const auto& [member, values] : members) {
      if (values.first == values.second) continue;
      if (member.second.empty()) {
        whole();
        continue;
      }
      const std::string key = member.first + "::" + member.second;
      Add(Kind::kInitialiser, {member.first, member.second}, key, fmt::format("other initial value in {}", is.name),
          fmt::format("the initial value of {} in {} changed", key, is.name), is.position.file);
    }
  }

  const Facts &old_, &new_;
  std::set<std::string> other_layout_;  // records
  std::string global_;  // that is being compared
  std::set<std::string> added_;  // keys
  std::vector<DeclarationChange> out_;
};

}  // namespace

std::vector<DeclarationChange> ChangedDeclarations(const Facts& old_facts, const Facts& new_facts) {
  return DeclaredDiffer(old_facts, new_facts).Run();
}

}  // namespace reweave::inline change
