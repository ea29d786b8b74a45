#include "analysis/constraint_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "analysis/effort.h"

namespace reweave::inline analysis {

namespace {
constexpr std::size_t kMaxCells = 1024;  // of one object; beyond, it is one place
constexpr std::size_t kMaxRegions = 8;   // of one object; beyond, what they cover is one array
}  // namespace

// One array that has the elements of all of them.
ConstraintGraph::Region ConstraintGraph::OneOf(const std::vector<Region>& regions) {
  Region out = *std::ranges::min_element(regions, {}, &Region::base);
  out.extent = 0;
  for (const Region& region : regions)
    out.stride = std::gcd(std::gcd(out.stride, region.stride), static_cast<std::uint64_t>(region.base - out.base));
  return out;
}

ConstraintGraph::Node ConstraintGraph::AddNode() { return AddNodes(1); }

ConstraintGraph::Node ConstraintGraph::AddNodes(std::size_t count) {
  const Node first = static_cast<Node>(nodes_.size());
  nodes_.resize(nodes_.size() + count);
  parent_.resize(nodes_.size());
  std::iota(parent_.begin() + first, parent_.end(), first);
  return first;
}

std::uint32_t ConstraintGraph::AddObject(std::uint64_t size) {
  objects_.push_back({.size = size, .cells = {}, .regions = {}, .moves = {}});
  return static_cast<std::uint32_t>(objects_.size() - 1);
}

ConstraintGraph::Node ConstraintGraph::Find(Node node) const {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

std::int64_t ConstraintGraph::Normalise(const Object& object, std::int64_t offset) const {
  if (offset < 0) offset = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Region& region : object.regions) {
      const std::int64_t inside = offset - region.base;
      if (inside < static_cast<std::int64_t>(region.stride) ||
          (region.extent != 0 && inside >= static_cast<std::int64_t>(region.extent)))
        continue;
      offset = region.base + inside % static_cast<std::int64_t>(region.stride);
      changed = true;
    }
  }
  return offset;
}

bool ConstraintGraph::InArray(Node cell) const {
  const Place place = places_.at(Find(cell));
  return std::ranges::any_of(objects_[place.object].regions, [&](const Region& region) {
    return place.offset >= region.base &&
           (region.extent == 0 || place.offset < region.base + static_cast<std::int64_t>(region.extent));
  });
}

ConstraintGraph::Node ConstraintGraph::CellOf(std::uint32_t number, std::int64_t offset) {
  const std::int64_t at = Normalise(objects_[number], offset);
  if (auto known = objects_[number].cells.find(at); known != objects_[number].cells.end()) return Find(known->second);
  if (objects_[number].cells.size() >= kMaxCells && at != 0) {
    AddRegion(number, {0, 1, 0});
    return CellOf(number, 0);
  }
  const Node cell = AddNode();
  places_[cell] = {number, at};
  objects_[number].cells[at] = cell;
  for (std::size_t i = 0; i < objects_[number].moves.size(); ++i) {
    const auto [move, from] = objects_[number].moves[i];
    Connect(move, at - from, cell);
  }
  return cell;
}

void ConstraintGraph::AddRegion(std::uint32_t number, const Region& region) {
  Object& object = objects_[number];
  auto same = std::ranges::find(object.regions, region.base, &Region::base);
  if (same == object.regions.end()) {
    object.regions.push_back(region);
    if (object.regions.size() > kMaxRegions) object.regions = {OneOf(object.regions)};
  } else {
    const std::uint64_t stride = std::gcd(same->stride, region.stride);
    const std::uint64_t extent = same->extent == 0 || region.extent == 0 ? 0 : std::max(same->extent, region.extent);
    if (stride == same->stride && extent == same->extent) return;
    same->stride = stride, same->extent = extent;
  }
  std::vector<std::pair<std::int64_t, Node>> moved;
  for (const auto& [offset, cell] : object.cells)
    if (Normalise(object, offset) != offset) moved.emplace_back(offset, cell);
  for (const auto& [offset, cell] : moved) objects_[number].cells.erase(offset);
  for (const auto& [offset, cell] : moved) {
    const Node to = CellOf(number, offset);
    if (to != Find(cell)) Merge(to, Find(cell));
  }
}

void ConstraintGraph::Queue(Node node) {
  if (nodes_[node].queued) return;
  nodes_[node].queued = true;
  work_.push_back(node);
}

bool ConstraintGraph::Add(Node node, Node cell) {
  NodeState& state = nodes_[node];
  auto at = std::ranges::lower_bound(state.set, cell);
  if (at != state.set.end() && *at == cell) return false;
  state.set.insert(at, cell);
  state.fresh.push_back(cell);
  return true;
}

bool ConstraintGraph::AddAll(Node node, const std::vector<Node>& cells) {
  NodeState& state = nodes_[node];
  std::vector<Node> missing;
  // A few that come to many are looked for one by one.
  if (cells.size() < state.set.size() / 16)
    std::ranges::copy_if(cells, std::back_inserter(missing),
                         [&](Node cell) { return !std::ranges::binary_search(state.set, cell); });
  else std::ranges::set_difference(cells, state.set, std::back_inserter(missing));
  if (missing.empty()) return false;
  std::vector<Node> both;
  both.reserve(state.set.size() + missing.size());
  std::ranges::merge(state.set, missing, std::back_inserter(both));
  state.set = std::move(both);
  state.fresh.insert(state.fresh.end(), missing.begin(), missing.end());
  return true;
}

void ConstraintGraph::Address(Node node, Node cell) {
  node = Find(node);
  if (Add(node, Find(cell))) Queue(node);
}

void ConstraintGraph::Copy(Node from, Node to) {
  from = Find(from), to = Find(to);
  if (from == to) return;
  auto& edges = nodes_[from].edges;
  auto at = std::ranges::lower_bound(edges, to);
  if (at != edges.end() && *at == to) return;
  edges.insert(at, to);
  if (AddAll(to, nodes_[from].set)) Queue(to);
}

// What a node holds before the first Solve meets all its constraints then.
void ConstraintGraph::Constrain(Node node, const Constraint& constraint) {
  node = Find(node);
  nodes_[node].constraints.push_back(constraint);
  if (started_ && !nodes_[node].set.empty()) late_.emplace_back(node, constraint);
}

void ConstraintGraph::Load(Node address, Node to) { Constrain(address, {Kind::kLoad, to}); }
void ConstraintGraph::Store(Node address, Node from) { Constrain(address, {Kind::kStore, from}); }
void ConstraintGraph::Watch(Node node, std::uint32_t watch) { Constrain(node, {Kind::kWatch, watch}); }
void ConstraintGraph::OffsetBy(Node base, Node to, const Offset& offset) {
  if (offset.before == 0 && offset.after == 0 && offset.stride == 0) return Copy(base, to);
  offsets_.push_back(offset);
  Constrain(base, {Kind::kOffset, to, static_cast<std::uint32_t>(offsets_.size() - 1)});
}
void ConstraintGraph::Move(Node destination, Node source, std::uint64_t length) {
  moves_.push_back({.destination = destination, .source = source, .length = length});
  const auto number = static_cast<std::uint32_t>(moves_.size() - 1);
  Constrain(destination, {Kind::kMoveTo, number});
  Constrain(source, {Kind::kMoveFrom, number});
}

void ConstraintGraph::Merge(Node into, Node from) {
  into = Find(into), from = Find(from);
  if (into == from) return;
  parent_[from] = into;
  NodeState taken = std::move(nodes_[from]);
  nodes_[from] = {};
  NodeState& state = nodes_[into];
  std::vector<Node> both;
  std::ranges::set_union(state.set, taken.set, std::back_inserter(both));
  state.set = std::move(both);
  state.constraints.insert(state.constraints.end(), taken.constraints.begin(), taken.constraints.end());
  std::vector<Node> edges;
  std::ranges::set_union(state.edges, taken.edges, std::back_inserter(edges));
  std::erase(edges, into);
  state.edges = std::move(edges);
  state.fresh = state.set;  // everything meets the other's constraints
  if (!state.set.empty()) Queue(into);
}

void ConstraintGraph::Deliver(Node value, std::uint32_t object, std::int64_t offset) {
  const std::uint64_t size = objects_[object].size;
  if (size == 0 || offset < static_cast<std::int64_t>(size)) Copy(value, CellOf(object, offset));
}

// A cell of a source, by its offset inside what is moved.
void ConstraintGraph::Connect(std::uint32_t move, std::int64_t inside, Node cell) {
  const std::uint64_t length = moves_[move].length;
  if (inside < 0 || (length != 0 && inside >= static_cast<std::int64_t>(length))) return;
  std::vector<std::pair<std::uint32_t, std::int64_t>> to;
  if (!moves_[move].buffer.contains(inside)) to.assign(moves_[move].to.begin(), moves_[move].to.end());
  if (moves_[move].buffer.size() >= kMaxCells && !moves_[move].buffer.contains(inside)) {
    if (!std::exchange(moves_[move].crowded, true))
      for (const auto& [object, offset] : to) AddRegion(object, {offset, 1, 0});
    inside = moves_[move].buffer.begin()->first;
  }
  const auto [entry, fresh] = moves_[move].buffer.try_emplace(inside, kNone);
  if (fresh) entry->second = AddNode();
  const Node value = entry->second;
  Copy(cell, value);
  if (fresh)
    for (const auto& [object, offset] : to) Deliver(value, object, offset + inside);
}

// What overlaps with where it goes is an array, moved by some of its elements.
void ConstraintGraph::MoveWithin(std::uint32_t move, std::uint32_t object, std::int64_t one, std::int64_t other) {
  const auto distance = static_cast<std::uint64_t>(std::abs(one - other));
  const std::uint64_t length = moves_[move].length;
  if (distance == 0 || (length != 0 && distance >= length)) return;
  AddRegion(object, {std::min(one, other), distance, length == 0 ? 0 : distance + length});
}

void ConstraintGraph::MoveFrom(std::uint32_t move, Node source) {
  const Place place = places_.at(Find(source));
  if (!moves_[move].from.emplace(place.object, place.offset).second) return;
  const auto& all = moves_[move].to;
  const std::vector<std::pair<std::uint32_t, std::int64_t>> to(all.lower_bound({place.object, 0}),
                                                               all.lower_bound({place.object + 1, 0}));
  for (const auto& [object, offset] : to) MoveWithin(move, object, place.offset, offset);
  objects_[place.object].moves.emplace_back(move, place.offset);
  const std::vector<std::pair<std::int64_t, Node>> cells(objects_[place.object].cells.begin(),
                                                         objects_[place.object].cells.end());
  for (const auto& [offset, cell] : cells) Connect(move, offset - place.offset, cell);
}

void ConstraintGraph::MoveTo(std::uint32_t move, Node destination) {
  const Place place = places_.at(Find(destination));
  if (!moves_[move].to.emplace(place.object, place.offset).second) return;
  const auto& all = moves_[move].from;
  const std::vector<std::pair<std::uint32_t, std::int64_t>> from(all.lower_bound({place.object, 0}),
                                                                 all.lower_bound({place.object + 1, 0}));
  for (const auto& [object, offset] : from) MoveWithin(move, object, place.offset, offset);
  if (moves_[move].crowded) AddRegion(place.object, {place.offset, 1, 0});
  const std::vector<std::pair<std::int64_t, Node>> values(moves_[move].buffer.begin(), moves_[move].buffer.end());
  for (const auto& [inside, value] : values) Deliver(value, place.object, place.offset + inside);
}

// A pointer that comes back to where it was moved on is moved on again, and again: one part of an object within another of the
// same type, each time further in, without an end. Past a few steps all of them are one.
bool ConstraintGraph::IsLadder(std::uint32_t offset, const Place& place) {
  constexpr std::size_t kMostSteps = 8;
  auto& seen = steps_[std::uint64_t{offset} << 32 | place.object];
  if (std::ranges::find(seen, place.offset) == seen.end()) seen.push_back(place.offset);
  return seen.size() > kMostSteps && place.offset > *std::ranges::min_element(seen);
}

void ConstraintGraph::Apply(const Constraint& constraint, Node cell) {
  switch (constraint.kind) {
    case Kind::kLoad: Copy(cell, constraint.other); break;
    case Kind::kStore: Copy(constraint.other, cell); break;
    case Kind::kOffset: {
      const Offset offset = offsets_[constraint.extra];
      const Place place = places_.at(Find(cell));
      std::int64_t at = place.offset + offset.before;
      if (offset.stride == 0 && offset.before > 0 && IsLadder(constraint.extra, place)) {
        AddRegion(place.object, {place.offset, static_cast<std::uint64_t>(offset.before), 0});
        at = place.offset;
      }
      if (offset.stride != 0) {
        at = Normalise(objects_[place.object], at);
        // A pointer without known end, into the middle of something or to a variable, stays in the array that begins there, if
        // one does; else all that follows is one place. Not so for characters: pointers to them are moved about by every string,
        // and one that is taken too far makes one place of all it meets. They stay where they begin.
        const bool endless = offset.extent == 0 && (at != 0 || objects_[place.object].size != 0);
        if (offset.stride == 1 && offset.extent == 0) {
        } else if (endless) {
          endless_.insert({place.object, at, offset.stride});
        } else {
          AddRegion(place.object, {at, offset.stride, offset.extent});
        }
        at += offset.after;
      }
      const std::uint64_t size = objects_[place.object].size;
      if (size != 0 && at >= static_cast<std::int64_t>(size)) break;  // one past the end
      Address(constraint.other, CellOf(place.object, at));
      break;
    }
    case Kind::kMoveTo: MoveTo(constraint.other, cell); break;
    case Kind::kMoveFrom: MoveFrom(constraint.other, cell); break;
    case Kind::kWatch: (*arrived_)(constraint.other, Find(cell)); break;
  }
}

void ConstraintGraph::Process(Node node) {
  std::vector<Node> fresh = std::exchange(nodes_[node].fresh, {});
  for (Node& cell : fresh) cell = Find(cell);
  std::ranges::sort(fresh);
  fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
  for (std::size_t i = 0; i < nodes_[node].constraints.size(); ++i) {
    const Constraint constraint = nodes_[node].constraints[i];
    for (Node cell : fresh) Apply(constraint, Find(cell));
    if (Find(node) != node) return;  // merged into another one meanwhile, which starts anew
  }
  for (std::size_t i = 0; i < nodes_[node].edges.size(); ++i) {
    const Node to = Find(nodes_[node].edges[i]);
    if (to == node) continue;
    if (AddAll(to, fresh)) Queue(to);
  }
}

// Tarjan's algorithm over the copy edges, without recursion.
void ConstraintGraph::CollapseCycles() {
  const std::size_t n = nodes_.size();
  std::vector<std::uint32_t> index(n, 0), low(n, 0);
  std::vector<bool> on_stack(n);
  std::vector<Node> stack;
  std::vector<std::vector<Node>> groups;
  std::uint32_t next = 0;
  struct Frame {
    Node node;
    std::size_t edge;
  };
  std::vector<Frame> frames;
  for (Node root = 0; root < n; ++root) {
    if (index[root] || Find(root) != root || nodes_[root].edges.empty()) continue;
    frames.push_back({root, 0});
    while (!frames.empty()) {
      auto& [node, edge] = frames.back();
      if (edge == 0) index[node] = low[node] = ++next, stack.push_back(node), on_stack[node] = true;
      if (edge < nodes_[node].edges.size()) {
        const Node to = Find(nodes_[node].edges[edge++]);
        if (!index[to]) frames.push_back({to, 0});
        else if (on_stack[to]) low[node] = std::min(low[node], index[to]);
        continue;
      }
      const Node done = node;
      if (low[done] == index[done]) {
        std::vector<Node> group;
        Node member;
        do {
          member = stack.back();
          stack.pop_back();
          on_stack[member] = false;
          group.push_back(member);
        } while (member != done);
        if (group.size() > 1) groups.push_back(std::move(group));
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[done]);
    }
  }
  for (const auto& group : groups) {
    // Places keep their identity: two of them on one cycle hold the same but are not the same.
    std::vector<Node> values;
    for (Node node : group)
      if (!places_.contains(node)) values.push_back(node);
    for (std::size_t i = 1; i < values.size(); ++i) Merge(values[0], values[i]);
  }
}

void ConstraintGraph::Solve(const std::function<void(std::uint32_t, Node)>& arrived) {
  arrived_ = &arrived;
  started_ = true;
  CollapseCycles();
  std::size_t steps = 0, next_collapse = 4 * nodes_.size() + 10000;
  do {
    while (!work_.empty() || !late_.empty()) {
      for (const auto& [node, constraint] : std::exchange(late_, {})) {
        const std::vector<Node> held = nodes_[Find(node)].set;
        Effort::Turn();
        for (Node cell : held) Apply(constraint, Find(cell));
      }
      std::vector<Node> round = std::exchange(work_, {});
      for (Node node : round) {
        Effort::Turn();
        nodes_[node].queued = false;
        if (Find(node) != node) continue;
        Process(node);
        ++steps;
      }
      if (steps > next_collapse) {
        CollapseCycles();
        next_collapse = steps + 4 * nodes_.size();
      }
    }
    for (const auto& [object, base, stride] : std::exchange(endless_, {})) {
      const std::uint64_t size = objects_[object].size;
      if (base == 0 && size % stride != 0) continue;  // not an array of such elements
      if (std::ranges::find(objects_[object].regions, base, &Region::base) == objects_[object].regions.end())
        AddRegion(object, {base, stride, 0});
    }
  } while (!work_.empty() || !late_.empty());
  for (NodeState& state : nodes_) {
    for (Node& cell : state.set) cell = Find(cell);
    std::ranges::sort(state.set);
    state.set.erase(std::unique(state.set.begin(), state.set.end()), state.set.end());
  }
  arrived_ = nullptr;
}

std::size_t ConstraintGraph::edge_count() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::size_t{0},
                         [](std::size_t sum, const NodeState& state) { return sum + state.edges.size(); });
}

void ConstraintGraph::Finish() {
  std::vector<std::vector<Node>> sets;
  sets.reserve(nodes_.size());
  for (NodeState& state : nodes_) {
    state.set.shrink_to_fit();
    sets.push_back(std::move(state.set));
  }
  finished_ = std::move(sets);
  nodes_ = {};
  offsets_ = {};
  moves_ = {};
  steps_ = {};
  for (Object& object : objects_) object.moves = {};
}

}  // namespace reweave::inline analysis
