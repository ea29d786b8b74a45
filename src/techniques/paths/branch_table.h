// The published way to choose the next runs: variants in groups that give a branch the same value, and a table of the
// combinations of branch outcomes that were seen. Knows nothing of runs: branches and variants are numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace reweave::paths {

class BranchTable {
 public:
  static constexpr std::uint64_t kMostRows = 4096;  // beyond: each outcome of each branch at least once

  std::uint32_t AddBranch(std::uint32_t outcomes = 2);
  // The group of `branch` with this key, made if it is new.
  std::uint32_t Group(std::uint32_t branch, std::uint64_t key);
  void Join(std::uint32_t variant, std::uint32_t group);
  // A run: its outcome at each branch (missing: it did not come there), and the variant it was made for.
  void Executed(std::optional<std::uint32_t> variant, const std::map<std::uint32_t, std::uint32_t>& outcomes);
  // The run itself is known to be a member of this group.
  void Tested(std::uint32_t group, std::uint32_t outcome);

  bool all_rows_tested() const { return untested_rows().empty(); }
  // Of one round. Empty: every group is tested.
  std::vector<std::uint32_t> NextTests() const;

  std::uint64_t groups() const { return groups_.size(); }
  std::uint64_t tested_groups() const;
  bool reduced() const { return Rows() > kMostRows; }

 private:
  using Row = std::vector<std::uint32_t>;
  struct GroupState {
    std::uint32_t branch;
    std::optional<std::uint32_t> outcome;
    bool tested = false;
    std::vector<std::uint32_t> members;
  };
  std::uint64_t Rows() const;
  std::vector<Row> untested_rows() const;
  std::optional<std::uint32_t> Candidate(const Row& row) const;

  std::vector<std::uint32_t> outcomes_;  // by branch: how many it has
  std::vector<GroupState> groups_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> by_key_;
  std::map<std::uint32_t, std::set<std::uint32_t>> groups_of_;  // by variant
  std::set<std::uint32_t> executed_;
  std::set<Row> realised_;  // kAny where the run did not come
  static constexpr std::uint32_t kAny = ~0u;
};

}  // namespace reweave::paths
