#include "impact/library_state.h"

#include <algorithm>
#include <set>

#include "impact/locator.h"

namespace reweave {

using facts::FlowKind;

namespace {

bool IsStd(std::string_view pretty) {
  // "void std::sort<...>(...)": templates are shown with their result.
  const std::size_t end = pretty.find_first_of("(<");
  const std::string_view head = pretty.substr(0, end);
  const std::size_t space = head.rfind(' ');
  const std::string_view name = space == std::string_view::npos ? head : head.substr(space + 1);
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

// "std::vector<int, ...>::push_back(int&&)": the record is a synchronisation type, or a helper that touches nothing.
bool IsLeftOut(const CallSite& call) {
  std::string_view name = call.callee_name;
  if (const std::size_t at = name.find("std::"); at != std::string_view::npos && at < name.find('(')) name = name.substr(at);
  return IsSyncType(name) || name.starts_with("std::__throw") || name.starts_with("std::terminate") ||
         name.starts_with("std::this_thread") || name.starts_with("std::__condvar") || name.starts_with("std::lock") ||
         name.starts_with("std::call_once") || name.starts_with("std::async") || name.starts_with("std::__future_base");
}

}  // namespace

LibraryState::LibraryState(const FlowProgram& program, const PointsTo& points)
    : program_(program), points_(points), summaries_(program.functions().size()) {}

// Library code that is called from library code counts; the user's code that it calls back has accesses of its own.
const LibraryState::Summary& LibraryState::SummaryOf(std::uint32_t root) {
  if (summaries_[root]) return *summaries_[root];
  std::set<PointsTo::Cell> read, written;
  std::vector<bool> seen(program_.functions().size());
  std::vector<std::uint32_t> work{root};
  while (!work.empty()) {
    const std::uint32_t f = work.back();
    work.pop_back();
    if (seen[f] || !program_.functions()[f].system()) continue;
    seen[f] = true;
    const FunctionFacts& facts = program_.functions()[f];
    const FunctionFlows& flows = program_.flows[f];
    const auto add = [&](std::uint32_t access, FlowOperand address) {
      if (access == kNoSite) return;
      const AccessSite& site = facts.accesses[access];
      if (site.kind >= facts::AccessKind::kAtomicLoad) return;
      const bool range = site.flags & facts::kSiteRange;
      const auto targets = points_.Targets(f, address);
      for (PointsTo::Cell cell : range ? points_.Widen(targets, site.size) : targets)
        (site.kind == facts::AccessKind::kWrite ? written : read).insert(cell);
    };
    for (const FlowOp& op : flows.ops) {
      if (op.kind == FlowKind::kLoad || op.kind == FlowKind::kStore) add(op.site, flows.operand(op, 0));
      if (op.kind == FlowKind::kMove) add(op.site, flows.operand(op, 1)), add(op.written, flows.operand(op, 0));
      if (op.kind == FlowKind::kCall)
        for (std::uint32_t to : points_.calls(f, op.site).functions) work.push_back(to);
    }
    for (const auto& library : flows.library) add(library.access, library.address);
  }
  Summary& out = summaries_[root].emplace();
  out.read.assign(read.begin(), read.end());
  out.written.assign(written.begin(), written.end());
  return out;
}

// The object itself and what it leads to in two steps: a container, its buffer or nodes.
std::vector<bool> LibraryState::ObjectsNear(const std::vector<PointsTo::Cell>& cells) const {
  std::vector<bool> near(points_.objects().size());
  std::vector<std::uint32_t> frontier;
  for (PointsTo::Cell cell : cells)
    if (const std::uint32_t object = points_.ObjectOf(cell); !near[object]) near[object] = true, frontier.push_back(object);
  for (int step = 0; step < 2; ++step) {
    std::vector<std::uint32_t> next;
    for (std::uint32_t object : frontier)
      for (std::uint32_t to : points_.PointedBy(object))
        if (!near[to]) near[to] = true, next.push_back(to);
    frontier = std::move(next);
  }
  return near;
}

std::optional<Footprint> LibraryState::Of(std::uint32_t function, const FlowOp& op) {
  const CallSite& call = program_.functions()[function].calls[op.site];
  if (call.operation != facts::Operation::kNone || op.indirect || IsLeftOut(call)) return std::nullopt;
  const FunctionFlows& flows = program_.flows[function];
  std::vector<PointsTo::Cell> object;
  for (std::uint32_t i = 0; i < op.count && object.empty(); ++i) object = points_.Targets(function, flows.operand(op, i));
  if (object.empty()) return std::nullopt;
  Footprint out;
  const CallTargets& targets = points_.calls(function, op.site);
  if (targets.functions.empty()) {  // compiled into the library
    if (!IsStd(call.callee_name)) return std::nullopt;
    out.cells = points_.Widen(object, 0);
    out.write = !call.callee.starts_with("_ZNK");
    return out;
  }
  std::vector<PointsTo::Cell> given;
  for (std::uint32_t i = 0; i < op.count; ++i) {
    const auto more = points_.Targets(function, flows.operand(op, i));
    given.insert(given.end(), more.begin(), more.end());
  }
  const std::vector<bool> near = ObjectsNear(given);
  std::set<PointsTo::Cell> cells;
  for (std::uint32_t to : targets.functions) {
    if (!program_.functions()[to].system()) continue;
    const Summary& summary = SummaryOf(to);
    for (PointsTo::Cell cell : summary.read)
      if (near[points_.ObjectOf(cell)]) cells.insert(cell);
    for (PointsTo::Cell cell : summary.written)
      if (near[points_.ObjectOf(cell)]) cells.insert(cell), out.write = true;
  }
  if (cells.empty()) return std::nullopt;
  out.cells.assign(cells.begin(), cells.end());
  return out;
}

}  // namespace reweave
