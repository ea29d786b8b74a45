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
  if (bounded() || fresh_ || nodes_.empty()) return false;
  for (std::size_t at = floor_; at + 1 < nodes_.size(); ++at) {
    const Node& node = nodes_[at];
    if (!node.passed.empty() || node.outcomes_left != 0) return false;
    bool open = false;
    node.enabled.ForEach([&](std::uint32_t p) {
      const auto process = static_cast<std::uint16_t>(p);
      open |= process != node.chosen && !node.done.contains(p) && !Sleeps(node, process);
    });
    if (!open) continue;
    ExecutionOrder order = order_;
    order.Truncate(at + 1);
    std::vector<Node> nodes(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    Node& top = nodes.back();
    top.enabled.ForEach([&](std::uint32_t p) { top.backtrack.Insert(p); });
    out(order, nodes, steps_, std::optional<Branch>(), rng_, false, std::uint64_t{0}, at);
    floor_ = at + 1;
    return true;
  }
  return false;
}

}  // namespace reweave::inline strategies
