#include "techniques/paths/branch_table.h"

#include <algorithm>

namespace reweave::paths {

std::uint32_t BranchTable::AddBranch(std::uint32_t outcomes) {
  outcomes_.push_back(outcomes);
  return static_cast<std::uint32_t>(outcomes_.size() - 1);
}

std::uint32_t BranchTable::Group(std::uint32_t branch, std::uint64_t key) {
  const auto [known, fresh] = by_key_.try_emplace({branch, key}, static_cast<std::uint32_t>(groups_.size()));
  if (fresh) groups_.push_back({branch, std::nullopt, false, {}});
  return known->second;
}

void BranchTable::Join(std::uint32_t variant, std::uint32_t group) {
  if (groups_of_[variant].insert(group).second) groups_[group].members.push_back(variant);
}

void BranchTable::Tested(std::uint32_t group, std::uint32_t outcome) {
  groups_[group].tested = true;
  if (!groups_[group].outcome) groups_[group].outcome = outcome;
}

void BranchTable::Executed(std::optional<std::uint32_t> variant, const std::map<std::uint32_t, std::uint32_t>& outcomes) {
  Row row(outcomes_.size(), kAny);
  for (const auto& [branch, outcome] : outcomes) row[branch] = outcome;
  realised_.insert(std::move(row));
  if (!variant) return;
  executed_.insert(*variant);
  for (const std::uint32_t number : groups_of_[*variant]) {
    groups_[number].tested = true;
    const auto seen = outcomes.find(groups_[number].branch);
    if (seen != outcomes.end() && !groups_[number].outcome) groups_[number].outcome = seen->second;
  }
}

std::uint64_t BranchTable::Rows() const {
  std::uint64_t rows = 1;
  for (const std::uint32_t count : outcomes_) rows = std::min(rows * count, kMostRows + 1);
  return rows;
}

std::vector<BranchTable::Row> BranchTable::untested_rows() const {
  std::vector<Row> out;
  const auto realised = [&](const Row& row) {
    return std::ranges::any_of(realised_, [&](const Row& seen) {
      for (std::size_t b = 0; b < row.size(); ++b) {
        const std::uint32_t was = b < seen.size() ? seen[b] : kAny;
        if (row[b] != kAny && was != kAny && was != row[b]) return false;
      }
      return true;
    });
  };
  if (reduced()) {  // one goal a branch and outcome
    for (std::uint32_t b = 0; b < outcomes_.size(); ++b)
      for (std::uint32_t outcome = 0; outcome < outcomes_[b]; ++outcome) {
        const bool seen = std::ranges::any_of(realised_, [&](const Row& row) { return b < row.size() && row[b] == outcome; });
        Row goal(outcomes_.size(), kAny);
        goal[b] = outcome;
        if (!seen) out.push_back(std::move(goal));
      }
    return out;
  }
  Row row(outcomes_.size(), 0);
  while (true) {
    if (!realised(row)) out.push_back(row);
    std::size_t b = row.size();
    while (b > 0 && ++row[b - 1] == outcomes_[b - 1]) row[--b] = 0;
    if (b == 0) return out;
  }
}

std::optional<std::uint32_t> BranchTable::Candidate(const Row& row) const {
  std::optional<std::set<std::uint32_t>> left;
  for (std::uint32_t b = 0; b < row.size(); ++b) {
    if (row[b] == kAny) continue;
    std::set<std::uint32_t> members;
    for (const GroupState& group : groups_)
      if (group.branch == b && group.outcome == row[b])
        for (const std::uint32_t variant : group.members)
          if (!executed_.contains(variant) && (!left || left->contains(variant))) members.insert(variant);
    left = std::move(members);
  }
  if (!left || left->empty()) return std::nullopt;
  return *left->begin();
}

std::vector<std::uint32_t> BranchTable::NextTests() const {
  std::vector<std::uint32_t> tests;
  for (const Row& row : untested_rows())
    if (const auto candidate = Candidate(row); candidate && std::ranges::find(tests, *candidate) == tests.end())
      tests.push_back(*candidate);
  if (!tests.empty()) return tests;
  std::optional<std::uint32_t> best;
  std::size_t most = 0;
  for (const auto& [variant, groups] : groups_of_) {
    if (executed_.contains(variant)) continue;
    const auto untested =
        static_cast<std::size_t>(std::ranges::count_if(groups, [&](std::uint32_t g) { return !groups_[g].tested; }));
    if (untested > most) most = untested, best = variant;
  }
  if (best) tests.push_back(*best);
  return tests;
}

std::uint64_t BranchTable::tested_groups() const {
  return static_cast<std::uint64_t>(std::ranges::count(groups_, true, &GroupState::tested));
}

}  // namespace reweave::paths
