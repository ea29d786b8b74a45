// A search that several processes can share. Strategies that can be split are this, too.
#pragma once

#include "explore/search/strategy.h"

namespace reweave::inline search {

class SplittingSearch {
 public:
  virtual ~SplittingSearch() = default;
  virtual bool splits() const { return false; }
  // Gives away a part of what is left to try: the state of a search (for Strategy::Load) that goes on with that part alone and
  // has counted nothing so far. This one goes on without it; together they run what this one would have run, no schedule twice.
  // May be called between Next and Observe. False: there is nothing to give, and what was written means nothing.
  virtual bool Split(StateWriter& out) = 0;
  // Adds what another part has counted, once neither has a run that is out.
  virtual void AddCounts(const Strategy& part) = 0;
};

// Null: it cannot be split.
inline SplittingSearch* AsSplitting(Strategy& strategy) {
  auto* search = dynamic_cast<SplittingSearch*>(&strategy);
  return search != nullptr && search->splits() ? search : nullptr;
}

}  // namespace reweave::inline search
