// Saving of the searches whose state is more than a frontier.
#include "explore/search/saved_state.h"
#include "explore/strategies/dpor_strategy.h"

namespace reweave::inline strategies {

bool DporStrategy::SaveSearch(StateWriter& out) const {
  Visit(out, *this);
  return true;
}

bool DporStrategy::LoadSearch(StateReader& in) {
  Visit(in, *this);
  return true;
}

// The first step that is ours and leaves something to give. What lies before it must not be asked for again by anybody: a thread
// that is only run if a race needs it (passed over), and other outcomes of the choice itself, stay where the search is whole.
bool DporStrategy::SplitSearch(StateWriter& out) {
  if (bounded() || fresh_ || paths_.size() != 1) return false;
  const Path& path = paths_.front();
  for (std::size_t at = floor_; at + 1 < path.choices.size(); ++at) {
    const Choice& choice = path.choices[at];
    const Node& node = *choice.node;
    if (!node.passed.empty() || choice.outcomes_left != 0 || !choice.settled) return false;
    bool open = false;
    node.enabled.ForEach(
        [&](std::uint32_t p) { open |= !node.taken.contains(p) && !Sleeps(node, static_cast<std::uint16_t>(p)); });
    if (!open) continue;
    Path other = path;
    other.order.Truncate(at + 1);
    other.choices.resize(at + 1);
    other.steer.reset();
    other.out = false;
    auto top = std::make_shared<Node>(node);
    top->enabled.ForEach([&](std::uint32_t p) { top->backtrack.Insert(p); });
    other.choices.back().node = std::move(top);
    out(std::vector{std::move(other)}, rng_, false, kFewRuns, std::uint64_t{0}, at);
    floor_ = at + 1;
    return true;
  }
  return false;
}

}  // namespace reweave::inline strategies
