#include "analysis/constraint_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "analysis/effort.h"

namespace reweave::inline analysis {

namespace {
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
  for (auto* parent : {&parent_, &holder_}) {
    parent->resize(nodes_.size());
    std::iota(parent->begin() + first, parent->end(), first);
  }
  number_of_.resize(nodes_.size(), kNone);
  return first;
}

std::uint32_t ConstraintGraph::AddObject(std::uint64_t size) {
  objects_.push_back({.size = size, .cells = {}, .regions = {}, .moves = {}});
  return static_cast<std::uint32_t>(objects_.size() - 1);
}

std::vector<ConstraintGraph::Node> ConstraintGraph::Set(Node node) const {
  std::vector<Node> out;
  ForEachIn(node, [&](Node cell) { out.push_back(cell); });
  return out;
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

bool ConstraintGraph::IsOnePlace(const Object& object) {
  return std::ranges::any_of(object.regions,
                             [](const Region& region) { return region.base == 0 && region.stride == 1 && region.extent == 0; });
}

bool ConstraintGraph::InArray(Node cell) const {
  const Place& place = PlaceOf(cell);
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
  number_of_[cell] = static_cast<Node>(places_.size());
  places_.push_back({cell, number, at});
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
    if (to != Find(cell)) MergeCells(to, Find(cell));
  }
}

void ConstraintGraph::MergeCells(Node into, Node from) {
  parent_[from] = into;
  gone_.Insert(number_of_[from]);
  Merge(into, from);
}

CellSet ConstraintGraph::Renamed(CellSet cells) const {
  if (!cells.Meets(gone_)) return cells;
  CellSet out;
  cells.ForEach([&](CellSet::Number number) { out.Insert(number_of_[Find(places_[number].cell)]); });
  return out;
}

void ConstraintGraph::Queue(Node holder) {
  if (nodes_[holder].queued) return;
  nodes_[holder].queued = true;
  work_.push_back(holder);
}

bool ConstraintGraph::AddAll(Node holder, const CellSet& cells) {
  NodeState& state = nodes_[holder];
  if (!state.set.Unite(cells, state.fresh)) return false;
  Queue(holder);
  return true;
}

void ConstraintGraph::Address(Node node, Node cell) {
  node = Holder(node);
  const CellSet::Number number = number_of_[Find(cell)];
  if (!nodes_[node].set.Insert(number)) return;
  nodes_[node].fresh.Insert(number);
  Queue(node);
}

void ConstraintGraph::Copy(Node from, Node to) {
  from = Holder(from), to = Holder(to);
  if (from == to) return;
  auto& edges = nodes_[from].edges;
  auto at = std::ranges::lower_bound(edges, to);
  if (at != edges.end() && *at == to) return;
  edges.insert(at, to);
  AddAll(to, nodes_[from].set);
}

// What a node holds before the first Solve meets all its constraints then.
void ConstraintGraph::Constrain(Node node, const Constraint& constraint) {
  node = Holder(node);
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

// What both have passed on needs nothing more; all else meets the constraints and the edges of both.
void ConstraintGraph::Merge(Node into, Node from) {
  into = Holder(into), from = Holder(from);
  if (into == from) return;
  holder_[from] = into;
  NodeState taken = std::move(nodes_[from]);
  nodes_[from] = {};
  NodeState& state = nodes_[into];
  CellSet done = state.set;
  done.Intersect(taken.set);
  done.Subtract(state.fresh);
  done.Subtract(taken.fresh);
  state.set.Unite(taken.set);
  state.fresh = state.set;
  state.fresh.Subtract(done);
  state.constraints.insert(state.constraints.end(), taken.constraints.begin(), taken.constraints.end());
  std::vector<Node> edges;
  std::ranges::set_union(state.edges, taken.edges, std::back_inserter(edges));
  std::erase(edges, into);
  state.edges = std::move(edges);
  if (!state.fresh.empty()) Queue(into);
}

// A pointer that comes back to where it was moved on is moved on again, and again: one part of an object within another of the
// same type, each time further in, without an end. Past a few steps all of them are one.
bool ConstraintGraph::IsLadder(std::uint32_t offset, const Place& place) {
  constexpr std::size_t kMostSteps = 8;
  if (IsOnePlace(objects_[place.object])) return false;
  auto& seen = steps_[std::uint64_t{offset} << 32 | place.object];
  const auto at = std::ranges::lower_bound(seen, place.offset);
  const bool known = at != seen.end() && *at == place.offset;
  // Past the limit only the smallest counts.
  if (!known && (seen.size() <= kMostSteps || at == seen.begin())) seen.insert(at, place.offset);
  return seen.size() > kMostSteps && place.offset > seen.front();
}

void ConstraintGraph::Apply(const Constraint& constraint, Node cell) {
  switch (constraint.kind) {
    case Kind::kLoad: Copy(cell, constraint.other); break;
    case Kind::kStore: Copy(constraint.other, cell); break;
    case Kind::kOffset: {
      const Offset offset = offsets_[constraint.extra];
      const Place place = PlaceOf(cell);
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
  const CellSet fresh = Renamed(std::exchange(nodes_[node].fresh, {}));
  std::vector<Node> cells;
  if (!nodes_[node].constraints.empty()) fresh.ForEach([&](CellSet::Number number) { cells.push_back(places_[number].cell); });
  for (std::size_t i = 0; i < nodes_[node].constraints.size(); ++i) {
    const Constraint constraint = nodes_[node].constraints[i];
    for (Node cell : cells) Apply(constraint, Find(cell));
    if (const Node holder = Holder(node); holder != node) {  // it became part of another one meanwhile, which takes this up
      nodes_[holder].fresh.Unite(fresh);
      return Queue(holder);
    }
  }
  PassOn(node, fresh);
}

void ConstraintGraph::PassOn(Node node, const CellSet& fresh) {
  for (const Node edge : nodes_[node].edges)
    if (const Node to = Holder(edge); to != node && !AddAll(to, fresh)) ++futile_;
}

void ConstraintGraph::WorkOff() {
  for (const auto& [node, constraint] : std::exchange(late_, {})) {
    Effort::Turn();
    for (const Node cell : Set(node)) Apply(constraint, Find(cell));
  }
  if (futile_ >= next_collapse_) CollapseCycles();
  std::vector<Node> round = std::exchange(work_, {});
  rank_.resize(nodes_.size(), 0);
  for (Node node : round) {
    Effort::Turn();
    if (!std::exchange(nodes_[node].queued, false) || Holder(node) != node) continue;
    Process(node);
  }
}

// Pointers without a known end are in an array if one begins where they do, which is known only after the rest.
void ConstraintGraph::FindArrays() {
  for (const auto& [object, base, stride] : std::exchange(endless_, {})) {
    const std::uint64_t size = objects_[object].size;
    if (base == 0 && size % stride != 0) continue;  // not an array of such elements
    if (std::ranges::find(objects_[object].regions, base, &Region::base) == objects_[object].regions.end())
      AddRegion(object, {base, stride, 0});
  }
}

// What a place that is another one now was moved on to need not be what that one is moved on to.
void ConstraintGraph::RenameAll() {
  for (Node node = 0; node < nodes_.size(); ++node) {
    CellSet& set = nodes_[node].set;
    if (!set.Meets(gone_)) continue;
    CellSet renamed = Renamed(set), known = std::exchange(set, {});
    known.Intersect(renamed);
    set = std::move(known);
    AddAll(node, renamed);
  }
}

void ConstraintGraph::Solve(const std::function<void(std::uint32_t, Node)>& arrived) {
  arrived_ = &arrived;
  started_ = true;
  CollapseCycles();
  do {
    while (!work_.empty() || !late_.empty()) WorkOff();
    FindArrays();
    if (work_.empty() && late_.empty()) RenameAll();
  } while (!work_.empty() || !late_.empty());
  arrived_ = nullptr;
}

std::size_t ConstraintGraph::edge_count() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::size_t{0},
                         [](std::size_t sum, const NodeState& state) { return sum + state.edges.size(); });
}

void ConstraintGraph::Finish() {
  std::vector<CellSet> sets;
  sets.reserve(nodes_.size());
  for (NodeState& state : nodes_) {
    state.set.ShrinkToFit();
    sets.push_back(std::move(state.set));
  }
  finished_ = std::move(sets);
  nodes_ = {};
  offsets_ = {};
  moves_ = {};
  steps_ = {};
  rank_ = {};
  for (Object& object : objects_) object.moves = {};
}

}  // namespace reweave::inline analysis
