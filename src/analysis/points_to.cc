#include "analysis/points_to.h"

#include <algorithm>
#include <set>

#include "analysis/points_to_solver.h"

namespace reweave::inline analysis {

PointsTo::PointsTo(const FlowProgram& program) : solver_(std::make_unique<Solver>(program)) {}
PointsTo::~PointsTo() = default;
PointsTo::PointsTo(PointsTo&&) noexcept = default;

std::vector<PointsTo::Cell> PointsTo::Targets(std::uint32_t function, FlowOperand operand) const {
  return solver_->Targets(function, operand);
}

std::vector<PointsTo::Cell> PointsTo::Widen(const std::vector<Cell>& targets, std::uint64_t length) const {
  std::set<Cell> out;
  for (Cell cell : targets) {
    const std::int64_t from = solver_->graph.OffsetOf(cell);
    out.insert(solver_->graph.Find(cell));
    for (const auto& [offset, other] : solver_->graph.CellsOf(solver_->graph.ObjectOf(cell)))
      if (offset >= from && (length == 0 || offset < from + static_cast<std::int64_t>(length)))
        out.insert(solver_->graph.Find(other));
  }
  return {out.begin(), out.end()};
}

const std::vector<MemoryObject>& PointsTo::objects() const { return solver_->objects; }
std::uint32_t PointsTo::ObjectOf(Cell cell) const { return solver_->graph.ObjectOf(cell); }
std::int64_t PointsTo::OffsetOf(Cell cell) const { return solver_->graph.OffsetOf(cell); }
bool PointsTo::IsSmallBuffer(Cell cell) const { return solver_->IsSmallBuffer(cell); }
bool PointsTo::IsElement(Cell cell) const { return solver_->graph.InArray(cell); }
const std::vector<bool>& PointsTo::shared() const { return solver_->shared; }
const CallTargets& PointsTo::calls(std::uint32_t function, std::uint32_t call) const { return solver_->calls(function, call); }
const std::vector<Callback>& PointsTo::callbacks(std::uint32_t function, std::uint32_t call) const {
  return solver_->callbacks(function, call);
}

PointsTo::Cell PointsTo::At(Cell cell, std::int64_t offset) const {
  const auto& graph = solver_->graph;
  if (offset == 0) return graph.Find(cell);
  const std::int64_t wanted = graph.OffsetOf(cell) + offset;
  for (const auto& [at, other] : graph.CellsOf(graph.ObjectOf(cell)))
    if (at == wanted) return graph.Find(other);
  return graph.Find(cell);
}

std::vector<PointsTo::Cell> PointsTo::PointedBy(const std::vector<Cell>& cells) const {
  std::set<Cell> out;
  for (Cell cell : cells) solver_->graph.ForEachIn(cell, [&](Cell target) { out.insert(target); });
  return {out.begin(), out.end()};
}

std::vector<PointsTo::Cell> PointsTo::CellsOf(std::uint32_t object) const {
  std::set<Cell> out;
  for (const auto& [offset, cell] : solver_->graph.CellsOf(object)) out.insert(solver_->graph.Find(cell));
  return {out.begin(), out.end()};
}

std::size_t PointsTo::cells() const { return solver_->graph.cell_count(); }

}  // namespace reweave::inline analysis
