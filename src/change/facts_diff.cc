#include "change/facts_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "change/callee_throws.h"
#include "change/names.h"
#include "change/predecessors.h"

namespace reweave::inline change {
namespace {

using nlohmann::json;

std::string LinesText(const std::vector<std::uint32_t>& lines) {
  if (lines.empty()) return "?";
  return lines.size() == 1 ? std::to_string(lines.front()) : fmt::format("{}-{}", lines.front(), lines.back());
}

// One difference: what, where, and whether it came, went or changed.
struct Difference {
  const char* what;    // "function", "statement", "field", "global"
  const char* how;     // "added", "removed", "changed", "renamed"
  std::string name, file;
  std::vector<std::uint32_t> lines;
  std::string detail;
};

class FactsDiffer {
 public:
  explicit FactsDiffer(const Matching& matching) : m_(matching) {}

  std::vector<Difference> Run() {
    for (std::uint32_t i = 0; i < m_.new_facts().functions().size(); ++i) Function(i);
    for (std::uint32_t i = 0; i < m_.old_facts().functions().size(); ++i) {
      const FunctionFacts& f = m_.old_facts().functions()[i];
      if (!f.system() && m_.new_of(i) == kNoMatch)
        out_.push_back({"function", "removed", f.pretty, f.position.file, {f.position.line}, ""});
    }
    Variables();
    return std::move(out_);
  }

 private:
  void Function(std::uint32_t index) {
    const FunctionFacts& f = m_.new_facts().functions()[index];
    const FunctionMatch& match = m_.of(index);
    if (f.system()) return;
    if (match.old_function == kNoMatch)
      return out_.push_back({"function", "added", f.pretty, f.position.file, {f.position.line}, ""});
    const FunctionFacts& before = m_.old_facts().functions()[match.old_function];
    if (match.renamed)
      out_.push_back({"function",
                      "renamed",
                      f.pretty,
                      f.position.file,
                      {f.position.line},
                      "was " + (before.pretty == f.pretty ? Demangled(before.mangled) : before.pretty)});
    if (match.identical) return;
    std::vector<bool> kept(before.statements.size());
    std::size_t changes = out_.size();
    for (std::size_t i = 0; i < f.statements.size(); ++i) {
      if (match.statements[i] != kNoMatch) kept[match.statements[i]] = true;
      else if ((f.statements[i].flags & facts::kStatementUnwind) == 0)
        out_.push_back({"statement", "added", f.pretty, f.position.file, f.statements[i].lines, ""});
    }
    for (std::size_t i = 0; i < before.statements.size(); ++i)
      if (!kept[i] && (before.statements[i].flags & facts::kStatementUnwind) == 0)
        out_.push_back({"statement", "removed", f.pretty, before.position.file, before.statements[i].lines, ""});
    if (out_.size() == changes && before.hash != f.hash && !DiffersOnlyByWhatItsCalleesThrow(m_, index))
      out_.push_back({"function",
                      "changed",
                      f.pretty,
                      f.position.file,
                      {f.position.line},
                      "its statements are the same, what they compile to is not"});
  }

  void Variables() {
    const Predecessors<GlobalFacts> globals(m_.old_facts().globals(), m_.new_facts().globals());
    for (const GlobalFacts& g : m_.new_facts().globals()) {
      const auto add = [&](const char* how, std::string detail) {
        out_.push_back({"global", how, g.name, g.position.file, {g.position.line}, std::move(detail)});
      };
      const GlobalFacts* was = globals.Of(g);
      if (!was) add("added", g.type);
      else if (was->type != g.type) add("changed", was->type + " -> " + g.type);
      else if (was->flags != g.flags) add("changed", "its qualifiers");
      else if (was->initial != g.initial) add("changed", "its initial value");
    }
    for (const GlobalFacts* g : globals.removed())
      out_.push_back({"global", "removed", g->name, g->position.file, {g->position.line}, g->type});
    const Predecessors<RecordFacts> records(m_.old_facts().records(), m_.new_facts().records());
    for (const RecordFacts& r : m_.new_facts().records()) Fields(r, records.Of(r));
    for (const RecordFacts* r : records.removed())
      for (const FieldFacts& f : r->fields) FieldDiffers("removed", *r, f, f.type);
  }

  void Fields(const RecordFacts& r, const RecordFacts* before) {
    const auto field_of = [](const RecordFacts& record, const std::string& name) {
      const auto at = std::ranges::find(record.fields, name, &FieldFacts::name);
      return at == record.fields.end() ? nullptr : &*at;
    };
    for (const FieldFacts& f : r.fields) {
      const FieldFacts* was = before ? field_of(*before, f.name) : nullptr;
      if (!was) FieldDiffers("added", r, f, f.type);
      else if (was->type != f.type) FieldDiffers("changed", r, f, was->type + " -> " + f.type);
      else if (was->flags != f.flags) FieldDiffers("changed", r, f, "its qualifiers");
    }
    if (!before) return;
    for (const FieldFacts& f : before->fields)
      if (!field_of(r, f.name)) FieldDiffers("removed", *before, f, f.type);
  }

  void FieldDiffers(const char* how, const RecordFacts& r, const FieldFacts& f, std::string detail) {
    out_.push_back({"field", how, r.name + "::" + f.name, r.position.file, {f.line}, std::move(detail)});
  }

  const Matching& m_;
  std::vector<Difference> out_;
};

}  // namespace

std::string FactsDiffText(const Matching& matching) {
  std::string out;
  for (const Difference& d : FactsDiffer(matching).Run())
    out += EscapeLine(fmt::format("{} {} {} at {}:{}{}{}", d.how, d.what, d.name, d.file, LinesText(d.lines),
                                  d.detail.empty() ? "" : "  ", d.detail)) +
           "\n";
  return out.empty() ? "no difference\n" : out;
}

std::string FactsDiffJson(const Matching& matching) {
  json out = {{"schema", 1},
              {"tool", "reweave"},
              {"command", "facts"},
              {"old_build", matching.old_facts().build_key()},
              {"new_build", matching.new_facts().build_key()},
              {"differences", json::array()}};
  for (const Difference& d : FactsDiffer(matching).Run())
    out["differences"].push_back(
        {{"what", d.what}, {"how", d.how}, {"name", d.name}, {"file", d.file}, {"lines", d.lines}, {"detail", d.detail}});
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace reweave::inline change
