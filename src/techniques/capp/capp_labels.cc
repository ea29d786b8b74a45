#include "techniques/capp/capp_labels.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace reweave::inline capp {

namespace {

struct ModeName {
  std::string_view name;
  MatchMode mode;
};
constexpr ModeName kModes[] = {
    {"C", MatchMode::kClass}, {"CO", MatchMode::kClassOnStack}, {"M", MatchMode::kMethod}, {"MO", MatchMode::kMethodOnStack},
    {"L", MatchMode::kLine},  {"LO", MatchMode::kLineOnStack},  {"F", MatchMode::kField}};

}  // namespace

const std::vector<std::string>& HeuristicNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const ModeName& mode : kModes)
      for (char priority : {'A', 'S'}) names.push_back(std::string(mode.name) + priority);
    names.insert(names.end(), {"BASIC", "auto"});
    return names;
  }();
  return kNames;
}

Result<Heuristic> ParseHeuristic(std::string_view name) {
  if (name == "BASIC") return Heuristic{.name = "BASIC"};
  if (name == "auto" || name.empty()) return Heuristic{.name = "auto", .portfolio = true};
  for (const ModeName& mode : kModes)
    for (const auto& [letter, priority] : {std::pair{'A', PriorityMode::kAll}, std::pair{'S', PriorityMode::kSome}})
      if (name == std::string(mode.name) + letter)
        return Heuristic{.name = std::string(name), .match = mode.mode, .priority = priority};
  std::string known;
  for (const std::string& one : HeuristicNames()) known += (known.empty() ? "" : " ") + one;
  return Fail(ErrorCategory::kUsage, "unknown heuristic", "capp:" + std::string(name), {}, "after capp: one of " + known);
}

bool IsOnStack(MatchMode mode) {
  return mode == MatchMode::kClassOnStack || mode == MatchMode::kMethodOnStack || mode == MatchMode::kLineOnStack;
}

namespace {

// The points as sets to ask.
struct PointSets {
  std::set<std::string> classes;
  std::set<std::pair<std::string, std::string>> methods;
  std::set<std::tuple<std::string, std::string, std::string, std::uint32_t>> lines;  // class, method, file, line
};

class Labeller {
 public:
  Labeller(const Facts& facts, const IcpSet& points) : facts_(facts), names_(facts) {
    const bool other_than_test = std::ranges::any_of(points.points, [](const Icp& p) { return !p.test; });
    for (const Icp& p : points.points) {
      if (p.is_field()) {
        fields_.insert({p.cls, p.field});
        continue;
      }
      Add(all_, p);
      if (!p.test || !other_than_test) Add(stack_, p);
    }
    for (const RecordFacts& r : facts.records())
      for (const FieldFacts& f : r.fields)
        if (fields_.contains({r.name, f.name})) field_types_.insert(f.type);
    for (const GlobalFacts& g : facts.globals())
      if (fields_.contains({g.record.empty() ? "::" : g.record, g.record.empty() ? g.name : g.variable}))
        field_types_.insert(g.type);
  }

  std::uint8_t Code(const FunctionFacts& f, const SitePlace& place) const {
    if (f.system() && place.user.line == 0) return CappLabels::kLibrary;
    const std::string cls = ClassOf(f);
    std::uint8_t bits = 0;
    if (all_.classes.contains(cls)) bits |= CappLabels::kAtClass;
    if (all_.methods.contains({cls, f.pretty})) bits |= CappLabels::kAtMethod;
    if (all_.lines.contains({cls, f.pretty, place.user.file, place.user.line})) bits |= CappLabels::kAtLine;
    if (stack_.classes.contains(cls)) bits |= CappLabels::kOnStackClass;
    if (stack_.methods.contains({cls, f.pretty})) bits |= CappLabels::kOnStackMethod;
    if (stack_.lines.contains({cls, f.pretty, place.user.file, place.user.line})) bits |= CappLabels::kOnStackLine;
    return bits;
  }

  std::uint8_t Field(const CallSite& call) const { return Field(names_.Of(call)); }
  std::uint8_t Field(const FieldName& name) const {
    return name && fields_.contains({name.cls, name.field}) ? CappLabels::kAtField : 0;
  }
  // Behind a plain pointer: whatever has the type of an impacted field may be it.
  std::uint8_t Field(const Variable& v) const {
    if (FieldName name = names_.Of(v)) return Field(name);
    const bool unknown = v.kind == facts::VariableKind::kHeap || v.kind == facts::VariableKind::kUnknown;
    return unknown && field_types_.contains(v.type) ? CappLabels::kAtField : 0;
  }

  std::uint8_t Begin(const CallSite& create) const {
    const FunctionFacts* entry = create.entry.empty() ? nullptr : facts_.FindFunction(create.entry);
    if (!entry) return 0;
    SitePlace first;
    first.user = entry->position;
    return Code(*entry, first);
  }

 private:
  static void Add(PointSets& sets, const Icp& p) {
    sets.classes.insert(p.cls);
    sets.methods.insert({p.cls, p.method});
    sets.lines.insert({p.cls, p.method, p.file, p.line});
  }

  const Facts& facts_;
  FieldNames names_;
  PointSets all_, stack_;
  std::set<std::pair<std::string, std::string>> fields_;
  std::set<std::string> field_types_;
};

}  // namespace

CappLabels::CappLabels(const Facts& facts, const IcpSet& points)
    : build_(facts.build_key()),
      empty_(points.points.empty()),
      access_(facts.guard_count(abi::SiteClass::kAccess)),
      call_(facts.guard_count(abi::SiteClass::kCall)),
      begin_(call_.size()) {
  const Labeller label(facts, points);
  for (std::uint32_t i = 0; i < access_.size(); ++i)
    if (const SiteInfo* site = facts.Find(abi::SiteClass::kAccess, i); site && site->access)
      access_[i] = label.Code(*site->function, site->access->place) | label.Field(site->access->variable);
  for (std::uint32_t i = 0; i < call_.size(); ++i)
    if (const SiteInfo* site = facts.Find(abi::SiteClass::kCall, i); site && site->call) {
      call_[i] = label.Code(*site->function, site->call->place) | label.Field(*site->call);
      if (site->call->operation == facts::Operation::kThreadCreate) begin_[i] = label.Begin(*site->call);
    }
}

std::string CappLabels::Marks(MatchMode mode) const {
  if (!IsOnStack(mode) || empty_) return {};
  const std::uint8_t bit = mode == MatchMode::kClassOnStack    ? kOnStackClass
                           : mode == MatchMode::kMethodOnStack ? kOnStackMethod
                                                               : kOnStackLine;
  std::string marks(call_.size(), '\0');
  for (std::size_t i = 0; i < call_.size(); ++i) marks[i] = (call_[i] & bit) != 0 ? '\1' : '\0';
  return marks;
}

}  // namespace reweave::inline capp
