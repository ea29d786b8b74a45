#include "techniques/paths/labels.h"

#include <algorithm>
#include <iterator>

namespace reweave::paths {

namespace {

constexpr std::size_t kMostUnions = 1u << 20;  // remembered; then they are forgotten together

std::uint64_t HashOf(std::span<const std::uint32_t> items, bool wide) {
  std::uint64_t h = 0xcbf29ce484222325ull ^ (wide ? 0x9e3779b97f4a7c15ull : 0);
  for (const std::uint32_t item : items) h = (h ^ item) * 0x100000001b3ull, h ^= h >> 29;
  return h;
}

}  // namespace

LabelTable::LabelTable() { entries_.push_back({}); }

LabelId LabelTable::Of(std::uint32_t op, std::uint32_t variable) {
  variable_of_[op] = variable;
  return Intern({&op, 1}, false);
}

LabelId LabelTable::Union(LabelId a, LabelId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  const std::uint64_t pair = std::uint64_t{a} << 32 | b;
  if (const auto known = unions_.find(pair); known != unions_.end()) return known->second;
  scratch_.clear();
  bool wide = entries_[a].wide || entries_[b].wide;
  if (!wide) {
    std::ranges::set_union(items(a), items(b), std::back_inserter(scratch_));
    wide = scratch_.size() > kMostOps;
  }
  if (wide) {
    scratch_.clear();
    AppendVariables(a, scratch_);
    AppendVariables(b, scratch_);
    std::ranges::sort(scratch_);
    scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  }
  const std::vector<std::uint32_t> items = scratch_;
  const LabelId id = Intern(items, wide);
  if (unions_.size() >= kMostUnions) unions_.clear();
  unions_[pair] = id;
  return id;
}

void LabelTable::AppendVariables(LabelId id, std::vector<std::uint32_t>& out) const {
  for (const std::uint32_t item : items(id)) out.push_back(entries_[id].wide ? item : variable_of_.at(item));
}

LabelId LabelTable::Intern(std::span<const std::uint32_t> wanted, bool wide) {
  if (wanted.empty()) return 0;
  const std::uint64_t hash = HashOf(wanted, wide);
  const auto [first, last] = known_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (entries_[it->second].wide == wide && std::ranges::equal(items(it->second), wanted)) return it->second;
  const auto id = static_cast<LabelId>(entries_.size());
  entries_.push_back({static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(wanted.size()), wide});
  pool_.insert(pool_.end(), wanted.begin(), wanted.end());
  known_.emplace(hash, id);
  return id;
}

std::size_t LabelTable::bytes() const {
  return pool_.capacity() * sizeof(std::uint32_t) + entries_.capacity() * sizeof(Entry) + known_.size() * 40 +
         unions_.size() * 32 + variable_of_.size() * 24;
}

}  // namespace reweave::paths
