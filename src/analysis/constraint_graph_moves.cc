// Memory that is moved as a whole: field by field (constraint_graph.h).
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analysis/constraint_graph.h"

namespace reweave::inline analysis {

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
  const Place place = PlaceOf(source);
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
  const Place place = PlaceOf(destination);
  if (!moves_[move].to.emplace(place.object, place.offset).second) return;
  const auto& all = moves_[move].from;
  const std::vector<std::pair<std::uint32_t, std::int64_t>> from(all.lower_bound({place.object, 0}),
                                                                 all.lower_bound({place.object + 1, 0}));
  for (const auto& [object, offset] : from) MoveWithin(move, object, place.offset, offset);
  if (moves_[move].crowded) AddRegion(place.object, {place.offset, 1, 0});
  const std::vector<std::pair<std::int64_t, Node>> values(moves_[move].buffer.begin(), moves_[move].buffer.end());
  for (const auto& [inside, value] : values) Deliver(value, place.object, place.offset + inside);
}

}  // namespace reweave::inline analysis
