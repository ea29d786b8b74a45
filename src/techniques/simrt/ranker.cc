#include "techniques/simrt/ranker.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "base/rng.h"

namespace reweave::inline simrt {

namespace {

std::vector<std::uint64_t> Keys(std::size_t count, const Ties& ties) {
  std::vector<std::uint64_t> keys(count);
  std::iota(keys.begin(), keys.end(), 0);
  if (!ties.random_seed) return keys;
  Rng rng(*ties.random_seed);
  for (std::size_t i = count; i > 1; --i) std::swap(keys[i - 1], keys[rng.Below(i)]);
  return keys;
}

// What each group that still adds something would add: its bits among the fresh ones, in the words that have any.
__attribute__((target_clones("popcnt", "default"))) void CountNew(const std::uint64_t* bits, std::size_t stride,
                                                                  const std::uint64_t* fresh,
                                                                  const std::vector<std::uint32_t>& words,
                                                                  std::vector<std::int32_t>& gains) {
  const std::size_t groups = gains.size(), count = words.size();
  const std::uint32_t* list = words.data();
  for (std::size_t g = 0; g < groups; ++g) {
    if (gains[g] <= 0) continue;
    const std::uint64_t* row = bits + g * stride;
    std::int32_t gain = 0;
    for (std::size_t i = 0; i < count; ++i) gain += __builtin_popcountll(row[list[i]] & fresh[list[i]]);
    gains[g] = gain;
  }
}

// Additional greedy over many tests.
//
// Tests that cover the same are one group: a round takes at most one of them. Each group's gain, what it would add, is kept for
// all groups: either by going through the groups of every target that was just covered (each target once a round), or, where
// tests cover a large part of all targets, by counting bits anew. Among equal gains the smallest key wins; keys are places in the
// suite or a random permutation of them.
class Greedy {
 public:
  Greedy(const std::vector<std::vector<std::uint32_t>>& covers, std::uint32_t targets, std::vector<std::uint64_t> keys)
      : keys_(std::move(keys)), words_((targets + 63) / 64), targets_(targets) {
    const auto less = [](const Targets* a, const Targets* b) { return *a < *b; };
    std::map<const Targets*, std::uint32_t, decltype(less)> known(less);
    for (std::uint32_t i = 0; i < covers.size(); ++i) {
      if (covers[i].empty()) continue;
      const auto [entry, fresh] = known.try_emplace(&covers[i], static_cast<std::uint32_t>(groups_.size()));
      if (fresh) groups_.push_back({.covers = &covers[i], .members = {}});
      groups_[entry->second].members.push_back(i);
    }
    std::size_t total = 0;
    for (Group& group : groups_) {
      total += group.covers->size();
      std::ranges::sort(group.members, std::greater<>(), [&](std::uint32_t i) { return keys_[i]; });  // the next is at the back
    }
    // A round makes about targets / average picks; counting looks at all words for each of them.
    const std::size_t average = groups_.empty() ? 0 : total / groups_.size();
    dense_ = average * average > words_ * targets_;
    Compact();
  }

  // Indices into covers, in order.
  std::vector<std::uint32_t> Run() {
    std::vector<std::uint32_t> order;
    while (!groups_.empty()) Round(order);
    return order;
  }

 private:
  using Targets = std::vector<std::uint32_t>;
  struct Group {
    const Targets* covers;  // the caller's: suites are large
    std::vector<std::uint32_t> members;
  };

  // Groups that have no test left are dropped once they are many, and what depends on their numbers is made anew.
  void Compact() {
    std::erase_if(groups_, [](const Group& group) { return group.members.empty(); });
    ended_ = 0;
    left_.assign(targets_, 0);
    users_.assign(dense_ ? 0 : targets_, {});
    bits_.assign(dense_ ? groups_.size() * words_ : 0, 0);
    for (std::uint32_t g = 0; g < groups_.size(); ++g)
      for (const std::uint32_t target : *groups_[g].covers) {
        left_[target] += static_cast<std::uint32_t>(groups_[g].members.size());
        if (dense_) bits_[g * words_ + target / 64] |= 1ull << (target % 64);
        else users_[target].push_back(g);
      }
  }

  void Round(std::vector<std::uint32_t>& order) {
    fresh_.assign(words_, 0);
    std::size_t to_cover = 0;
    for (std::uint32_t target = 0; target < targets_; ++target)
      if (left_[target] > 0) {
        fresh_[target / 64] |= 1ull << (target % 64);
        ++to_cover;
      }
    gains_.resize(groups_.size());
    next_key_.resize(groups_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      gains_[g] = group.members.empty() ? kNone : static_cast<std::int32_t>(group.covers->size());
      next_key_[g] = group.members.empty() ? ~0ull : keys_[group.members.back()];
    }
    std::vector<std::uint32_t> taken;
    while (to_cover > 0) {
      const std::uint32_t best = Best();
      to_cover -= static_cast<std::size_t>(gains_[best]);
      order.push_back(groups_[best].members.back());
      taken.push_back(best);
      Cover(best, to_cover);
    }
    for (const std::uint32_t g : taken) {
      groups_[g].members.pop_back();
      ended_ += groups_[g].members.empty();
      for (const std::uint32_t target : *groups_[g].covers) --left_[target];
    }
    if (ended_ * 4 >= groups_.size()) Compact();
  }

  std::uint32_t Best() const {
    const std::int32_t most = *std::ranges::max_element(gains_);
    std::uint32_t best = 0;
    std::uint64_t key = ~0ull;
    for (std::uint32_t g = 0; g < gains_.size(); ++g)
      if (gains_[g] == most && next_key_[g] < key) best = g, key = next_key_[g];
    return best;
  }

  void Cover(std::uint32_t group, std::size_t to_cover) {
    for (const std::uint32_t target : *groups_[group].covers) {
      const std::uint64_t bit = 1ull << (target % 64);
      if (!(fresh_[target / 64] & bit)) continue;
      fresh_[target / 64] &= ~bit;
      if (!dense_)
        for (const std::uint32_t user : users_[target]) --gains_[user];
    }
    if (!dense_ || to_cover == 0) return;
    std::vector<std::uint32_t> words;  // that have something left
    for (std::uint32_t w = 0; w < words_; ++w)
      if (fresh_[w] != 0) words.push_back(w);
    CountNew(bits_.data(), words_, fresh_.data(), words, gains_);
  }

  static constexpr std::int32_t kNone = -(1 << 30);  // stays below 0 whatever is taken off it
  std::vector<std::uint64_t> keys_;
  std::size_t words_;
  std::uint32_t targets_;
  bool dense_ = false;
  std::vector<Group> groups_;
  std::size_t ended_ = 0;  // groups without a test left
  std::vector<std::uint32_t> left_;  // by target: tests not yet placed that cover it
  std::vector<std::vector<std::uint32_t>> users_;  // by target: groups
  std::vector<std::uint64_t> bits_, fresh_;  // fresh: not yet covered in this round
  std::vector<std::int32_t> gains_;
  std::vector<std::uint64_t> next_key_;  // of each group's next test
};

}  // namespace

std::vector<std::uint32_t> RankByAdditional(const std::vector<std::uint32_t>& tests,
                                            const std::vector<std::vector<std::uint32_t>>& covers, std::uint32_t targets,
                                            const Ties& ties) {
  std::vector<std::uint32_t> order;
  order.reserve(tests.size());
  for (const std::uint32_t index : Greedy(covers, targets, Keys(tests.size(), ties)).Run()) order.push_back(tests[index]);
  for (std::uint32_t i = 0; i < tests.size(); ++i)
    if (covers[i].empty()) order.push_back(tests[i]);
  return order;
}

Ranking RankTests(const Selection& selection, std::size_t accesses, std::size_t pairs, const Ties& ties) {
  const auto targets = [](std::size_t count) { return static_cast<std::uint32_t>(count); };
  std::vector<std::uint32_t> chosen, impacted, other, rest;
  std::vector<std::vector<std::uint32_t>> chosen_covers, impacted_covers, other_covers;
  for (std::uint32_t i = 0; i < selection.targets.size(); ++i) {
    const TestTargets& test = selection.targets[i];
    if (selection.Has(i)) {
      chosen.push_back(i);
      auto& covers = chosen_covers.emplace_back();
      for (const PairThreads& pair : test.pairs) covers.push_back(pair.pair);
    } else if (!test.impacted.empty()) {
      impacted.push_back(i);
      impacted_covers.push_back(test.impacted);
    } else if (!test.other.empty()) {
      other.push_back(i);
      other_covers.push_back(test.other);
    } else {
      rest.push_back(i);
    }
  }
  Ranking out;
  out.selected = RankByAdditional(chosen, chosen_covers, targets(pairs), ties);
  out.all = out.selected;
  const auto append = [&](const std::vector<std::uint32_t>& more) { out.all.insert(out.all.end(), more.begin(), more.end()); };
  append(RankByAdditional(impacted, impacted_covers, targets(accesses), ties));
  append(RankByAdditional(other, other_covers, targets(accesses), ties));
  append(rest);
  out.by_impacted = impacted.size();
  out.by_other = other.size();
  return out;
}

std::vector<std::uint32_t> RankRandom(std::vector<std::uint32_t> tests, std::uint64_t seed) {
  Rng rng(seed);
  for (std::size_t i = tests.size(); i > 1; --i) std::swap(tests[i - 1], tests[rng.Below(i)]);
  return tests;
}

std::vector<std::uint32_t> RankByBlocks(const std::vector<std::vector<std::uint32_t>>& blocks_of, std::uint32_t blocks,
                                        const Ties& ties) {
  return RankByAdditional(SelectAll(blocks_of.size()), blocks_of, blocks, ties);
}

}  // namespace reweave::inline simrt
