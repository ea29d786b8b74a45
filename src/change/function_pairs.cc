#include "change/function_pairs.h"

#include <map>
#include <string>
#include <unordered_map>

#include "change/align.h"
#include "change/names.h"

namespace reweave::inline change {
namespace {

std::uint64_t HashKey(const FunctionFacts& f) {
  std::uint64_t key = 0;
  for (int i = 0; i < 8; ++i) key |= std::uint64_t{f.hash[i]} << (8 * i);
  return key;
}

// "f@src/queue.cc" -> "f@queue.cc"; "" without a unit.
std::string InUnitNamedAlike(const std::string& id) {
  const std::size_t unit = id.find('@');
  if (unit == std::string::npos) return {};
  const std::size_t slash = id.rfind('/');
  return id.substr(0, unit + 1) + id.substr(slash == std::string::npos || slash < unit ? unit + 1 : slash + 1);
}

class Pairer {
 public:
  Pairer(const Facts& old_facts, const Facts& new_facts)
      : old_(old_facts.functions()), new_(new_facts.functions()), old_used_(old_.size()), new_used_(new_.size()) {}

  std::vector<FunctionPair> Run() {
    // Variants of one id, and lambdas of one function, are groups: equal bodies in order, then the rest in order.
    Groups([](const FunctionFacts& f) { return NamesLambda(f.id) ? "" : f.id; }, false);
    Groups([](const FunctionFacts& f) { return NamesLambda(f.id) ? WithoutLambdaNumbers(f.id) : ""; }, false);
    // Another checkout, a moved folder: the unit in the ids of internal functions is the same file elsewhere.
    Groups([](const FunctionFacts& f) { return NamesLambda(f.id) ? "" : InUnitNamedAlike(f.id); }, true);
    Groups([](const FunctionFacts& f) { return NamesLambda(f.id) ? WithoutLambdaNumbers(InUnitNamedAlike(f.id)) : ""; }, true);
    // Of a class that was renamed: the names in it are the new ones already, its id is not.
    Groups([](const FunctionFacts& f) { return f.id.starts_with("_Z") ? WithoutNumbers(f.pretty) : ""; }, true);
    Unique([](const FunctionFacts& f) { return f.system() || f.statements.empty() ? "" : ToHex(f.hash); });
    // One that calls itself, or another that was renamed, names what is not called so any more.
    Unique([](const FunctionFacts& f) {
      return f.system() || f.statements.empty() || f.loose_hash == Hash128{} ? "" : ToHex(f.loose_hash);
    });
    Unique(
        [](const FunctionFacts& f) { return f.system() || NamesLambda(f.id) ? "" : std::string(WithoutParameters(f.pretty)); });
    return std::move(pairs_);
  }

 private:
  using Group = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;  // old, new

  template <typename Key>
  std::map<std::string, Group> Collect(Key key) {
    std::map<std::string, Group> groups;
    for (std::uint32_t i = 0; i < old_.size(); ++i)
      if (std::string k = old_used_[i] ? "" : key(old_[i]); !k.empty()) groups[k].first.push_back(i);
    for (std::uint32_t i = 0; i < new_.size(); ++i)
      if (std::string k = new_used_[i] ? "" : key(new_[i]); !k.empty()) groups[k].second.push_back(i);
    return groups;
  }

  void Pair(std::uint32_t before, std::uint32_t now, bool renamed) {
    old_used_[before] = new_used_[now] = true;
    pairs_.push_back({before, now, renamed});
  }

  template <typename Key>
  void Groups(Key key, bool renamed) {
    for (auto& [name, group] : Collect(key)) {
      auto& [before, now] = group;
      std::vector<std::uint64_t> old_hashes, new_hashes;
      for (std::uint32_t i : before) old_hashes.push_back(HashKey(old_[i]));
      for (std::uint32_t i : now) new_hashes.push_back(HashKey(new_[i]));
      std::vector<std::uint32_t> aligned = Align(old_hashes, new_hashes);
      for (std::size_t i = 0; i < now.size(); ++i)
        if (aligned[i] != kNoMatch) Pair(before[aligned[i]], now[i], renamed);
      std::size_t next = 0;
      for (std::uint32_t i : now) {
        if (new_used_[i]) continue;
        while (next < before.size() && old_used_[before[next]]) ++next;
        if (next < before.size()) Pair(before[next], i, renamed);
      }
    }
  }

  template <typename Key>
  void Unique(Key key) {
    for (auto& [name, group] : Collect(key))
      if (group.first.size() == 1 && group.second.size() == 1) Pair(group.first[0], group.second[0], true);
  }

  const std::vector<FunctionFacts>&old_, &new_;
  std::vector<bool> old_used_, new_used_;
  std::vector<FunctionPair> pairs_;
};

}  // namespace

std::vector<FunctionPair> PairFunctions(const Facts& old_facts, const Facts& new_facts) {
  return Pairer(old_facts, new_facts).Run();
}

}  // namespace reweave::inline change
