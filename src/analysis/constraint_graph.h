// The solver under points_to.h: nodes hold sets of places, constraints between them are worked off until nothing changes.
//
// Places are nodes too (what they hold is what is stored there). Places of an object that turn out to be elements of one array,
// and nodes on a cycle of copies, are merged: Find() gives the one that stands for them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

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

  Node Find(Node node) const;
  const std::vector<Node>& Set(Node node) const { return finished_.empty() ? nodes_[Find(node)].set : finished_[Find(node)]; }
  std::uint32_t ObjectOf(Node cell) const { return places_.at(Find(cell)).object; }
  std::int64_t OffsetOf(Node cell) const { return places_.at(Find(cell)).offset; }
  const std::map<std::int64_t, Node>& CellsOf(std::uint32_t object) const { return objects_[object].cells; }
  bool InArray(Node cell) const;
  std::size_t object_count() const { return objects_.size(); }
  std::size_t cell_count() const { return places_.size(); }
  std::size_t edge_count() const;

 private:
  enum class Kind : std::uint8_t { kLoad, kStore, kOffset, kMoveTo, kMoveFrom, kWatch };
  struct Constraint {
    Kind kind;
    std::uint32_t other;  // node, index of the offset, move or watch
    std::uint32_t extra = 0;
  };
  struct NodeState {
    std::vector<Node> set, fresh;  // sorted; not yet passed on
    std::vector<Node> edges;  // sorted
    std::vector<Constraint> constraints;
    bool queued = false;
  };
  struct Place {
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

  void Queue(Node node);
  void Constrain(Node node, const Constraint& constraint);
  bool Add(Node node, Node cell);
  bool AddAll(Node node, const std::vector<Node>& cells);  // sorted
  void Merge(Node into, Node from);
  void Process(Node node);
  void Apply(const Constraint& constraint, Node cell);
  void MoveFrom(std::uint32_t move, Node source);
  void MoveTo(std::uint32_t move, Node destination);
  void MoveWithin(std::uint32_t move, std::uint32_t object, std::int64_t one, std::int64_t other);
  void Connect(std::uint32_t move, std::int64_t inside, Node cell);
  void Deliver(Node value, std::uint32_t object, std::int64_t offset);
  bool IsLadder(std::uint32_t offset, const Place& place);
  std::int64_t Normalise(const Object& object, std::int64_t offset) const;
  void AddRegion(std::uint32_t object, const Region& region);
  static Region OneOf(const std::vector<Region>& regions);
  void CollapseCycles();

  mutable std::vector<Node> parent_;
  std::vector<std::vector<Node>> finished_;  // the sets, in the end
  std::deque<NodeState> nodes_;  // grows without a copy
  std::vector<Object> objects_;
  std::unordered_map<Node, Place> places_;
  std::vector<Offset> offsets_;
  std::unordered_map<std::uint64_t, std::vector<std::int64_t>> steps_;  // constraint, object: where it was applied
  std::vector<MoveRule> moves_;
  std::set<std::tuple<std::uint32_t, std::int64_t, std::uint64_t>> endless_;  // object, base, stride: not yet regions
  std::vector<std::pair<Node, Constraint>> late_;  // came when the node held something already
  bool started_ = false;
  std::vector<Node> work_;
  const std::function<void(std::uint32_t, Node)>* arrived_ = nullptr;
};

}  // namespace reweave::inline analysis
