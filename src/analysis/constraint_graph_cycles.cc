// Nodes on a cycle of copies hold the same (constraint_graph.h).
#include <algorithm>

#include "analysis/constraint_graph.h"

namespace reweave::inline analysis {

// Tarjan's algorithm over the copy edges, without recursion. Sets the rank of each node that has edges: a component is complete
// after all that it leads to.
std::vector<std::vector<ConstraintGraph::Node>> ConstraintGraph::Cycles() {
  const std::size_t n = nodes_.size();
  std::vector<std::uint32_t> index(n, 0), low(n, 0);
  std::vector<bool> on_stack(n);
  std::vector<Node> stack;
  std::vector<std::vector<Node>> groups;
  std::uint32_t next = 0, complete = 0;
  struct Frame {
    Node node;
    std::size_t edge;
  };
  std::vector<Frame> frames;
  rank_.assign(n, ~0u);  // without edges: last
  for (Node root = 0; root < n; ++root) {
    if (index[root] || Holder(root) != root || nodes_[root].edges.empty()) continue;
    frames.push_back({root, 0});
    while (!frames.empty()) {
      auto& [node, edge] = frames.back();
      if (edge == 0) index[node] = low[node] = ++next, stack.push_back(node), on_stack[node] = true;
      if (edge < nodes_[node].edges.size()) {
        const Node to = Holder(nodes_[node].edges[edge++]);
        if (!index[to]) frames.push_back({to, 0});
        else if (on_stack[to]) low[node] = std::min(low[node], index[to]);
        continue;
      }
      const Node done = node;
      if (low[done] == index[done]) {
        std::vector<Node> group;
        Node member;
        ++complete;
        do {
          member = stack.back();
          stack.pop_back();
          on_stack[member] = false;
          rank_[member] = ~complete;
          group.push_back(member);
        } while (member != done);
        if (group.size() > 1) groups.push_back(std::move(group));
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[done]);
    }
  }
  return groups;
}

// Edges to nodes that have one holder now are one.
void ConstraintGraph::CleanEdges() {
  for (Node node = 0; node < nodes_.size(); ++node) {
    auto& edges = nodes_[node].edges;
    for (Node& to : edges) to = Holder(to);
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::erase(edges, node);
  }
}

// A look costs about as much as following each edge once. So it comes when that many copies have brought nothing.
void ConstraintGraph::CollapseCycles() {
  for (const auto& group : Cycles())
    for (const Node node : group) Merge(group.front(), node);
  CleanEdges();
  futile_ = 0;
  next_collapse_ = nodes_.size() + edge_count();
}

}  // namespace reweave::inline analysis
