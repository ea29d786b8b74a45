// Saving of the searches whose state is more than a frontier.
#include "explore/search/saved_state.h"
#include "explore/search/stateful_search.h"
#include "explore/strategies/dpor_strategy.h"

namespace reweave {

bool DporStrategy::SaveSearch(StateWriter& out) const {
  Visit(out, *this);
  return true;
}

bool DporStrategy::LoadSearch(StateReader& in) {
  Visit(in, *this);
  return true;
}

bool StatefulSearch::SaveSearch(StateWriter& out) const {
  Visit(out, *this);
  return true;
}

bool StatefulSearch::LoadSearch(StateReader& in) {
  Visit(in, *this);
  return true;
}

}  // namespace reweave
