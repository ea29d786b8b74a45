#include "change/renames.h"

#include "change/names.h"

namespace reweave::inline change {

Renames::Renames(const Facts& old_facts, const Facts& new_facts, const std::vector<FunctionPair>& pairs) {
  for (const FunctionPair& pair : pairs) {
    const std::string &before = old_facts.functions()[pair.old_function].id, &now = new_facts.functions()[pair.new_function].id;
    if (before != now) old_of_.emplace(now, before);
  }
}

// Functions that only their unit sees carry its path, which may have changed.
std::string Renames::OfOld(const std::string& id) { return WithoutLambdaNumbers(id.substr(0, id.find('@'))); }

std::string Renames::OfNew(const std::string& id) const {
  const auto found = old_of_.find(id);
  return OfOld(found == old_of_.end() ? id : found->second);
}

bool Renames::Same(const std::vector<std::string>& before, const std::vector<std::string>& now) const {
  if (before.size() != now.size()) return false;
  for (std::size_t i = 0; i < now.size(); ++i)
    if (before[i] != now[i] && OfOld(before[i]) != OfNew(now[i])) return false;
  return true;
}

}  // namespace reweave::inline change
