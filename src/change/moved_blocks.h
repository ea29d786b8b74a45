// Blocks that a change moved without modifying them: three statements or more in a row that OLD has elsewhere, in the same
// function or in another one (code that became a function of its own). A matching counts them as deleted and added; who asks for
// moved blocks wants to know where they were.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "change/matching.h"

namespace reweave::inline change {

class MovedBlocks {
 public:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // function, index in one of its lists

  explicit MovedBlocks(const Matching& matching);
  // Where an item of NEW was: `list` is that of the matching (statements, accesses or calls). Null: it was not moved.
  const Place* Of(std::vector<std::uint32_t> FunctionMatch::* list, const Place& now) const;
  bool WasMoved(std::vector<std::uint32_t> FunctionMatch::* list, const Place& before) const;
  std::size_t statements() const { return statements_.old_of.size(); }

 private:
  struct Items {
    std::map<Place, Place> old_of;
    std::set<Place> moved;
    void Add(const Place& before, const Place& now) { old_of[now] = before, moved.insert(before); }
  };
  const Items* ItemsOf(std::vector<std::uint32_t> FunctionMatch::* list) const;
  void AddStatement(const Matching& matching, const Place& before, const Place& now);

  Items statements_, accesses_, calls_;
};

}  // namespace reweave::inline change
