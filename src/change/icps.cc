#include "change/icps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "change/lock_regions.h"
#include "change/names.h"

namespace reweave {

std::string ClassOf(const FunctionFacts& f) {
  if (!f.record.empty()) return f.record;
  return f.scope + "@" + f.position.file;
}

FieldName FieldOf(const Variable& v) {
  switch (v.kind) {
    case facts::VariableKind::kField:
    case facts::VariableKind::kElement:
      if (!v.field.empty()) return {v.record, v.field};
      if (v.kind == facts::VariableKind::kElement && !v.record.empty()) return {v.record, v.name};
      [[fallthrough]];
    case facts::VariableKind::kGlobal: {
      if (v.kind != facts::VariableKind::kGlobal && v.kind != facts::VariableKind::kElement) return {};
      std::string name = v.name;
      while (name.ends_with("[]")) name.resize(name.size() - 2);
      return {v.record.empty() ? "::" : v.record, name};
    }
    default: return {};
  }
}

FieldName FieldOf(const CallSite& call, const Facts& facts) {
  if (call.operation != facts::Operation::kNone) {
    using enum facts::Operation;
    const bool has_object = call.operation != kThreadCreate && call.operation != kThreadJoin && call.operation != kThreadDetach &&
                            call.operation != kYield && call.operation != kSleep && call.operation != kAllocate &&
                            call.operation != kFree;
    return has_object ? FieldOf(call.object) : FieldName{};
  }
  if (call.kind != facts::CalleeKind::kDirect) return {};
  const FunctionFacts* callee = facts.FindFunction(call.callee);
  const bool library =
      callee ? callee->system()
             : call.callee_name.starts_with("std::") || call.callee.starts_with("_ZNSt") || call.callee.starts_with("_ZNKSt");
  return library ? FieldOf(call.object) : FieldName{};
}

namespace {

using Lines = std::set<std::uint32_t>;

bool IsTestFile(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  for (std::string_view folder : {"test/", "tests/"})
    if (path.starts_with(folder) || path.find("/" + std::string(folder)) != std::string_view::npos) return true;
  return name.starts_with("test.") || name.starts_with("test_") || name.find("_test.") != std::string_view::npos ||
         name.find("_tests.") != std::string_view::npos;
}

class Collector {
 public:
  Collector(const Matching& matching, const IcpOptions& options)
      : matching_(matching),
        options_(options),
        old_(matching.old_facts()),
        new_(matching.new_facts()),
        old_regions_(old_),
        new_regions_(new_) {}

  IcpSet Run() {
    for (std::uint32_t i = 0; i < new_.functions().size(); ++i)
      if (!new_.functions()[i].system()) Function(i);
    Declarations();
    for (auto& [function, lines] : impacted_) Fields(function, lines);
    Finish();
    return std::move(out_);
  }

 private:
  // Statement numbers of the new function with what made them impacted.
  struct Impact {
    std::map<std::uint32_t, std::pair<int, std::string>> lines;  // line -> step, reason
    void Add(std::uint32_t line, int step, const std::string& reason) { lines.try_emplace(line, step, reason); }
  };

  static bool IsWritten(const StatementFacts& s) {  // in the text, on its own line
    return (s.flags & (facts::kStatementImplicit | facts::kStatementUnwind)) == 0 && !s.lines.empty();
  }

  void Function(std::uint32_t index) {
    const FunctionFacts& f = new_.functions()[index];
    const FunctionMatch& match = matching_.of(index);
    ++out_.functions;
    if (match.old_function == kNoMatch && IsNewlyUsed(f)) return;
    if (match.identical) return RetypedLocks(index);
    Impact impact;
    // A new name without a body of its own (a constructor's second variant, an implicit function) has no statements.
    Changed(f, match, impact);
    for (std::uint32_t line : match.anchors) impact.Add(line, 0, "next to deleted code");
    if (match.old_function != kNoMatch) Deleted(f, match, impact);
    if (!impact.lines.empty() || match.old_function == kNoMatch) ++out_.changed_functions;
    Regions(index, impact);
    if (!impact.lines.empty()) Emit(index, impact);
  }

  // An inline member function is compiled only where it is used: a new use of an old declaration is no change of its text.
  bool IsNewlyUsed(const FunctionFacts& f) {
    if ((f.flags & facts::kFunctionInline) == 0) return false;
    if (old_methods_.empty())
      for (const RecordFacts& r : old_.records()) old_methods_.insert(r.methods.begin(), r.methods.end());
    return old_methods_.contains(f.mangled);
  }

  // Step 0: what is new or modified.
  void Changed(const FunctionFacts& f, const FunctionMatch& match, Impact& impact) {
    Lines kept;
    for (std::size_t i = 0; i < f.statements.size(); ++i)
      if (match.statements[i] != kNoMatch) kept.insert(f.statements[i].lines.begin(), f.statements[i].lines.end());
    const std::string reason = match.old_function == kNoMatch ? "new function" : "changed";
    for (std::size_t i = 0; i < f.statements.size(); ++i) {
      const StatementFacts& s = f.statements[i];
      if (match.statements[i] != kNoMatch || !IsWritten(s)) continue;
      // The end of a branch stands at a brace; a `break` on a line of its own is code.
      if ((s.flags & facts::kStatementJump) != 0 && (kept.contains(s.lines.front()) || IsBrace(f, s))) continue;
      for (std::uint32_t line : s.lines) impact.Add(line, 0, reason);
    }
  }

  // Lines that only end scopes have implicit statements and ends of branches, nothing else.
  static bool IsBrace(const FunctionFacts& f, const StatementFacts& jump) {
    for (const StatementFacts& s : f.statements)
      if (&s != &jump && (s.flags & facts::kStatementJump) == 0 &&
          std::ranges::find(s.lines, jump.lines.front()) != s.lines.end())
        return (s.flags & facts::kStatementImplicit) != 0;
    // Alone on its line: `break;`, `continue;`, or the brace before an else. The first two leave a nested statement's line before
    // it in the text; without columns they look alike, and code is the safer guess.
    return false;
  }

  // Step 0: anchors on both sides of what is gone.
  void Deleted(const FunctionFacts& f, const FunctionMatch& match, Impact& impact) {
    const FunctionFacts& before = old_.functions()[match.old_function];
    std::vector<std::uint32_t> now_of(before.statements.size(), kNoMatch);
    for (std::uint32_t i = 0; i < match.statements.size(); ++i)
      if (match.statements[i] != kNoMatch) now_of[match.statements[i]] = i;
    for (std::uint32_t i = 0; i < before.statements.size();) {
      if (now_of[i] != kNoMatch || !IsWritten(before.statements[i]) ||
          (before.statements[i].flags & facts::kStatementJump) != 0) {
        ++i;
        continue;
      }
      const auto survives = [&](std::uint32_t s) { return now_of[s] != kNoMatch && IsWritten(f.statements[now_of[s]]); };
      std::uint32_t from = i, to = i;
      while (from > 0 && !survives(from)) --from;
      while (to < before.statements.size() && !survives(to)) ++to;
      const std::uint32_t first = survives(from) ? now_of[from] + 1 : 0,
                          last = to < before.statements.size() ? now_of[to] : static_cast<std::uint32_t>(f.statements.size());
      bool replaced = false;  // then the new text is the change
      for (std::uint32_t s = first; s < last; ++s) replaced |= match.statements[s] == kNoMatch && IsWritten(f.statements[s]);
      if (!replaced) {
        if (survives(from)) Anchor(f.statements[first - 1], impact);
        if (to < before.statements.size()) Anchor(f.statements[last], impact);
      }
      i = std::max(to, i + 1);
    }
  }
  static void Anchor(const StatementFacts& s, Impact& impact) {
    for (std::uint32_t line : s.lines) impact.Add(line, 0, "next to deleted code");
  }

  // Step 1.
  void Regions(std::uint32_t index, Impact& impact) {
    const FunctionFacts& f = new_.functions()[index];
    const FunctionMatch& match = matching_.of(index);
    const auto add = [&](const std::set<std::uint32_t>& statements, const std::string& reason) {
      for (std::uint32_t s : statements)
        if (IsWritten(f.statements[s]) && (f.statements[s].flags & facts::kStatementJump) == 0)
          for (std::uint32_t line : f.statements[s].lines) impact.Add(line, 1, reason);
    };
    const auto touches = [&](const std::set<std::uint32_t>& statements) {
      return std::ranges::any_of(statements, [&](std::uint32_t s) {
        return std::ranges::any_of(f.statements[s].lines, [&](std::uint32_t line) {
          auto at = impact.lines.find(line);
          return at != impact.lines.end() && at->second.first == 0;
        });
      });
    };
    std::map<std::uint32_t, const LockRegion*> old_by_acquire;
    if (match.old_function != kNoMatch)
      for (const LockRegion& region : old_regions_.of(match.old_function)) old_by_acquire[region.acquire] = &region;
    std::set<std::uint32_t> kept_acquires;
    for (const LockRegion& region : new_regions_.of(index)) {
      const std::uint32_t was = match.calls[region.acquire];
      const auto before = was == kNoMatch ? old_by_acquire.end() : old_by_acquire.find(was);
      if (before != old_by_acquire.end()) kept_acquires.insert(was);
      const bool altered = before == old_by_acquire.end() || Altered(region, *before->second, f, match);
      if (altered || (!options_.narrow_regions && touches(region.statements)))
        add(region.statements, fmt::format("in a {} region of {}", altered ? "changed lock" : "lock", region.lock));
    }
    // A scope that is gone: what it used to enclose.
    for (const auto& [acquire, region] : old_by_acquire) {
      if (kept_acquires.contains(acquire)) continue;
      std::set<std::uint32_t> now;
      for (std::uint32_t i = 0; i < match.statements.size(); ++i)
        if (match.statements[i] != kNoMatch && region->statements.contains(match.statements[i])) now.insert(i);
      add(now, fmt::format("no longer under {}", region->lock));
    }
    RetypedLocks(index, impact);
  }

  // Same acquire, but it encloses something else now: its release moved.
  static bool Altered(const LockRegion& now, const LockRegion& before, const FunctionFacts& f, const FunctionMatch& match) {
    if (now.lock != before.lock || now.shared != before.shared) return true;
    std::set<std::uint32_t> kept;
    for (std::uint32_t s : now.statements)
      if (match.statements[s] != kNoMatch && IsWritten(f.statements[s])) {
        if (!before.statements.contains(match.statements[s])) return true;
        kept.insert(match.statements[s]);
      }
    for (std::uint32_t i = 0; i < match.statements.size(); ++i)
      if (match.statements[i] != kNoMatch && IsWritten(f.statements[i]) && before.statements.contains(match.statements[i]) &&
          !now.statements.contains(i))
        return true;
    return false;
  }

  void RetypedLocks(std::uint32_t index) {
    Impact impact;
    RetypedLocks(index, impact);
    if (!impact.lines.empty()) Emit(index, impact);
  }
  // A lock that was declared otherwise: all its regions.
  void RetypedLocks(std::uint32_t index, Impact& impact) {
    const FunctionFacts& f = new_.functions()[index];
    for (const LockRegion& region : new_regions_.of(index)) {
      if (!RetypedVariables().contains(region.lock)) continue;
      for (std::uint32_t s : region.statements)
        if (IsWritten(f.statements[s]))
          for (std::uint32_t line : f.statements[s].lines)
            impact.Add(line, 1, fmt::format("the type of {} changed", region.lock));
    }
  }

  // --- Declarations ----------------------------------------------------------------------------------------------------
  const std::set<std::string>& RetypedVariables() {
    if (retyped_) return *retyped_;
    retyped_.emplace();
    EachField([&](const RecordFacts& r, const FieldFacts& field, const FieldFacts* before) {
      if (before && (before->type != field.type)) retyped_->insert(r.name + "::" + field.name);
    });
    EachGlobal([&](const GlobalFacts& g, const GlobalFacts* before) {
      if (before && before->type != g.type) retyped_->insert(g.name);
    });
    return *retyped_;
  }

  template <typename Act>
  void EachField(Act act) {
    std::map<std::string, const RecordFacts*> before;
    for (const RecordFacts& r : old_.records()) before.try_emplace(r.name, &r);
    for (const RecordFacts& r : new_.records()) {
      auto was = before.find(r.name);
      for (const FieldFacts& field : r.fields) {
        const FieldFacts* old_field = nullptr;
        if (was != before.end())
          for (const FieldFacts& candidate : was->second->fields)
            if (candidate.name == field.name) old_field = &candidate;
        if (was != before.end()) act(r, field, old_field);
      }
    }
  }
  template <typename Act>
  void EachGlobal(Act act) {
    std::map<std::string, const GlobalFacts*> before;
    for (const GlobalFacts& g : old_.globals()) before.try_emplace(g.name, &g);
    for (const GlobalFacts& g : new_.globals()) {
      auto was = before.find(g.name);
      act(g, was == before.end() ? nullptr : was->second);
    }
  }

  // Step 2, lines outside of functions.
  void Declarations() {
    EachField([&](const RecordFacts& r, const FieldFacts& field, const FieldFacts* before) {
      if (before && before->type == field.type && before->flags == field.flags) return;
      AddField({r.name, field.name}, 2, before ? fmt::format("was {}", before->type) : "new member", IsTestFile(r.position.file));
    });
    EachGlobal([&](const GlobalFacts& g, const GlobalFacts* before) {
      if (before && before->type == g.type && before->flags == g.flags && before->initial == g.initial) return;
      const std::string reason = !before                  ? "new variable"
                                 : before->type != g.type ? fmt::format("was {}", before->type)
                                                          : "other initial value or qualifiers";
      AddField(g.record.empty() ? FieldName{"::", g.name} : FieldName{g.record, g.variable}, 2, reason,
               IsTestFile(g.position.file));
    });
  }

  // --- Steps 3 and 4 ---------------------------------------------------------------------------------------------------
  void Emit(std::uint32_t index, const Impact& impact) {
    const FunctionFacts& f = new_.functions()[index];
    const bool test = IsTestFile(f.position.file);
    Lines& all = impacted_[index];
    for (const auto& [line, why] : impact.lines) {
      all.insert(line);
      Icp point{.cls = ClassOf(f),
                .method = f.pretty,
                .file = f.position.file,
                .line = line,
                .field = "",
                .step = why.first,
                .reason = why.second,
                .test = test};
      if (std::string_view outer = EnclosingFunction(f.pretty); !outer.empty()) {
        Icp enclosing = point;
        enclosing.method = outer;
        if (const FunctionFacts* function = FindPretty(outer)) enclosing.cls = ClassOf(*function);
        out_.points.push_back(std::move(enclosing));
      }
      out_.points.push_back(std::move(point));
    }
  }

  const FunctionFacts* FindPretty(std::string_view pretty) const {
    auto found = std::ranges::find_if(new_.functions(), [&](const FunctionFacts& f) { return f.pretty == pretty; });
    return found == new_.functions().end() ? nullptr : &*found;
  }

  void AddField(const FieldName& name, int step, std::string reason, bool test) {
    if (!name) return;
    out_.points.push_back({.cls = name.cls,
                           .method = "",
                           .file = "",
                           .line = 0,
                           .field = name.field,
                           .step = step,
                           .reason = std::move(reason),
                           .test = test});
  }

  void Accesses(const FunctionFacts& f, const Lines* only, int step, const std::string& reason, bool test) {
    const auto on = [&](const SitePlace& place) {
      return !only || (only->contains(place.user.line) && (place.user.file == f.position.file));
    };
    for (const AccessSite& site : f.accesses)
      if (site.kind < facts::AccessKind::kFence && on(site.place)) AddField(FieldOf(site.variable), step, reason, test);
    for (const CallSite& call : f.calls)
      if (on(call.place)) AddField(FieldOf(call, new_), step, reason, test);
  }

  void Fields(std::uint32_t index, const Lines& lines) {
    const FunctionFacts& f = new_.functions()[index];
    const bool test = IsTestFile(f.position.file);
    Accesses(f, &lines, 3, fmt::format("accessed in {}", f.pretty), test);
    for (const CallSite& call : f.calls)
      if (lines.contains(call.place.user.line) && call.place.user.file == f.position.file)
        Callees(call, options_.callee_depth, test);
  }

  void Callees(const CallSite& call, int depth, bool test) {
    if (depth <= 0 || (call.flags & facts::kSiteLibrary) != 0) return;
    std::vector<const FunctionFacts*> targets;
    if (call.kind == facts::CalleeKind::kDirect) {
      if (const FunctionFacts* callee = new_.FindFunction(call.callee)) targets.push_back(callee);
    } else if (call.kind == facts::CalleeKind::kVirtual) {
      targets = VirtualTargets(call);
      out_.skipped_calls += targets.empty();
    } else {
      ++out_.skipped_calls;
    }
    for (const FunctionFacts* callee : targets) {
      if (callee->system()) continue;
      Accesses(*callee, nullptr, 4, fmt::format("accessed by {}", callee->pretty), test);
      for (const CallSite& inner : callee->calls) Callees(inner, depth - 1, test);
    }
  }

  // The receiver's own function; if it has none (pure), all overriders.
  std::vector<const FunctionFacts*> VirtualTargets(const CallSite& call) const {
    std::vector<const FunctionFacts*> own, others;
    for (const FunctionFacts& f : new_.functions()) {
      if (f.virtual_slot != static_cast<std::int32_t>(call.slot)) continue;
      if (f.record == call.callee) own.push_back(&f);
      else if (DerivesFrom(f.record, call.callee, 0)) others.push_back(&f);
    }
    return own.empty() ? others : own;
  }
  bool DerivesFrom(const std::string& record, const std::string& base, int depth) const {
    if (depth > 16) return false;
    for (const RecordFacts& r : new_.records())
      if (r.name == record)
        for (const std::string& parent : r.bases)
          if (parent == base || DerivesFrom(parent, base, depth + 1)) return true;
    return false;
  }

  void Finish() {
    auto& points = out_.points;
    const auto key = [](const Icp& p) { return std::tie(p.file, p.line, p.cls, p.method, p.field, p.step); };
    std::ranges::sort(points, {}, key);
    auto rest = std::ranges::unique(points);
    points.erase(rest.begin(), rest.end());
    // A project that lies in a folder of tests as a whole has no test sources to tell apart.
    if (std::ranges::all_of(new_.functions(), [](const FunctionFacts& f) { return f.system() || IsTestFile(f.position.file); }))
      for (Icp& p : points) p.test = false;
    out_.build = new_.build_key();
    Notes();
  }

  void Notes() {
    if (out_.functions > 0 && out_.changed_functions * 2 > out_.functions)
      out_.notes.push_back(
          fmt::format("{} of {} functions changed: the heuristics come close to the plain search; the FIELD modes may still help",
                      out_.changed_functions, out_.functions));
    if (out_.skipped_calls > 0)
      out_.notes.push_back(fmt::format("{} calls on impacted lines go to functions that are not known (pointers, std::function)",
                                       out_.skipped_calls));
    std::set<std::pair<std::string, std::string>> before, now;
    for (const UnitFacts& u : old_.units()) before.insert({u.compiler, u.language});
    for (const UnitFacts& u : new_.units()) now.insert({u.compiler, u.language});
    if (!before.empty() && !now.empty() && before != now)
      out_.notes.push_back(fmt::format("OLD and NEW were not compiled alike ({} {}; {} {}): differences may come from that",
                                       before.begin()->first, before.begin()->second, now.begin()->first, now.begin()->second));
    const bool code = std::ranges::any_of(out_.points, [](const Icp& p) { return !p.test; });
    const bool test = std::ranges::any_of(out_.points, [](const Icp& p) { return p.test; });
    if (code && test)
      out_.notes.push_back("the test's own sources changed too: their points are not used by the on-stack heuristics");
  }

  const Matching& matching_;
  IcpOptions options_;
  const Facts &old_, &new_;
  LockRegions old_regions_, new_regions_;
  std::map<std::uint32_t, Lines> impacted_;  // by function
  std::set<std::string> old_methods_;
  std::optional<std::set<std::string>> retyped_;
  IcpSet out_;
};

}  // namespace

IcpSet CollectIcps(const Matching& matching, const IcpOptions& options) { return Collector(matching, options).Run(); }

}  // namespace reweave
