#include "techniques/capp/declared.h"

#include <fmt/format.h>

#include "change/names.h"
#include "change/predecessors.h"

namespace reweave {

namespace {

class Differ {
 public:
  Differ(const Facts& old_facts, const Facts& new_facts) : old_(old_facts), new_(new_facts) {}

  std::vector<DeclarationChange> Run() {
    Fields();
    SpreadLayouts();
    Globals();
    return std::move(out_);
  }

 private:
  void Fields() {
    const Predecessors<RecordFacts> before(old_.records(), new_.records());
    for (const RecordFacts& r : new_.records()) {
      const RecordFacts* was = before.Of(r);
      if (!was || NamesClosure(r.name)) continue;
      if (r.fields.size() != was->fields.size()) other_layout_.insert(r.name);
      for (const FieldFacts& field : r.fields) {
        const FieldFacts* old_field = nullptr;
        for (const FieldFacts& candidate : was->fields)
          if (candidate.name == field.name) old_field = &candidate;
        if (old_field && old_field->type == field.type && old_field->flags == field.flags) continue;
        const bool retyped = old_field && old_field->type != field.type;
        if (!old_field || retyped) other_layout_.insert(r.name);
        out_.push_back({{r.name, field.name},
                        r.name + "::" + field.name,
                        !old_field ? "new member"
                        : retyped  ? fmt::format("was {}", old_field->type)
                                   : "other qualifiers",
                        r.position.file,
                        retyped});
      }
    }
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
      const GlobalFacts* was = before.Of(g);
      const bool retyped = was && was->type != g.type;
      const bool other_value = was && was->initial != g.initial && !HasOtherLayout(g.type);
      if (was && !retyped && was->flags == g.flags && !other_value) continue;
      out_.push_back({g.record.empty() ? FieldName{"::", g.name} : FieldName{g.record, g.variable}, g.name,
                      !was          ? "new variable"
                      : retyped     ? fmt::format("was {}", was->type)
                      : other_value ? "other initial value"
                                    : "other qualifiers",
                      g.position.file, retyped});
    }
  }

  const Facts &old_, &new_;
  std::set<std::string> other_layout_;  // records
  std::vector<DeclarationChange> out_;
};

}  // namespace

std::vector<DeclarationChange> ChangedDeclarations(const Facts& old_facts, const Facts& new_facts) {
  return Differ(old_facts, new_facts).Run();
}

}  // namespace reweave
