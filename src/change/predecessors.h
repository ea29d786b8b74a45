// Which declaration of the old version a new one was. A name does not say it alone: each file may have a kLimit of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace reweave::inline change {

template <typename Declaration>  // has name and position.file
class Predecessors {
 public:
  Predecessors(const std::vector<Declaration>& before, const std::vector<Declaration>& now) {
    std::map<std::string, std::pair<Group, Group>> by_name;
    for (const Declaration& d : before) by_name[d.name].first.push_back(&d);
    for (const Declaration& d : now) by_name[d.name].second.push_back(&d);
    for (auto& [name, group] : by_name) {
      auto& [olds, news] = group;
      Pair(olds, news, [](const Declaration& a, const Declaration& b) { return a.position.file == b.position.file; });
      Pair(olds, news, [](const Declaration& a, const Declaration& b) { return FileName(a) == FileName(b); });  // moved
      Pair(olds, news, [](const Declaration&, const Declaration&) { return true; });                            // renamed
      removed_.insert(removed_.end(), olds.begin(), olds.end());
    }
  }

  // nullptr: there was none.
  const Declaration* Of(const Declaration& now) const {
    const auto at = pairs_.find(&now);
    return at == pairs_.end() ? nullptr : at->second;
  }

  const std::vector<const Declaration*>& removed() const { return removed_; }

 private:
  using Group = std::vector<const Declaration*>;

  static std::string FileName(const Declaration& d) {
    const std::string& file = d.position.file;
    return file.substr(file.rfind('/') + 1);
  }

  template <typename Alike>
  void Pair(Group& olds, Group& news, Alike alike) {
    std::erase_if(news, [&](const Declaration* now) {
      const auto old = std::ranges::find_if(olds, [&](const Declaration* d) { return alike(*d, *now); });
      if (old == olds.end()) return false;
      pairs_.emplace(now, *old);
      olds.erase(old);
      return true;
    });
  }

  std::unordered_map<const Declaration*, const Declaration*> pairs_;  // new to old
  std::vector<const Declaration*> removed_;
};

}  // namespace reweave::inline change
