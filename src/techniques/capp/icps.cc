#include "techniques/capp/icps.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "change/builds.h"
#include "change/callee_throws.h"
#include "change/changed_lines.h"
#include "change/declared.h"
#include "change/effects.h"
#include "change/linking.h"
#include "change/lock_regions.h"
#include "change/names.h"

namespace reweave::inline capp {

namespace {

using Lines = std::set<std::uint32_t>;

class Collector {
 public:
  Collector(const ProgramChange& change, const IcpOptions& options)
      : change_(change),
        matching_(change.matching()),
        options_(options),
        old_(change.old_facts()),
        new_(change.new_facts()),
        names_(new_),
        old_regions_(change.old_locks()),
        new_regions_(change.new_locks()) {}

  IcpSet Run() {
    for (std::uint32_t i = 0; i < new_.functions().size(); ++i) {
      by_pretty_.try_emplace(new_.functions()[i].pretty, i);
      if (!new_.functions()[i].system()) Function(i);
    }
    Instantiations();
    VirtualCalls();
    for (const DeclarationChange& change : change_.declarations()) {
      AddField(change.name, 2, change.reason, IsTestFile(change.file));
      if (change.kind == DeclarationChange::Kind::kType || change.kind == DeclarationChange::Kind::kUnguarded)
        retyped_.insert(change.key);
    }
    NestedLines();
    for (std::uint32_t i = 0; i < new_.functions().size(); ++i)
      if (!new_.functions()[i].system()) Regions(i);
    for (std::uint32_t i = 0; &old_ != &new_ && i < new_.functions().size(); ++i)
      if (!new_.functions()[i].system()) Unwritten(i);
    for (auto& [function, impact] : impacts_) Emit(function, impact);
    for (auto& [function, impact] : impacts_) Fields(function, impact);
    LambdaFields();
    Finish();
    return std::move(out_);
  }

 private:
  using Impact = LineImpact;

  void Function(std::uint32_t index) {
    const FunctionFacts& f = new_.functions()[index];
    const FunctionMatch& match = matching_.of(index);
    ++out_.functions;
    if (match.identical) return;
    Impact impact;
    if (match.old_function == kNoMatch) {
      // Nobody wrote an implicit function, and an old one that is used now was written before.
      if (IsNewlyUsed(f) || (f.flags & facts::kFunctionArtificial) != 0) return;
      if (f.pretty.find('<') != std::string::npos && (f.flags & facts::kFunctionInline) != 0)
        return new_instances_.push_back(index);
    }
    AddChanged(f, match, impact);
    for (std::uint32_t line : match.anchors) impact.Add(line, 0, "next to deleted code");
    if (match.old_function != kNoMatch) AddDeleted(f, old_.functions()[match.old_function], match, impact);
    if (!impact.lines.empty() || match.old_function == kNoMatch) ++out_.changed_functions;
    if (!impact.lines.empty()) impacts_[index] = std::move(impact);
  }

  // Code that differs although nothing above says why.
  void Unwritten(std::uint32_t index) {
    const FunctionMatch& match = matching_.of(index);
    if (match.identical || match.old_function == kNoMatch || impacts_.contains(index)) return;
    if (DiffersOnlyByWhatItsCalleesThrow(matching_, index)) return;
    Impact impact;
    AddUnwritten(new_.functions()[index], old_.functions()[match.old_function], match, impact);
    if (impact.lines.empty()) return;
    ++out_.changed_functions;
    impacts_[index] = std::move(impact);
  }

  // A template that is used with other arguments now has the points that its pattern has, as its older instantiations show them.
  void Instantiations() {
    if (new_instances_.empty()) return;
    using Place = std::pair<std::string_view, std::uint32_t>;
    std::map<Place, std::vector<std::uint32_t>> siblings;
    for (std::uint32_t i : new_instances_) siblings[{new_.functions()[i].position.file, new_.functions()[i].position.line}];
    for (std::uint32_t i = 0; i < new_.functions().size(); ++i) {
      const FunctionFacts& f = new_.functions()[i];
      if (matching_.of(i).old_function == kNoMatch || f.system()) continue;
      if (auto at = siblings.find({f.position.file, f.position.line}); at != siblings.end()) at->second.push_back(i);
    }
    for (std::uint32_t i : new_instances_) {
      const FunctionFacts& f = new_.functions()[i];
      Impact impact;
      const auto& old_ones = siblings[{f.position.file, f.position.line}];
      if (old_ones.empty()) AddChanged(f, matching_.of(i), impact);
      for (std::uint32_t sibling : old_ones)
        if (auto at = impacts_.find(sibling); at != impacts_.end())
          for (const auto& [line, why] : at->second.lines) impact.Add(line, why.first, why.second);
      if (impact.lines.empty()) continue;
      ++out_.changed_functions;
      impacts_[i] = std::move(impact);
    }
  }

  // A call that leads to another function, though nobody touched it.
  void VirtualCalls() {
    const std::vector<VirtualChange>& changes = change_.virtual_changes();
    if (changes.empty()) return;
    const VirtualCallers callers(new_);
    for (std::uint32_t i = 0; i < new_.functions().size(); ++i) {
      const FunctionFacts& f = new_.functions()[i];
      for (const CallSite& call : f.calls) {
        if (f.system() || call.statement == kNoStatement) continue;
        const auto change = std::ranges::find_if(changes, [&](const VirtualChange& c) { return callers.MayRun(call, c); });
        if (change == changes.end()) continue;
        for (std::uint32_t line : f.statements[call.statement].lines)
          impacts_[i].Add(line, 0, fmt::format("runs another function for {} than before", change->record));
      }
    }
  }

  // Changed lines of a lambda's body lie in the function around it, too.
  void NestedLines() {
    for (const auto& [index, impact] : impacts_)
      EachOuter(new_.functions()[index], [&](std::string_view, std::uint32_t outer) {
        if (outer != kNoMatch)
          for (const auto& [line, why] : impact.lines) nested_[outer].insert(line);
      });
  }
  template <typename Act>
  void EachOuter(const FunctionFacts& f, Act act) const {
    for (std::string_view outer = EnclosingFunction(f.pretty); !outer.empty(); outer = EnclosingFunction(outer)) {
      auto found = by_pretty_.find(outer);
      act(outer, found == by_pretty_.end() ? kNoMatch : found->second);
    }
  }

  // An inline member function is compiled only where it is used: a new use of an old declaration is no change of its text.
  bool IsNewlyUsed(const FunctionFacts& f) {
    if ((f.flags & facts::kFunctionInline) == 0) return false;
    if (old_methods_.empty())
      for (const RecordFacts& r : old_.records()) old_methods_.insert(r.methods.begin(), r.methods.end());
    return old_methods_.contains(f.mangled);
  }

  // Step 1.
  void Regions(std::uint32_t index) {
    const FunctionFacts& f = new_.functions()[index];
    const FunctionMatch& match = matching_.of(index);
    const bool known = match.old_function != kNoMatch;
    if (new_regions_.of(index).empty() && (!known || old_regions_.of(match.old_function).empty())) return;
    if (!known && !impacts_.contains(index)) return;  // no new text
    Impact impact;
    if (auto at = impacts_.find(index); at != impacts_.end()) impact = at->second;
    const auto add = [&](const std::set<std::uint32_t>& statements, const std::string& reason) {
      for (std::uint32_t s : statements)
        if (IsWritten(f.statements[s]) && (f.statements[s].flags & facts::kStatementJump) == 0)
          for (std::uint32_t line : f.statements[s].lines) impact.Add(line, 1, reason);
    };
    const auto touched = [&](std::uint32_t line) {
      if (auto at = nested_.find(index); at != nested_.end() && at->second.contains(line)) return true;
      auto at = impact.lines.find(line);
      return at != impact.lines.end() && at->second.first == 0;
    };
    const auto touches = [&](const std::set<std::uint32_t>& statements) {
      return std::ranges::any_of(statements,
                                 [&](std::uint32_t s) { return std::ranges::any_of(f.statements[s].lines, touched); });
    };
    // What a region of OLD enclosed, where it is now.
    const auto enclosed = [&](const LockRegion& region) {
      std::set<std::uint32_t> now;
      for (std::uint32_t i = 0; i < match.statements.size(); ++i)
        if (match.statements[i] != kNoMatch && region.statements.contains(match.statements[i])) now.insert(i);
      return now;
    };
    std::map<std::pair<std::uint32_t, std::string>, const LockRegion*> gone;  // by acquire and lock
    if (known)
      for (const LockRegion& region : old_regions_.of(match.old_function)) gone[{region.acquire, region.lock}] = &region;
    for (const LockRegion& region : new_regions_.of(index)) {
      const auto before = gone.find({match.calls[region.acquire], region.lock});
      const bool altered = before == gone.end() || Altered(region, *before->second, f, match);
      const bool retyped = retyped_.contains(region.lock);
      if (altered || retyped || (!options_.narrow_regions && touches(region.statements)))
        add(region.statements, altered   ? fmt::format("in a changed lock region of {}", region.lock)
                               : retyped ? fmt::format("the type of {} changed", region.lock)
                                         : fmt::format("in a lock region of {}", region.lock));
      if (before == gone.end()) continue;
      if (altered) add(enclosed(*before->second), fmt::format("no longer under {}", region.lock));
      gone.erase(before);
    }
    for (const auto& [acquire, region] : gone) add(enclosed(*region), fmt::format("no longer under {}", region->lock));
    if (!impact.lines.empty()) impacts_[index] = std::move(impact);
  }

  // Same acquire, but it encloses something else now: its release moved, or a statement moved across it.
  bool Altered(const LockRegion& now, const LockRegion& before, const FunctionFacts& f, const FunctionMatch& match) const {
    if (now.shared != before.shared) return true;
    const FunctionFacts& was = old_.functions()[match.old_function];
    std::vector<bool> kept(was.statements.size());
    for (std::uint32_t s : match.statements)
      if (s != kNoMatch) kept[s] = true;
    std::set<std::uint64_t> left_inside, left_outside;  // of OLD, by hash
    for (std::uint32_t s = 0; s < was.statements.size(); ++s)
      if (!kept[s] && IsWritten(was.statements[s]))
        (before.statements.contains(s) ? left_inside : left_outside).insert(was.statements[s].hash);
    for (std::uint32_t i = 0; i < match.statements.size(); ++i) {
      if (!IsWritten(f.statements[i])) continue;
      const bool inside = now.statements.contains(i);
      if (match.statements[i] != kNoMatch) {
        if (before.statements.contains(match.statements[i]) != inside) return true;
      } else if ((inside ? left_outside : left_inside).contains(f.statements[i].hash)) {
        return true;
      }
    }
    return false;
  }

  // --- Steps 3 and 4 ---------------------------------------------------------------------------------------------------
  void Emit(std::uint32_t index, const Impact& impact) {
    const FunctionFacts& f = new_.functions()[index];
    const bool test = IsTestFile(f.position.file);
    for (const auto& [line, why] : impact.lines) {
      Icp point{.cls = ClassOf(f),
                .method = f.pretty,
                .file = f.position.file,
                .line = line,
                .field = "",
                .step = why.first,
                .reason = why.second,
                .test = test};
      EachOuter(f, [&](std::string_view outer, std::uint32_t function) {
        Icp enclosing = point;
        enclosing.method = outer;
        if (function != kNoMatch) enclosing.cls = ClassOf(new_.functions()[function]);
        out_.points.push_back(std::move(enclosing));
      });
      out_.points.push_back(std::move(point));
    }
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
      if (site.kind < facts::AccessKind::kFence && on(site.place)) AddField(names_.Of(site.variable), step, reason, test);
    for (const CallSite& call : f.calls)
      if (on(call.place)) AddField(names_.Of(call), step, reason, test);
  }

  void Fields(std::uint32_t index, const Impact& impact) {
    const FunctionFacts& f = new_.functions()[index];
    Lines lines;
    for (const auto& [line, why] : impact.lines) lines.insert(line);
    const bool test = IsTestFile(f.position.file);
    Accesses(f, &lines, 3, fmt::format("accessed in {}", f.pretty), test);
    for (const CallSite& call : f.calls)
      if (lines.contains(call.place.user.line) && call.place.user.file == f.position.file)
        Callees(call, options_.callee_depth, test);
  }

  // The body of a lambda on an impacted line of the function around it is on that line, too.
  void LambdaFields() {
    for (const FunctionFacts& f : new_.functions()) {
      if (f.system()) continue;
      EachOuter(f, [&](std::string_view, std::uint32_t outer) {
        auto around = impacts_.find(outer);
        if (around == impacts_.end()) return;
        Lines lines;
        for (const auto& [line, why] : around->second.lines) lines.insert(line);
        Accesses(f, &lines, 3, fmt::format("accessed in {}", f.pretty), IsTestFile(f.position.file));
      });
    }
  }

  void Callees(const CallSite& call, int depth, bool test) {
    if (depth <= 0) return;
    if ((call.flags & facts::kSiteLibrary) != 0) {
      out_.skipped_calls += call.kind == facts::CalleeKind::kIndirect &&
                            call.place.function.find("std::function<") != std::string::npos &&
                            call.place.function.find("::operator()(") != std::string::npos;
      return;
    }
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

  // The receiver's own function, or the one it inherits; if that is pure, all overriders.
  std::vector<const FunctionFacts*> VirtualTargets(const CallSite& call) {
    if (by_slot_.empty()) {
      for (const FunctionFacts& f : new_.functions())
        if (f.virtual_slot >= 0) by_slot_[f.virtual_slot].push_back(&f);
      for (const RecordFacts& r : new_.records()) records_.try_emplace(r.name, &r);
    }
    std::vector<const FunctionFacts*> own, inherited, others;
    for (const FunctionFacts* f : by_slot_[static_cast<std::int32_t>(call.slot)]) {
      if (f->record == call.callee) own.push_back(f);
      else if (DerivesFrom(call.callee, f->record, 0)) inherited.push_back(f);
      else if (DerivesFrom(f->record, call.callee, 0)) others.push_back(f);
    }
    // The nearest of several that it inherits hides the others.
    std::erase_if(inherited, [&](const FunctionFacts* f) {
      return std::ranges::any_of(inherited,
                                 [&](const FunctionFacts* nearer) { return DerivesFrom(nearer->record, f->record, 0); });
    });
    return !own.empty() ? own : !inherited.empty() ? inherited : others;
  }
  bool DerivesFrom(const std::string& record, const std::string& base, int depth) const {
    auto at = records_.find(record);
    if (depth > 16 || at == records_.end()) return false;
    return std::ranges::any_of(at->second->bases,
                               [&](const std::string& parent) { return parent == base || DerivesFrom(parent, base, depth + 1); });
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
    if (&old_ != &new_) Unexplained();
    Notes();
  }

  // What differs and has no point. How the two were linked is in no line, whatever else changed.
  void Unexplained() {
    out_.unexplained = LinkDifferences(old_, new_);
    if (out_.points.empty()) std::ranges::move(change::Unexplained(matching_), std::back_inserter(out_.unexplained));
  }

  // Names are all that two versions are sure to share.
  void NoteStrangers() {
    const auto counts = [](const FunctionFacts& f) { return !f.system() && f.mangled != "main" && !f.pretty.starts_with("__"); };
    const auto of_old = std::ranges::count_if(old_.functions(), counts), of_new = std::ranges::count_if(new_.functions(), counts);
    std::int64_t both = 0;
    for (std::uint32_t i = 0; i < new_.functions().size(); ++i)
      both += counts(new_.functions()[i]) && matching_.of(i).old_function != kNoMatch;
    if (both * 5 < std::min(of_old, of_new))
      out_.notes.push_back(fmt::format(
          "OLD and NEW look like different programs: {} of {} functions have a counterpart in OLD. Is OLD the right file?", both,
          of_new));
  }

  void Notes() {
    NoteStrangers();
    if (out_.functions > 0 && out_.changed_functions * 2 > out_.functions)
      out_.notes.push_back(
          fmt::format("{} of {} functions changed: the heuristics come close to the plain search; the FIELD modes may still help",
                      out_.changed_functions, out_.functions));
    if (out_.skipped_calls > 0)
      out_.notes.push_back(fmt::format("{} calls on impacted lines go to functions that are not known (pointers, std::function)",
                                       out_.skipped_calls));
    for (std::string& note : BuildNotes(CompareBuilds(old_, new_))) out_.notes.push_back(std::move(note));
    const bool code = std::ranges::any_of(out_.points, [](const Icp& p) { return !p.test; });
    const bool test = std::ranges::any_of(out_.points, [](const Icp& p) { return p.test; });
    if (code && test)
      out_.notes.push_back(
          "the test itself changed too; heuristics that look at the call stack (ONSTACK) use only the changes outside of it");
  }

  const ProgramChange& change_;
  const Matching& matching_;
  IcpOptions options_;
  const Facts &old_, &new_;
  FieldNames names_;
  const LockRegions &old_regions_, &new_regions_;
  std::map<std::uint32_t, Impact> impacts_;  // by function
  std::vector<std::uint32_t> new_instances_;  // of templates
  std::map<std::uint32_t, Lines> nested_;  // by function: changed lines of the lambdas in it
  std::unordered_map<std::string_view, std::uint32_t> by_pretty_;
  std::unordered_map<std::int32_t, std::vector<const FunctionFacts*>> by_slot_;
  std::unordered_map<std::string_view, const RecordFacts*> records_;
  std::set<std::string> old_methods_;
  std::set<std::string> retyped_;  // locks
  IcpSet out_;
};

}  // namespace

IcpSet CollectIcps(const ProgramChange& change, const IcpOptions& options) { return Collector(change, options).Run(); }

const IcpSet& ImpactedPoints(const ProgramChange& change) {
  return change.Derived<IcpSet>([](const ProgramChange& made) { return CollectIcps(made); });
}

}  // namespace reweave::inline capp
