#include "impact/sync_impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "change/lock_regions.h"

namespace reweave {

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

}  // namespace

SyncImpact::SyncImpact(const Matching& matching, const FlowProgram& program, const PointsTo& points,
                       const std::map<std::string, DeclarationChange>& declarations)
    : matching_(matching), program_(program), points_(points), declarations_(declarations) {
  const LockRegions old_regions(matching.old_facts()), new_regions(matching.new_facts());
  for (std::uint32_t f = 0; f < program.functions().size(); ++f)
    if (!program.functions()[f].system() && matching.of(f).old_function != kNoMatch) Function(f, old_regions, new_regions);
  EnterCallees();
}

void SyncImpact::Mark(std::uint32_t function, std::uint32_t statement, const std::string& reason) {
  altered_[function].statements.try_emplace(statement, reason);
}

void SyncImpact::Function(std::uint32_t number, const LockRegions& old_regions, const LockRegions& new_regions) {
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
      if (new_call[c] != kNoMatch)
        for (std::uint32_t to : points_.calls(number, new_call[c]).functions)
          called_.push_back({to, reason, {number, now.calls[new_call[c]].block}});
    }
  };

  std::vector<bool> old_used(olds.size());
  for (const LockRegion& region : news) {
    const CallSite& acquire = now.calls[region.acquire];
    const auto type = declarations_.find(region.lock);
    const std::uint32_t was = match.calls[region.acquire];
    std::size_t found = olds.size();
    for (std::size_t i = 0; i < olds.size() && was != kNoMatch; ++i)
      if (!old_used[i] && olds[i].acquire == was) found = i;
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
    if (reason.empty()) continue;
    add_new(region, reason);
    add_old(old_region, reason);
  }
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
  auto reason = found->second.statements.find(statement);
  return reason == found->second.statements.end() ? nullptr : &reason->second;
}

}  // namespace reweave
