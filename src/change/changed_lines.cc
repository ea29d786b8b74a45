#include "change/changed_lines.h"

#include <algorithm>
#include <set>

namespace reweave::inline change {

void AddChanged(const FunctionFacts& f, const FunctionMatch& match, LineImpact& impact) {
  std::set<std::uint32_t> kept;
  for (std::size_t i = 0; i < f.statements.size(); ++i)
    if (match.statements[i] != kNoMatch) kept.insert(f.statements[i].lines.begin(), f.statements[i].lines.end());
  const std::string reason = match.old_function == kNoMatch ? "new function" : "changed";
  for (std::size_t i = 0; i < f.statements.size(); ++i) {
    const StatementFacts& s = f.statements[i];
    if (match.statements[i] != kNoMatch || !IsWritten(s)) continue;
    // Where the source was not at hand the end of a branch could not be told from a `break`.
    if ((s.flags & facts::kStatementJump) != 0 && kept.contains(s.lines.front())) continue;
    for (std::uint32_t line : s.lines) impact.Add(line, 0, reason);
  }
}

namespace {

void Anchor(const StatementFacts& s, LineImpact& impact) {
  for (std::uint32_t line : s.lines) impact.Add(line, 0, "next to deleted code");
}

}  // namespace

void AddDeleted(const FunctionFacts& f, const FunctionFacts& before, const FunctionMatch& match, LineImpact& impact) {
  std::vector<std::uint32_t> now_of(before.statements.size(), kNoMatch);
  for (std::uint32_t i = 0; i < match.statements.size(); ++i)
    if (match.statements[i] != kNoMatch) now_of[match.statements[i]] = i;
  for (std::uint32_t i = 0; i < before.statements.size();) {
    if (now_of[i] != kNoMatch || !IsWritten(before.statements[i])) {
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
      const StatementFacts* above = survives(from) ? &f.statements[first - 1] : nullptr;
      if (above) Anchor(*above, impact);
      // The step of a loop follows its body, but stands above it.
      std::uint32_t below = to;
      while (above && below < before.statements.size() &&
             (!survives(below) || f.statements[now_of[below]].lines.back() < above->lines.front()))
        ++below;
      if (below < before.statements.size()) Anchor(f.statements[now_of[below]], impact);
    }
    i = std::max(to, i + 1);
  }
}

namespace {

bool SameEdges(const BlockFacts& before, const BlockFacts& now, const FunctionMatch& match) {
  if (before.edges.size() != now.edges.size()) return false;
  for (std::size_t i = 0; i < now.edges.size(); ++i) {
    const BlockEdge &was = before.edges[i], &is = now.edges[i];
    if (was.label != is.label || was.value != is.value || match.blocks[is.target] != was.target) return false;
  }
  return true;
}

}  // namespace

void AddUnwritten(const FunctionFacts& f, const FunctionFacts& before, const FunctionMatch& match, LineImpact& impact) {
  // Names of functions are the statements' business.
  if (f.hash == before.hash || (f.loose_hash != Hash128{} && f.loose_hash == before.loose_hash)) return;
  const std::string reason = "its statements are the same, what they compile to is not";
  std::vector<bool> differs(f.blocks.size());
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b)
    differs[b] = match.blocks[b] == kNoMatch || !SameEdges(before.blocks[match.blocks[b]], f.blocks[b], match);
  const auto add = [&](const auto& sites) {
    for (const auto& site : sites)
      if (differs[site.block] && site.statement != kNoStatement && IsWritten(f.statements[site.statement]))
        for (std::uint32_t line : f.statements[site.statement].lines) impact.Add(line, 0, reason);
  };
  add(f.accesses);
  add(f.calls);
  add(f.branches);
  for (std::uint32_t b = 0; impact.lines.empty() && b < f.blocks.size(); ++b)
    if (differs[b] && f.blocks[b].first_line != 0) impact.Add(f.blocks[b].first_line, 0, reason);
  if (impact.lines.empty() && f.position.line != 0) impact.Add(f.position.line, 0, reason);
}

}  // namespace reweave::inline change
