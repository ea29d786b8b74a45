#include "techniques/paths/labels.h"

#include <algorithm>
#include <iterator>

namespace reweave::paths {

namespace {

constexpr std::size_t kFewestUnions = 1u << 8, kMostUnions = 1u << 18;  // remembered; a later one takes the place of an earlier
constexpr std::size_t kFewItems = 32;  // of a set that is looked up in another, item by item

std::uint32_t HashOf(std::span<const std::uint32_t> items, bool wide) {
  std::uint64_t h = 0xcbf29ce484222325ull ^ (wide ? 0x9e3779b97f4a7c15ull : 0);
  for (const std::uint32_t item : items) h = (h ^ item) * 0x100000001b3ull, h ^= h >> 29;
  return static_cast<std::uint32_t>(h ^ h >> 32);
}

}  // namespace

LabelTable::LabelTable() { entries_.push_back({}); }

LabelId LabelTable::Of(std::uint32_t op, std::uint32_t variable) {
  if (op >= singles_.size()) singles_.resize(op + 1), variable_of_.resize(op + 1);
  variable_of_[op] = variable;
  LabelId& known = singles_[op];
  if (known != 0) return known;
  known = static_cast<LabelId>(entries_.size());
  entries_.push_back({.first = static_cast<std::uint32_t>(pool_.size()), .count = 1});
  pool_.push_back(op);
  return known;
}

LabelId LabelTable::Union(LabelId a, LabelId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  if (Includes(a, b)) return a;
  if (Includes(b, a)) return b;
  const std::uint64_t pair = std::uint64_t{a} << 32 | b;
  if (const Known& known = UnionAt(pair); known.pair == pair) return known.id;
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
  const LabelId id = Intern(scratch_, wide);
  if (++remembered_ > unions_.size() && unions_.size() < kMostUnions) unions_.assign(unions_.size() * 4, {}), remembered_ = 0;
  UnionAt(pair) = {pair, id};
  return id;
}

// A sum that goes on over variables it already has: the most frequent union of a long run, and nothing new.
bool LabelTable::Includes(LabelId wide, LabelId other) const {
  if (!entries_[wide].wide || entries_[other].count > kFewItems) return false;
  const auto all = items(wide);
  return std::ranges::all_of(items(other), [&](std::uint32_t item) {
    return std::ranges::binary_search(all, entries_[other].wide ? item : variable_of_[item]);
  });
}

LabelTable::Known& LabelTable::UnionAt(std::uint64_t pair) {
  if (unions_.empty()) unions_.resize(kFewestUnions);
  return unions_[(pair * 0x9e3779b97f4a7c15ull >> 32) & (unions_.size() - 1)];
}

void LabelTable::AppendVariables(LabelId id, std::vector<std::uint32_t>& out) const {
  for (const std::uint32_t item : items(id)) out.push_back(entries_[id].wide ? item : variable_of_[item]);
}

// Sets of one operation have a table of their own.
LabelId LabelTable::Intern(std::span<const std::uint32_t> wanted, bool wide) {
  if (wanted.empty()) return 0;
  if (wanted.size() == 1 && !wide) return singles_[wanted.front()];
  if (table_.size() < 2 * (entries_.size() + 1)) Grow();
  const std::uint32_t hash = HashOf(wanted, wide);
  std::size_t at = hash & (table_.size() - 1);
  for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
    const Entry& entry = entries_[table_[at]];
    if (entry.hash == hash && entry.wide == wide && std::ranges::equal(items(table_[at]), wanted)) return table_[at];
  }
  const auto id = table_[at] = static_cast<LabelId>(entries_.size());
  entries_.push_back({static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(wanted.size()), hash, wide});
  pool_.insert(pool_.end(), wanted.begin(), wanted.end());
  return id;
}

void LabelTable::Grow() {
  std::size_t size = std::max<std::size_t>(table_.size(), 64);
  while (size < 4 * (entries_.size() + 1)) size *= 2;
  table_.assign(size, 0);
  for (LabelId id = 1; id < entries_.size(); ++id) {
    if (entries_[id].count == 1 && !entries_[id].wide) continue;
    std::size_t at = entries_[id].hash & (size - 1);
    while (table_[at] != 0) at = (at + 1) & (size - 1);
    table_[at] = id;
  }
}

std::size_t LabelTable::bytes() const {
  return pool_.capacity() * sizeof(std::uint32_t) + entries_.capacity() * sizeof(Entry) + table_.capacity() * sizeof(LabelId) +
         unions_.capacity() * sizeof(Known) + (singles_.capacity() + variable_of_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace reweave::paths
