#include "techniques/simrt/sync_impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "techniques/simrt/slice.h"

namespace reweave::inline simrt {

namespace {

std::string Place(const CallSite& call) {
  const SourcePosition& at = call.place.user.line ? call.place.user : call.place.at;
  return fmt::format("{}:{}", at.file, at.line);
}

// Statements with something in them that runs: others are told by their neighbours alone.
std::set<std::uint32_t> WithSites(const FunctionFacts& f) {
  std::set<std::uint32_t> out;
  for (const AccessSite& site : f.accesses) out.insert(site.statement);
  for (const CallSite& site : f.calls) out.insert(site.statement);
  out.erase(kNoStatement);
  return out;
}

bool IsExplicit(const FunctionFacts& f, const CallSite& call) {
  return call.statement != kNoStatement &&
         !(f.statements[call.statement].flags & (facts::kStatementImplicit | facts::kStatementUnwind));
}

// The call of a lock that nobody can name: of a virtual function or through a pointer. Which functions may be meant, points-to
// knows of the new version; of the old one the slot or the signature must do.
bool MayLock(const CallSite& call, const Facts& facts, const LockRegions& regions) {
  if (call.kind == facts::CalleeKind::kDirect) return false;
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) {
    const FunctionFacts& f = facts.functions()[i];
    if (f.system() || regions.effect(i).empty()) continue;
    if (call.kind == facts::CalleeKind::kVirtual ? f.virtual_slot == static_cast<std::int32_t>(call.slot)
                                                 : f.signature == call.signature)
      return true;
  }
  return false;
}

// Nothing in it is tied to a statement: its unit has no debug information.
bool IsBlind(const FunctionFacts& f) {
  return f.position.line == 0 && std::ranges::all_of(f.calls, [](const CallSite& c) { return c.statement == kNoStatement; }) &&
         std::ranges::all_of(f.accesses, [](const AccessSite& a) { return a.statement == kNoStatement; });
}

bool Unwinds(const FunctionFacts& f, const CallSite& call) {
  return call.statement != kNoStatement && (f.statements[call.statement].flags & facts::kStatementUnwind) != 0;
}

// Direct calls of a function by the callee's id, those that run inside the region only.
std::map<std::string, int> CallsInside(const FunctionFacts& f, const LockRegion& region) {
  std::map<std::string, int> out;
  for (std::uint32_t c : region.calls)
    if (f.calls[c].kind == facts::CalleeKind::kDirect && f.calls[c].operation == facts::Operation::kNone &&
        !f.calls[c].place.library && !Unwinds(f, f.calls[c]))
      ++out[f.calls[c].callee];
  return out;
}

std::ptrdiff_t CallsOf(const FunctionFacts& f, const std::string& callee) {
  return std::ranges::count_if(f.calls, [&](const CallSite& call) { return call.callee == callee && !Unwinds(f, call); });
}

}  // namespace

SyncImpact::SyncImpact(const ProgramChange& change, const FlowProgram& program, const PointsTo& points,
                       const std::map<std::string, DeclarationChange>& declarations, bool condvar_impact)
    : matching_(change.matching()),
      program_(program),
      points_(points),
      declarations_(declarations),
      old_regions_(change.old_locks()),
      new_regions_(change.new_locks()) {
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    if (program.functions()[f].system() || matching_.of(f).old_function == kNoMatch) continue;
    Function(f, old_regions_, new_regions_);
    if (condvar_impact && !matching_.of(f).identical) Waits(f);
  }
  EnterCallees();
}

void SyncImpact::AddRegion(std::uint32_t number, const LockRegion& region, const std::string& reason) {
  const FunctionFacts& f = program_.functions()[number];
  for (std::uint32_t s : region.statements) Mark(number, s, reason);
  for (std::uint32_t c = 0; c < f.calls.size(); ++c)
    if (f.calls[c].statement != kNoStatement && region.statements.contains(f.calls[c].statement))
      for (std::uint32_t to : points_.calls(number, c).functions) called_.push_back({to, reason, {number, f.calls[c].block}});
}

// A wait that was added, removed, moved or modified.
void SyncImpact::Waits(std::uint32_t number) {
  const auto waits = [](const CallSite& call) {
    return call.operation == facts::Operation::kCondWait || call.operation == facts::Operation::kCondTimedWait;
  };
  const FunctionMatch& match = matching_.of(number);
  const FunctionFacts& now = program_.functions()[number];
  const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
  std::vector<bool> kept(before.calls.size());
  std::string reason;
  for (std::uint32_t c = 0; c < now.calls.size(); ++c) {
    if (match.calls[c] != kNoMatch) kept[match.calls[c]] = true;
    else if (waits(now.calls[c])) reason = fmt::format("{}: waits here", Place(now.calls[c]));
  }
  for (std::uint32_t c = 0; c < before.calls.size(); ++c)
    if (!kept[c] && waits(before.calls[c])) reason = fmt::format("{} (before): no longer waits here", Place(before.calls[c]));
  if (reason.empty()) return;
  for (const LockRegion& region : new_regions_.of(number)) AddRegion(number, region, reason);
}

void SyncImpact::AddInfluenced(const ForwardSlice& slice, const Threads& threads) {
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
    if (program_.functions()[f].system() || !slice.Touches(f)) continue;
    // A call through a pointer that the change decides about: it may have been a lock's.
    const FunctionFacts& function = program_.functions()[f];
    for (std::uint32_t c = 0; c < function.calls.size(); ++c) {
      const std::uint32_t op = function.calls[c].kind == facts::CalleeKind::kIndirect ? threads.OpOf(f, c) : kNoSite;
      if (op == kNoSite || !slice.Contains(f, op) || !MayLock(function.calls[c], matching_.old_facts(), old_regions_)) continue;
      if (matching_.of(f).old_function != kNoMatch && altered_[f].all.empty())
        MarkAll(f, fmt::format("{}: the change decides about a call that may be a lock's", Place(function.calls[c])));
    }
    for (const LockRegion& region : new_regions_.of(f)) {
      const auto decided = [&](std::uint32_t call) {
        const std::uint32_t op = threads.OpOf(f, call);
        return op != kNoSite && slice.Contains(f, op);
      };
      if (!decided(region.acquire) && std::ranges::none_of(region.releases, decided)) continue;
      const std::string reason =
          fmt::format("{}: the change decides about {}", Place(program_.functions()[f].calls[region.acquire]),
                      region.lock == "?" ? "a lock" : region.lock);
      AddRegion(f, region, reason);
    }
  }
  AddDeciding(slice, threads);
  EnterCallees();
}

// Functions of the user's that take or give back a lock, or not, as the change decides: the constructor or destructor of a guard,
// and what leads to it. By function.
std::vector<bool> SyncImpact::Deciding(const ForwardSlice& slice, const Threads& threads) const {
  std::vector<bool> out(program_.functions().size());
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
      const FunctionFacts& function = program_.functions()[f];
      if (out[f] || function.system()) continue;
      const bool keeps = !new_regions_.effect(f).empty();
      for (std::uint32_t c = 0; c < function.calls.size() && !out[f]; ++c) {
        const LockAction action = LockActionOf(function.calls[c]);
        const bool lock = action == LockAction::kRelease || (keeps && action != LockAction::kNone);
        const std::uint32_t op = lock ? threads.OpOf(f, c) : kNoSite;
        out[f] = (op != kNoSite && slice.Contains(f, op)) || (keeps && Reaches(f, c, out));
      }
      again |= out[f];
    }
  }
  return out;
}

bool SyncImpact::Reaches(std::uint32_t function, std::uint32_t call, const std::vector<bool>& wanted) const {
  return std::ranges::any_of(points_.calls(function, call).functions, [&](std::uint32_t to) { return wanted[to]; });
}

// Regions that begin, or may end, with a call of such a function.
void SyncImpact::AddDeciding(const ForwardSlice& slice, const Threads& threads) {
  const std::vector<bool> deciding = Deciding(slice, threads);
  if (std::ranges::find(deciding, true) == deciding.end()) return;
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
    const FunctionFacts& function = program_.functions()[f];
    if (function.system()) continue;
    for (const LockRegion& region : new_regions_.of(f)) {
      if (Reaches(f, region.acquire, deciding))
        AddRegion(
            f, region,
            fmt::format("{}: the change decides whether it takes the lock, or which", Place(function.calls[region.acquire])));
      // A function that releases under a condition is no release, but lies in the region.
      for (const std::set<std::uint32_t>* calls : {&region.releases, &region.calls})
        if (const auto call = std::ranges::find_if(*calls, [&](std::uint32_t c) { return Reaches(f, c, deciding); });
            call != calls->end() && *call != region.acquire)
          AddRegion(f, region,
                    fmt::format("{}: the change decides whether it gives the lock back", Place(function.calls[*call])));
    }
  }
}

void SyncImpact::Mark(std::uint32_t function, std::uint32_t statement, const std::string& reason) {
  altered_[function].statements.try_emplace(statement, reason);
}

void SyncImpact::MarkAll(std::uint32_t function, const std::string& reason) {
  altered_[function].all = reason;
  const FunctionFacts& f = program_.functions()[function];
  notes_.push_back(
      fmt::format("{}: what the lock guards is not known ({}): all of it, and what it calls, counts", f.pretty, reason));
  for (std::uint32_t c = 0; c < f.calls.size(); ++c)
    if (const CallTargets& targets = points_.calls(function, c); !targets.spawn)
      for (std::uint32_t to : targets.functions) called_.push_back({to, reason, {function, f.calls[c].block}});
  // A lock that it keeps when it returns guards what its callers do then.
  const std::uint32_t was = matching_.of(function).old_function;
  const auto keeps = [](const std::vector<LockRegion>& regions) { return std::ranges::any_of(regions, &LockRegion::kept); };
  if (!keeps(new_regions_.of(function)) && (was == kNoMatch || !keeps(old_regions_.of(was)))) return;
  for (std::uint32_t g = 0; g < program_.functions().size(); ++g) {
    if (program_.functions()[g].system() || matching_.of(g).old_function == kNoMatch || !altered_[g].all.empty()) continue;
    for (std::uint32_t c = 0; c < program_.functions()[g].calls.size() && altered_[g].all.empty(); ++c)
      if (const CallTargets& targets = points_.calls(g, c);
          !targets.spawn && std::ranges::find(targets.functions, function) != targets.functions.end())
        MarkAll(g, reason);
  }
}

// Why nobody can say what the function's changed locks guard; "": they can, or none changed.
std::string SyncImpact::UnknownRegion(std::uint32_t number, const LockRegions& old_regions,
                                      const LockRegions& new_regions) const {
  const FunctionMatch& match = matching_.of(number);
  const FunctionFacts& now = matching_.new_facts().functions()[number];
  const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
  // A function that some call may reach takes or gives back other locks than before.
  for (std::uint32_t c = 0; c < now.calls.size(); ++c) {
    if (now.calls[c].kind == facts::CalleeKind::kDirect) continue;
    for (std::uint32_t to : points_.calls(number, c).functions) {
      if (program_.functions()[to].system()) continue;
      const std::uint32_t was = matching_.of(to).old_function;
      const bool other = match.calls[c] == kNoMatch ? !new_regions.effect(to).empty()
                                                    : was != kNoMatch && old_regions.effect(was) != new_regions.effect(to);
      if (other) return fmt::format("{}: a call that may be {}", Place(now.calls[c]), program_.functions()[to].pretty);
    }
  }
  if (match.identical) return "";
  std::vector<bool> kept_calls(before.calls.size()), kept_statements(before.statements.size());
  for (std::uint32_t was : match.calls)
    if (was != kNoMatch) kept_calls[was] = true;
  for (std::uint32_t was : match.statements)
    if (was != kNoMatch) kept_statements[was] = true;
  for (std::uint32_t c = 0; c < before.calls.size(); ++c)
    if (!kept_calls[c] && MayLock(before.calls[c], matching_.old_facts(), old_regions))
      return fmt::format("{} (before): a call that may have been a lock's", Place(before.calls[c]));
  const auto assembly = [](const StatementFacts& s) { return (s.flags & facts::kStatementAssembly) != 0; };
  const auto line = [](const FunctionFacts& f, const StatementFacts& s) {
    return fmt::format("{}:{}", f.position.file, s.lines.empty() ? f.position.line : s.lines.front());
  };
  for (std::uint32_t s = 0; s < now.statements.size(); ++s)
    if (assembly(now.statements[s]) && match.statements[s] == kNoMatch) return line(now, now.statements[s]) + ": inline assembly";
  for (std::uint32_t s = 0; s < before.statements.size(); ++s)
    if (assembly(before.statements[s]) && !kept_statements[s])
      return line(before, before.statements[s]) + " (before): inline assembly";
  if ((IsBlind(now) || IsBlind(before)) && !(old_regions.of(match.old_function).empty() && new_regions.of(number).empty()))
    return now.pretty + " changed, and has no debug information";
  return "";
}

void SyncImpact::Function(std::uint32_t number, const LockRegions& old_regions, const LockRegions& new_regions) {
  if (const std::string why = UnknownRegion(number, old_regions, new_regions); !why.empty()) return MarkAll(number, why);
  const FunctionMatch& match = matching_.of(number);
  const FunctionFacts& now = matching_.new_facts().functions()[number];
  const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
  const auto& olds = old_regions.of(match.old_function);
  const auto& news = new_regions.of(number);
  if (olds.empty() && news.empty()) return;
  std::vector<std::uint32_t> new_statement(before.statements.size(), kNoMatch), new_call(before.calls.size(), kNoMatch);
  for (std::uint32_t s = 0; s < match.statements.size(); ++s)
    if (match.statements[s] != kNoMatch) new_statement[match.statements[s]] = s;
  for (std::uint32_t c = 0; c < match.calls.size(); ++c)
    if (match.calls[c] != kNoMatch) new_call[match.calls[c]] = c;
  const std::set<std::uint32_t> old_sites = WithSites(before), new_sites = WithSites(now);
  const auto comparable = [&](std::uint32_t s) {
    return match.statements[s] != kNoMatch && new_sites.contains(s) && old_sites.contains(match.statements[s]);
  };

  const auto add_new = [&](const LockRegion& region, const std::string& reason) {
    for (std::uint32_t s : region.statements) Mark(number, s, reason);
    for (std::uint32_t c = 0; c < now.calls.size(); ++c)
      if (now.calls[c].statement != kNoStatement && region.statements.contains(now.calls[c].statement))
        for (std::uint32_t to : points_.calls(number, c).functions) called_.push_back({to, reason, {number, now.calls[c].block}});
  };
  const auto add_old = [&](const LockRegion& region, const std::string& reason) {
    for (std::uint32_t s : region.statements)
      if (s < new_statement.size() && new_statement[s] != kNoMatch) Mark(number, new_statement[s], reason);
    for (std::uint32_t c = 0; c < before.calls.size(); ++c) {
      if (before.calls[c].statement == kNoStatement || !region.statements.contains(before.calls[c].statement)) continue;
      // Where the text has it no longer as it was, what it called may still be called: a destructor at the end of the scope.
      for (std::uint32_t k = 0; k < now.calls.size(); ++k)
        if (new_call[c] == kNoMatch ? match.calls[k] == kNoMatch && now.calls[k].callee == before.calls[c].callee
                                    : k == new_call[c])
          for (std::uint32_t to : points_.calls(number, k).functions)
            called_.push_back({to, reason, {number, now.calls[k].block}});
    }
  };

  std::vector<bool> old_used(olds.size());
  for (const LockRegion& region : news) {
    const CallSite& acquire = now.calls[region.acquire];
    const auto type = declarations_.find(region.lock);
    const std::uint32_t was = match.calls[region.acquire];
    std::size_t found = olds.size();
    // One call may take several (std::lock): the same lock, where both have it.
    for (std::size_t i = 0; i < olds.size() && was != kNoMatch; ++i)
      if (!old_used[i] && olds[i].acquire == was && (found == olds.size() || olds[i].lock == region.lock)) found = i;
    if (found == olds.size() && region.lock == "?")
      return MarkAll(number, fmt::format("{}: takes a lock, which it did not before", Place(acquire)));
    if (found == olds.size()) {
      add_new(region, fmt::format("{}: takes {}, which it did not before", Place(acquire), region.lock));
      continue;
    }
    const LockRegion& old_region = olds[found];
    old_used[found] = true;
    std::string reason;
    if (old_region.lock != region.lock)
      reason = fmt::format("{}: takes {} instead of {}", Place(acquire), region.lock, old_region.lock);
    else if (old_region.shared != region.shared)
      reason = fmt::format("{}: takes {} {}", Place(acquire), region.lock,
                           region.shared ? "shared, no longer exclusive" : "exclusive, no longer shared");
    else if (type != declarations_.end() && type->second.kind != DeclarationChange::Kind::kInitialiser)
      reason = type->second.text;
    for (std::uint32_t c : region.releases)
      if (reason.empty() && match.calls[c] == kNoMatch && IsExplicit(now, now.calls[c]))
        reason = fmt::format("{}: releases {} here", Place(now.calls[c]), region.lock);
    for (std::uint32_t c : old_region.releases)
      if (reason.empty() && new_call[c] == kNoMatch && IsExplicit(before, before.calls[c]))
        reason = fmt::format("{} (before): no longer releases {} here", Place(before.calls[c]), region.lock);
    for (std::uint32_t s = 0; s < match.statements.size() && reason.empty(); ++s)
      if (comparable(s) && region.statements.contains(s) != old_region.statements.contains(match.statements[s]))
        reason = fmt::format("{}: what {} guards has changed", Place(acquire), region.lock);
    if (reason.empty() && region.kept != old_region.kept)
      reason = fmt::format("{}: {} is {} on every way", Place(acquire), region.lock,
                           region.kept ? "no longer given back" : "now given back");
    // A call that is still made, but not as often under the lock, or more often: what one line destroys, in another order.
    std::map<std::string, int> fewer = CallsInside(before, old_region);
    for (const auto& [callee, times] : CallsInside(now, region)) fewer[callee] -= times;
    std::erase_if(fewer, [&](const auto& entry) {
      const std::ptrdiff_t more = CallsOf(now, entry.first) - CallsOf(before, entry.first);
      return entry.second == 0 || (entry.second > 0 ? more < 0 : more > 0);
    });
    if (reason.empty() && !fewer.empty()) reason = fmt::format("{}: what {} guards has changed", Place(acquire), region.lock);
    if (reason.empty()) continue;
    if (region.lock == "?" || old_region.lock == "?") return MarkAll(number, reason);
    // A region that seems to guard nothing in either version: the lock is given back on a way that is never gone (a loop that is
    // made once), and what it guarded is not known.
    const auto guards = [](const FunctionFacts& f, const LockRegion& r, const std::set<std::uint32_t>& sites) {
      std::set<std::uint32_t> own{f.calls[r.acquire].statement};
      for (std::uint32_t c : r.releases) own.insert(f.calls[c].statement);
      return std::ranges::any_of(r.statements, [&](std::uint32_t s) { return !own.contains(s) && sites.contains(s); });
    };
    if (!guards(now, region, new_sites) && !guards(before, old_region, old_sites)) return MarkAll(number, reason);
    for (std::uint32_t c = 0; c < now.calls.size(); ++c)
      if (fewer.contains(now.calls[c].callee))
        for (std::uint32_t to : points_.calls(number, c).functions) called_.push_back({to, reason, {number, now.calls[c].block}});
    add_new(region, reason);
    add_old(old_region, reason);
  }
  for (std::size_t i = 0; i < olds.size(); ++i)
    if (!old_used[i] && olds[i].lock == "?")
      return MarkAll(number, fmt::format("{} (before): no longer takes a lock", Place(before.calls[olds[i].acquire])));
  for (std::size_t i = 0; i < olds.size(); ++i)
    if (!old_used[i])
      add_old(olds[i], fmt::format("{} (before): no longer takes {}", Place(before.calls[olds[i].acquire]), olds[i].lock));
}

// What runs in a region is in it, wherever it is written.
void SyncImpact::EnterCallees() {
  while (!called_.empty()) {
    const Called called = std::move(called_.back());
    called_.pop_back();
    Callee& callee = callees_[called.function];
    if (callee.reason.empty()) callee.reason = called.reason;
    if (!callee.from.insert(called.from).second) continue;
    for (std::uint32_t c = 0; c < program_.functions()[called.function].calls.size(); ++c) {
      const CallTargets& targets = points_.calls(called.function, c);
      if (targets.spawn) continue;
      for (std::uint32_t to : targets.functions) called_.push_back({to, called.reason, called.from});
    }
  }
}

const SyncImpact::Callee* SyncImpact::CalleeOf(std::uint32_t function) const {
  auto found = callees_.find(function);
  return found == callees_.end() ? nullptr : &found->second;
}

const std::string* SyncImpact::ReasonOf(std::uint32_t function, std::uint32_t statement) const {
  auto found = altered_.find(function);
  if (found == altered_.end()) return nullptr;
  if (!found->second.all.empty()) return &found->second.all;
  auto reason = found->second.statements.find(statement);
  return reason == found->second.statements.end() ? nullptr : &reason->second;
}

}  // namespace reweave::inline simrt
