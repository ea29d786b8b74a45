#include "analysis/library_state.h"

#include <algorithm>
#include <set>
#include <string>

#include "analysis/library_names.h"
#include "analysis/locator.h"

namespace reweave::inline analysis {

using facts::FlowKind;

namespace {

// "std::vector<int, ...>::push_back(int&&)": the record is a synchronisation type, or a helper that touches nothing.
bool IsLeftOut(const CallSite& call) {
  std::string_view name = call.callee_name;
  if (const std::size_t at = name.find("std::"); at != std::string_view::npos && at < name.find('(')) name = name.substr(at);
  return IsSyncType(name) || name.starts_with("std::__throw") || name.starts_with("std::terminate") ||
         name.starts_with("std::this_thread") || name.starts_with("std::__condvar") || name.starts_with("std::lock") ||
         name.starts_with("std::call_once") || name.starts_with("std::async") || name.starts_with("std::__future_base");
}

bool Frees(const CallSite& call) {
  return call.operation == facts::Operation::kFree || call.callee == "realloc" || call.callee == "reallocarray";
}

// Characters, not the string that holds them.
bool IsContent(const AccessSite& site) { return site.size <= 1 || (site.flags & facts::kSiteRange); }

}  // namespace

std::vector<HeapOwner> HeapOwners(const FlowProgram& program, const PointsTo& points) {
  std::vector<HeapOwner> out;
  for (const MemoryObject& object : points.objects()) {
    HeapOwner& owner = out.emplace_back(HeapOwner::kUser);
    if (object.kind == MemoryObject::Kind::kExternal && object.name == kTextObject) owner = HeapOwner::kLibraryText;
    if (object.kind != MemoryObject::Kind::kHeap) continue;
    const FunctionFacts& f = program.functions()[object.function];
    const CallSite& call = f.calls[object.site];
    const bool inlined = call.place.library && !call.place.function.empty();
    if (!f.system() && !inlined) continue;
    const std::string& by = inlined ? call.place.function : f.pretty;
    owner = MakesUsersObject(by) ? HeapOwner::kMade : HoldsText(by) ? HeapOwner::kLibraryText : HeapOwner::kLibrary;
  }
  return out;
}

LibraryState::LibraryState(const FlowProgram& program, const PointsTo& points)
    : program_(program), points_(points), owners_(HeapOwners(program, points)), summaries_(program.functions().size()) {}

// Library code that is called from library code counts; the user's code that it calls back has accesses of its own.
LibraryState::Summary LibraryState::Compute(std::uint32_t number) const {
  constexpr std::size_t kMost = 12;  // origins of a value: a pointer that a loop moves on
  const FunctionFacts& facts = program_.functions()[number];
  const FunctionFlows& flows = program_.flows[number];
  std::vector<std::set<Origin>> origins(flows.values + 1);
  for (std::uint32_t p = 1; p <= flows.parameters; ++p) origins[p].insert({p, 0});
  const auto of = [&](FlowOperand operand) -> const std::set<Origin>& {
    static const std::set<Origin> none, own = {{0, 0}};  // its own variables, and globals
    return operand == 0 ? none : IsRoot(operand) ? own : origins[ValueNumber(operand)];
  };
  Summary out;
  for (bool more = true; more;) {
    more = false;
    const auto add = [&](std::uint32_t value, const Origin& origin) {
      if (value != 0 && origins[value].size() < kMost && origins[value].insert(origin).second) more = true;
    };
    for (const FlowOp& op : flows.ops) {
      if (op.kind == FlowKind::kCopy)
        for (std::uint32_t k = 0; k < op.count; ++k)
          for (const Origin& origin : std::set<Origin>(of(flows.operand(op, k)))) add(op.result, origin);
      if (op.kind == FlowKind::kOffset)
        for (const Origin& origin : std::set<Origin>(of(flows.operand(op, 0))))
          add(op.result, {origin.first, origin.second + op.before});
      if (op.kind != FlowKind::kCall) continue;
      const std::uint32_t first = op.indirect ? 1 : 0;
      for (std::uint32_t to : points_.calls(number, op.site).functions)
        for (const auto& [parameter, offset] : summaries_[to].returned)
          for (const Origin& origin : std::set<Origin>(of(flows.operand(op, parameter - 1 + first))))
            add(op.result, {origin.first, origin.second + offset});
    }
  }
  const auto touch = [&](std::uint32_t access, FlowOperand address) {
    if (access == kNoSite) return;
    const AccessSite& site = facts.accesses[access];
    if (site.kind >= facts::AccessKind::kAtomicLoad || (IsTextCode(site.place.function) && IsContent(site))) return;
    const bool write = site.kind == facts::AccessKind::kWrite;
    for (const Origin& origin : of(address))
      if (origin.first != 0)
        out.reaches.insert({origin.first, origin.second, site.flags & facts::kSiteRange ? site.size : 0, write, IsContent(site)});
    if (of(address).empty() && !IsContent(site)) (write ? out.deep_write : out.deep_read) = true;
  };
  for (const FlowOp& op : flows.ops) {
    if (op.kind == FlowKind::kLoad || op.kind == FlowKind::kStore) touch(op.site, flows.operand(op, 0));
    if (op.kind == FlowKind::kMove) touch(op.site, flows.operand(op, 1)), touch(op.written, flows.operand(op, 0));
    if (op.kind == FlowKind::kReturn && op.count > 0)
      for (const Origin& origin : of(flows.operand(op, 0)))
        if (origin.first != 0) out.returned.insert(origin);
    if (op.kind != FlowKind::kCall) continue;
    const std::uint32_t first = op.indirect ? 1 : 0;
    const auto free = [&](FlowOperand block) {
      for (const Origin& origin : of(block))
        if (origin.first != 0) out.frees.insert(origin.first);
      out.deep_free |= of(block).empty();
    };
    if (Frees(facts.calls[op.site])) free(flows.operand(op, first));
    for (std::uint32_t to : points_.calls(number, op.site).functions) {
      if (!program_.functions()[to].system()) continue;
      const Summary& callee = summaries_[to];
      out.deep_read |= callee.deep_read, out.deep_write |= callee.deep_write, out.deep_free |= callee.deep_free;
      for (std::uint32_t parameter : callee.frees) free(flows.operand(op, parameter - 1 + first));
      for (const Reach& reach : callee.reaches) {
        const auto& given = of(flows.operand(op, reach.parameter - 1 + first));
        for (const Origin& origin : given)
          if (origin.first != 0)
            out.reaches.insert({origin.first, origin.second + reach.offset, reach.length, reach.write, reach.byte});
        if (given.empty() && !reach.byte) (reach.write ? out.deep_write : out.deep_read) = true;
      }
    }
  }
  for (const auto& library : flows.library) touch(library.access, library.address);
  return out;
}

void LibraryState::Summarise() {
  summarised_ = true;
  std::vector<std::vector<std::uint32_t>> callers(program_.functions().size());
  std::vector<std::uint32_t> work;
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
    if (!program_.functions()[f].system()) continue;
    work.push_back(f);
    for (std::uint32_t call = 0; call < program_.functions()[f].calls.size(); ++call)
      for (std::uint32_t to : points_.calls(f, call).functions) callers[to].push_back(f);
  }
  std::vector<bool> queued(program_.functions().size(), true);
  std::vector<int> rounds(program_.functions().size());
  while (!work.empty()) {
    const std::uint32_t f = work.back();
    work.pop_back();
    queued[f] = false;
    // Recursion with an offset that grows would go on for ever; what is left out then is far from the object.
    if (++rounds[f] > 20) continue;
    Summary summary = Compute(f);
    if (summary == summaries_[f]) continue;
    summaries_[f] = std::move(summary);
    for (std::uint32_t caller : callers[f])
      if (!queued[caller]) queued[caller] = true, work.push_back(caller);
  }
}

// Buffers and nodes that the places lead to, in two steps.
std::vector<PointsTo::Cell> LibraryState::OwnedBy(const std::vector<PointsTo::Cell>& cells) const {
  std::set<std::uint32_t> objects;
  std::vector<PointsTo::Cell> out, frontier = cells;
  for (int step = 0; step < 2; ++step) {
    std::vector<PointsTo::Cell> next;
    for (PointsTo::Cell cell : points_.PointedBy(frontier)) {
      const std::uint32_t object = points_.ObjectOf(cell);
      // A pointer into the middle is a string's, to its own small buffer.
      if (owners_[object] != HeapOwner::kLibrary || points_.OffsetOf(cell) != 0 || !objects.insert(object).second) continue;
      const auto more = points_.CellsOf(object);
      next.insert(next.end(), more.begin(), more.end());
    }
    out.insert(out.end(), next.begin(), next.end());
    frontier = std::move(next);
  }
  return out;
}

// Values that library code loads, and what is computed from them.
const std::vector<bool>& LibraryState::KeptPointers(std::uint32_t function) {
  const auto [entry, fresh] = kept_pointers_.try_emplace(function);
  if (!fresh) return entry->second;
  const FunctionFlows& flows = program_.flows[function];
  std::vector<bool>& kept = entry->second;
  kept.assign(flows.values + 1, false);
  const auto is = [&](FlowOperand operand) { return operand != 0 && !IsRoot(operand) && kept[ValueNumber(operand)]; };
  for (bool more = true; more;) {
    more = false;
    for (const FlowOp& op : flows.ops) {
      if (op.result == 0 || kept[op.result]) continue;
      bool now = false;
      if (op.kind == FlowKind::kLoad) now = op.site != kNoSite && program_.functions()[function].accesses[op.site].place.library;
      if (op.kind == FlowKind::kOffset) now = is(flows.operand(op, 0));
      if (op.kind == FlowKind::kCopy)
        for (std::uint32_t k = 0; k < op.count; ++k) now |= is(flows.operand(op, k));
      if (now) kept[op.result] = more = true;
    }
  }
  return kept;
}

void LibraryState::Keep(std::uint32_t function, const AccessSite& site, FlowOperand address, std::vector<PointsTo::Cell>& cells) {
  const bool kept = address != 0 && !IsRoot(address) && KeptPointers(function)[ValueNumber(address)];
  if (IsTextCode(site.place.function) && (kept || IsContent(site))) return cells.clear();
  std::erase_if(cells, [&](PointsTo::Cell cell) {
    return owner(cell) == HeapOwner::kLibraryText || (kept && owner(cell) == HeapOwner::kUser);
  });
}

std::vector<PointsTo::Cell> LibraryState::Blocks(const std::vector<PointsTo::Cell>& pointers) const {
  std::set<std::uint32_t> objects;
  for (PointsTo::Cell cell : pointers)
    if (const std::uint32_t object = points_.ObjectOf(cell);
        points_.objects()[object].kind == MemoryObject::Kind::kHeap && owners_[object] != HeapOwner::kLibraryText)
      objects.insert(object);
  std::vector<PointsTo::Cell> out;
  for (std::uint32_t object : objects) {
    const auto cells = points_.CellsOf(object);
    out.insert(out.end(), cells.begin(), cells.end());
  }
  std::ranges::sort(out);
  return out;
}

std::optional<Footprint> LibraryState::Freed(std::uint32_t function, const FlowOp& op) const {
  if (!Frees(program_.functions()[function].calls[op.site])) return std::nullopt;
  const FunctionFlows& flows = program_.flows[function];
  Footprint out;
  out.freed = Blocks(points_.Targets(function, flows.operand(op, op.indirect ? 1 : 0)));
  return out;
}

std::optional<Footprint> LibraryState::Of(std::uint32_t function, const FlowOp& op) {
  const CallSite& call = program_.functions()[function].calls[op.site];
  if (Frees(call)) return Freed(function, op);
  if (call.operation != facts::Operation::kNone || op.indirect || IsLeftOut(call)) return std::nullopt;
  const FunctionFlows& flows = program_.flows[function];
  std::vector<PointsTo::Cell> object;
  for (std::uint32_t i = 0; i < op.count && object.empty(); ++i) object = points_.Targets(function, flows.operand(op, i));
  if (object.empty()) return std::nullopt;
  Footprint out;
  const CallTargets& targets = points_.calls(function, op.site);
  if (targets.functions.empty()) {  // compiled into the library
    if (!IsStd(call.callee_name)) return std::nullopt;
    out.read = out.cells = points_.Widen(object, sizeof(std::string));
    out.write = !call.callee.starts_with("_ZNK");
    if (out.write) out.written = out.cells;
    return out;
  }
  if (!summarised_) Summarise();
  std::set<PointsTo::Cell> cells, freed, read, written;
  for (std::uint32_t to : targets.functions) {
    if (!program_.functions()[to].system()) continue;
    const Summary& summary = summaries_[to];
    std::set<PointsTo::Cell> own;
    for (const Reach& reach : summary.reaches) {
      std::vector<PointsTo::Cell> places;
      for (PointsTo::Cell cell : points_.Targets(function, flows.operand(op, reach.parameter - 1)))
        places.push_back(points_.At(cell, reach.offset));
      if (reach.length > 0) places = points_.Widen(places, reach.length);
      own.insert(places.begin(), places.end());
      (reach.write ? written : read).insert(places.begin(), places.end());
      out.write |= reach.write && !places.empty();
    }
    if (summary.deep_free)
      for (PointsTo::Cell cell : Blocks(points_.PointedBy({own.begin(), own.end()}))) freed.insert(cell);
    for (std::uint32_t parameter : summary.frees)
      for (PointsTo::Cell cell : Blocks(points_.Targets(function, flows.operand(op, parameter - 1)))) freed.insert(cell);
    if (summary.deep_read || summary.deep_write)
      for (PointsTo::Cell cell : OwnedBy({own.begin(), own.end()})) {
        own.insert(cell);
        if (summary.deep_read) read.insert(cell);
        if (summary.deep_write) written.insert(cell);
      }
    out.write |= summary.deep_write && !own.empty();
    cells.insert(own.begin(), own.end());
  }
  for (std::set<PointsTo::Cell>* list : {&cells, &read, &written})
    std::erase_if(*list,
                  [&](PointsTo::Cell cell) { return owner(cell) == HeapOwner::kLibraryText || points_.IsSmallBuffer(cell); });
  if (cells.empty() && freed.empty()) return std::nullopt;
  out.cells.assign(cells.begin(), cells.end());
  out.read.assign(read.begin(), read.end());
  out.written.assign(written.begin(), written.end());
  out.freed.assign(freed.begin(), freed.end());
  return out;
}

}  // namespace reweave::inline analysis
