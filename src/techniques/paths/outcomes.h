// The combinations of branch outcomes that were seen, and whether there can be others.
//
// Every thread is a tree: which affected branch comes next depends on the outcomes so far. A combination is one leaf a thread. As
// long as some branch was seen with one outcome only there are combinations left; else there are as many as the product of the
// numbers of leaves. The product is never listed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_set>
#include <vector>

#include "techniques/paths/run.h"

namespace reweave::paths {

class OutcomeTree {
 public:
  // `affected`: branches that some run showed to be affected, by anchor; may only grow.
  void Add(const Execution& run, const std::unordered_set<Anchor>& affected);
  bool all_seen() const;
  std::uint64_t seen() const { return rows_.size(); }

 private:
  static constexpr std::size_t kMostBranches = 20'000;  // kept of a run
  struct Decision {
    Anchor branch;
    std::uint32_t outcome, outcomes;
  };
  using Trail = std::vector<Decision>;
  struct Node {
    Anchor branch = 0;  // 0: a leaf
    std::uint32_t outcomes = 0;
    std::map<std::uint32_t, std::uint32_t> next;
  };
  using Tree = std::vector<Node>;
  struct Kept {
    std::map<std::uint64_t, Trail> trails;  // by thread name
    bool complete;  // else its threads were cut short: no combination
  };
  void Enter(const Kept& run, const std::unordered_set<Anchor>& affected);

  std::vector<Kept> runs_;
  std::map<std::uint64_t, Tree> trees_;
  std::set<std::vector<std::uint64_t>> rows_;
  std::size_t affected_ = 0;
  bool inexact_ = false;
};

}  // namespace reweave::paths
