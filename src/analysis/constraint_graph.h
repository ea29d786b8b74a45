// The solver under points_to.h: nodes hold sets of places, constraints between them are worked off until nothing changes.
//
// Places are nodes too (what they hold is what is stored there). Places of an object that turn out to be elements of one array
// become one place: Find() gives the one that stands for them. Nodes on a cycle of copies hold the same: one of them, their
// holder, has the set and the constraints of all. Two places with one holder stay two places.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/cell_set.h"

namespace reweave::inline analysis {

class ConstraintGraph {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNone = ~0u;

  // A pointer moved by `before`, then to any element of an array of `stride` (0: no array) within `extent` bytes (0: unbounded),
  // then by `after`.
  struct Offset {
    std::int64_t before = 0, after = 0;
    std::uint64_t stride = 0, extent = 0;
  };

  Node AddNode();
  Node AddNodes(std::size_t count);  // the first of them
  // size 0: not known.
  std::uint32_t AddObject(std::uint64_t size);
  Node CellOf(std::uint32_t object, std::int64_t offset);
  void MakeOnePlace(std::uint32_t object) { AddRegion(object, {0, 1, 0}); }  // all offsets are one

  void Address(Node node, Node cell);
  void Copy(Node from, Node to);
  void Load(Node address, Node to);
  void Store(Node address, Node from);
  void Move(Node destination, Node source, std::uint64_t length);
  void OffsetBy(Node base, Node to, const Offset& offset);
  // `arrived(watch, cell)` is called for each place that the node comes to hold.
  void Watch(Node node, std::uint32_t watch);
  void Solve(const std::function<void(std::uint32_t watch, Node cell)>& arrived);

  // Nothing is added any more: what only solving needs is given back.
  void Finish();

  Node Find(Node cell) const { return Root(parent_, cell); }
  std::vector<Node> Set(Node node) const;  // sorted
  bool HoldsNothing(Node node) const { return SetOf(node).empty(); }
  template <typename Visit>
  void ForEachIn(Node node, const Visit& visit) const {
    SetOf(node).ForEach([&](CellSet::Number number) { visit(places_[number].cell); });
  }
  std::uint32_t ObjectOf(Node cell) const { return PlaceOf(cell).object; }
  std::int64_t OffsetOf(Node cell) const { return PlaceOf(cell).offset; }
  const std::map<std::int64_t, Node>& CellsOf(std::uint32_t object) const { return objects_[object].cells; }
  bool InArray(Node cell) const;
  std::size_t object_count() const { return objects_.size(); }
  std::size_t cell_count() const { return places_.size(); }
  std::size_t edge_count() const;

 private:
  static constexpr std::size_t kMaxCells = 1024;  // of one object; beyond, it is one place

  enum class Kind : std::uint8_t { kLoad, kStore, kOffset, kMoveTo, kMoveFrom, kWatch };
  struct Constraint {
    Kind kind;
    std::uint32_t other;  // node, index of the offset, move or watch
    std::uint32_t extra = 0;
  };
  // Of a holder; of all others it is empty.
  struct NodeState {
    CellSet set, fresh;  // numbers of places; fresh: of these, not yet passed on
    std::vector<Node> edges;  // sorted
    std::vector<Constraint> constraints;
    bool queued = false;
  };
  struct Place {
    Node cell;
    std::uint32_t object;
    std::int64_t offset;
  };
  struct Region {
    std::int64_t base;
    std::uint64_t stride, extent;
  };
  struct Object {
    std::uint64_t size = 0;
    std::map<std::int64_t, Node> cells;
    std::vector<Region> regions;
    std::vector<std::pair<std::uint32_t, std::int64_t>> moves;  // out of it: their number, the offset that they begin at
  };
  // What is moved goes through a buffer: every source meets every destination there, without an edge for each two of them.
  struct MoveRule {
    Node destination, source;
    std::uint64_t length;
    std::map<std::int64_t, Node> buffer = {};  // by the offset inside what is moved
    std::set<std::pair<std::uint32_t, std::int64_t>> from = {}, to = {};  // objects and offsets
    bool crowded = false;  // too many offsets: the rest of each destination is one place
  };

  static Node Root(std::vector<Node>& parent, Node node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  }
  Node Holder(Node node) const { return Root(holder_, node); }
  const CellSet& SetOf(Node node) const { return finished_.empty() ? nodes_[Holder(node)].set : finished_[Holder(node)]; }
  bool IsPlace(Node node) const { return number_of_[node] != kNone; }
  const Place& PlaceOf(Node cell) const { return places_[number_of_[Find(cell)]]; }
  CellSet Renamed(CellSet cells) const;  // places that became one are that one

  void Queue(Node holder);
  void Constrain(Node node, const Constraint& constraint);
  bool AddAll(Node holder, const CellSet& cells);
  void Merge(Node into, Node from);  // what they hold
  void Process(Node node);
  void PassOn(Node node, const CellSet& fresh);
  void WorkOff();
  void FindArrays();
  void RenameAll();
  void Apply(const Constraint& constraint, Node cell);
  void MoveFrom(std::uint32_t move, Node source);
  void MoveTo(std::uint32_t move, Node destination);
  void MoveWithin(std::uint32_t move, std::uint32_t object, std::int64_t one, std::int64_t other);
  void Connect(std::uint32_t move, std::int64_t inside, Node cell);
  void Deliver(Node value, std::uint32_t object, std::int64_t offset);
  bool IsLadder(std::uint32_t offset, const Place& place);
  static bool IsOnePlace(const Object& object);
  std::int64_t Normalise(const Object& object, std::int64_t offset) const;
  void AddRegion(std::uint32_t object, const Region& region);
  static Region OneOf(const std::vector<Region>& regions);
  void MergeCells(Node into, Node from);

  // constraint_graph_cycles.cc
  void CollapseCycles();
  std::vector<std::vector<Node>> Cycles();
  void CleanEdges();

  mutable std::vector<Node> parent_, holder_;
  std::vector<Node> number_of_;  // by node: its number as a place
  std::vector<CellSet> finished_;  // the sets, in the end
  std::deque<NodeState> nodes_;  // grows without a copy
  std::vector<Object> objects_;
  std::vector<Place> places_;  // by number
  CellSet gone_;  // places that are another one now
  std::vector<Offset> offsets_;
  std::unordered_map<std::uint64_t, std::vector<std::int64_t>>
      steps_;  // constraint, object: where it was applied, smallest first
  std::vector<MoveRule> moves_;
  std::set<std::tuple<std::uint32_t, std::int64_t, std::uint64_t>> endless_;  // object, base, stride: not yet regions
  std::vector<std::pair<Node, Constraint>> late_;  // came when the node held something already
  bool started_ = false;
  std::vector<Node> work_;
  std::vector<std::uint32_t> rank_;  // by node: sources of copies before their destinations, as of the last look for cycles
  std::size_t futile_ = 0, next_collapse_ = 0;  // copies that brought nothing; how many of them are worth a look for cycles
  const std::function<void(std::uint32_t, Node)>* arrived_ = nullptr;
};

}  // namespace reweave::inline analysis
