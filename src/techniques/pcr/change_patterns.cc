#include "techniques/pcr/change_patterns.h"

#include <algorithm>
#include <unordered_map>

#include "techniques/pcr/patterns.h"
#include "techniques/pcr/solve.h"

namespace reweave::pcr {

namespace {

constexpr std::size_t kMostSolved = 2000;            // patterns for which it is found out whether they can be
constexpr std::uint64_t kMostEvents = 2'000'000;     // of all these problems together: a part of a second

}  // namespace

ChangePatterns::ChangePatterns(const Trace& recorded, const std::unordered_set<std::uint32_t>& impacted) {
  if (impacted.empty()) return;
  detect::PatternCoverage first;
  first.Analyse(recorded);
  for (const detect::PatternInstance& pattern : first.fresh()) {
    const auto end = pattern.events.begin() + pattern.steps;
    if (std::any_of(pattern.events.begin(), end, [&](std::uint32_t e) { return impacted.contains(recorded.events[e].site); }))
      keys_.insert(pattern.key), covered_.insert(pattern.key);
  }
  Suggest(recorded, impacted, first);
}

void ChangePatterns::Suggest(const Trace& recorded, const std::unordered_set<std::uint32_t>& impacted,
                             const detect::PatternCoverage& first) {
  const auto run = Run::Make(recorded);
  if (!run) return;  // damaged or cut: what it had is counted
  Candidates candidates(*run, {});
  const std::vector<Pattern> list = candidates.Find([&](std::uint64_t key) { return first.Covers(key); },
                                                    [&](EventId e) { return impacted.contains(run->events[e].site); }, false);
  Solver solver;
  std::unordered_map<std::uint64_t, bool> impossible;  // every instance of it
  std::size_t solved = 0;
  for (const Pattern& pattern : list) {
    keys_.insert(pattern.key);
    bool cannot = false;
    if (++solved <= kMostSolved && solver.counts().events < kMostEvents) {
      Query used;
      const Answer answer = solver.Solve(*run, pattern.ToQuery(run->has_branches ? Kept::kBranches : Kept::kAll), &used);
      cannot = answer.verdict == Verdict::kImpossible && answer.exact;
    }
    const auto [known, fresh] = impossible.try_emplace(pattern.key, cannot);
    known->second = known->second && cannot;
  }
  for (const auto& [key, all] : impossible)
    if (all) infeasible_.insert(key);
}

void ChangePatterns::Add(const detect::PatternCoverage& search) {
  for (const std::uint64_t key : keys_)
    if (search.Covers(key)) covered_.insert(key);
}

std::uint64_t ChangePatterns::infeasible() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(infeasible_, [&](std::uint64_t key) { return !covered_.contains(key); }));
}

}  // namespace reweave::pcr
