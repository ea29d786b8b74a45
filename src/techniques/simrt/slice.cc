#include "techniques/simrt/slice.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/effort.h"
#include "techniques/simrt/block_pairs.h"

namespace reweave::inline simrt {

using facts::FlowKind;

ForwardSlice::ForwardSlice(const FlowProgram& program, const PointsTo& points, const Threads& threads, std::size_t limit)
    : program_(program),
      points_(points),
      threads_(threads),
      limit_(limit),
      marks_(program.functions().size()),
      values_(program.functions().size()),
      entered_(program.functions().size()),
      uses_(program.functions().size()),
      controlled_(program.functions().size()),
      library_(program, points) {}

namespace {

// The handlers of what is thrown in the block: what runs once one has begun, up to where it goes on as usual. Only clean-up lies
// before.
std::vector<bool> CaughtBlocks(const FunctionFacts& f, std::uint32_t from) {
  std::vector<bool> normal(f.blocks.size()), out(f.blocks.size());
  const auto walk = [&](std::vector<std::uint32_t> work, bool unwind, std::vector<bool>& seen) {
    while (!work.empty()) {
      const std::uint32_t block = work.back();
      work.pop_back();
      if (seen[block]) continue;
      seen[block] = true;
      for (const BlockEdge& edge : f.blocks[block].edges)
        if (unwind || edge.label != facts::EdgeLabel::kUnwind) work.push_back(edge.target);
    }
  };
  if (!f.blocks.empty()) walk({0}, false, normal);
  std::vector<bool> unwound(f.blocks.size());
  for (const BlockEdge& edge : f.blocks[from].edges)
    if (edge.label == facts::EdgeLabel::kUnwind) walk({edge.target}, true, unwound);
  for (const CallSite& call : f.calls)
    if (call.callee == "__cxa_begin_catch" && unwound[call.block] && !normal[call.block]) walk({call.block}, true, out);
  for (std::size_t b = 0; b < out.size(); ++b) out[b] = out[b] && !normal[b];
  return out;
}

bool CallsLibrary(const FlowProgram& program, const CallTargets& targets) {
  return std::ranges::any_of(targets.functions, [&](std::uint32_t to) { return program.functions()[to].system(); });
}

}  // namespace

// Decided by something else than before: again, but not for ever.
bool ForwardSlice::Decide(const Place& place, std::uint32_t decider) {
  constexpr std::size_t kMostDeciders = 3;
  if (decider == 0) return false;
  auto& known = decided_[place];
  if (known.size() >= kMostDeciders || std::ranges::find(known, decider) != known.end()) return false;
  known.push_back(decider);
  return true;
}

std::uint32_t ForwardSlice::Decider(std::uint32_t function, std::uint32_t block) {
  const auto [entry, fresh] = decider_numbers_.try_emplace({function, block}, static_cast<std::uint32_t>(deciders_.size() + 1));
  if (fresh) deciders_.push_back({function, block});
  return entry->second;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> ForwardSlice::DecidersOf(std::uint32_t function, std::uint32_t op) const {
  std::vector<Place> out;
  if (const auto found = decided_.find({function, op}); found != decided_.end())
    for (std::uint32_t decider : found->second) out.push_back(deciders_[decider - 1]);
  return out;
}

void ForwardSlice::Add(std::uint32_t function, std::uint32_t op, Mark mark, std::uint32_t origin, std::uint32_t decider) {
  if (program_.flows[function].ops[op].kind == FlowKind::kCall && spared_.contains({function, op})) return;
  auto& marks = marks_[function];
  if (marks.empty()) marks.assign(program_.flows[function].ops.size(), 0);
  const bool more = Decide({function, op}, decider);
  if ((marks[op] & mark) && !more) return;
  if (!marks[op]) origins_[{function, op}] = origin;
  marks[op] |= mark;
  work_.push_back({function, op, mark, origin, decider});
}

void ForwardSlice::Change(std::uint32_t function, std::uint32_t op, std::uint32_t origin) { Add(function, op, kControl, origin); }
void ForwardSlice::Influence(std::uint32_t function, std::uint32_t op, std::uint32_t origin, std::uint32_t decider) {
  Add(function, op, kControl, origin, decider == kNoBlock ? 0 : Decider(function, decider));
}

void ForwardSlice::ChangeArguments(std::uint32_t function, std::uint32_t op, std::uint32_t origin) {
  Add(function, op, kData, origin);
  const FlowOp& call = program_.flows[function].ops[op];
  for (std::uint32_t to : points_.calls(function, call.site).functions)
    if (!program_.functions()[to].system())
      for (std::uint32_t p = 1; p <= program_.flows[to].parameters; ++p) Value(to, p, origin);
  // A thread of the library's makes its arguments from what it was given.
  for (const Callback& user : points_.callbacks(function, call.site))
    for (std::uint32_t p = 1; p <= program_.flows[user.function].parameters; ++p) Value(user.function, p, origin);
}

void ForwardSlice::GiveToLibrary(std::uint32_t function, std::uint32_t origin) {
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f)
    for (std::uint32_t call = 0; call < program_.functions()[f].calls.size() && !program_.functions()[f].system(); ++call)
      if (const std::uint32_t op = threads_.OpOf(f, call);
          op != kNoSite &&
          std::ranges::any_of(points_.callbacks(f, call), [&](const Callback& c) { return c.function == function; }))
        Add(f, op, kControl, origin, Decider(f, program_.flows[f].ops[op].block));
}

// Which handler takes it is asked in the blocks that an exception leads to, in the function and in all that call it. The thread
// comes there from the throw, whatever the old version ran.
void ForwardSlice::Throw(std::uint32_t function, std::uint32_t op, std::uint32_t origin) {
  const std::uint32_t decider = Decider(function, program_.flows[function].ops[op].block);
  std::set<std::uint32_t> seen{function};
  std::vector<Place> work{{function, op}};
  while (!work.empty()) {
    const auto [f, call] = work.back();
    work.pop_back();
    const FunctionFacts& facts = program_.functions()[f];
    const std::vector<bool> caught = CaughtBlocks(facts, program_.flows[f].ops[call].block);
    for (std::uint32_t i = 0; i < program_.flows[f].ops.size(); ++i)
      if (caught[program_.flows[f].ops[i].block]) Add(f, i, kControl, origin, decider);
    for (const Caller& caller : threads_.callers(f))
      if (!caller.spawn && seen.insert(caller.function).second) work.push_back({caller.function, caller.op});
  }
}

const std::vector<std::vector<std::uint32_t>>& ForwardSlice::UsesOf(std::uint32_t function) {
  if (!uses_[function]) {
    const FunctionFlows& flows = program_.flows[function];
    auto uses = std::make_unique<std::vector<std::vector<std::uint32_t>>>(flows.values + 1);
    for (std::uint32_t i = 0; i < flows.ops.size(); ++i)
      for (std::uint32_t k = 0; k < flows.ops[i].count; ++k)
        if (const FlowOperand operand = flows.operand(flows.ops[i], k); operand != 0 && !IsRoot(operand))
          (*uses)[ValueNumber(operand)].push_back(i);
    uses_[function] = std::move(uses);
  }
  return *uses_[function];
}

const std::vector<std::vector<std::uint32_t>>& ForwardSlice::ControlledBy(std::uint32_t function) {
  if (!controlled_[function])
    controlled_[function] =
        std::make_unique<std::vector<std::vector<std::uint32_t>>>(ControlledBlocks(program_.functions()[function]));
  return *controlled_[function];
}

// A value that may differ: into what it is used for.
void ForwardSlice::Value(std::uint32_t function, std::uint32_t value, std::uint32_t origin) {
  auto& seen = values_[function];
  if (seen.empty()) seen.assign(program_.flows[function].values + 1, false);
  if (seen[value]) return;
  seen[value] = true;
  const FunctionFlows& flows = program_.flows[function];
  for (std::uint32_t use : UsesOf(function)[value]) {
    const FlowOp& op = flows.ops[use];
    if (op.kind == FlowKind::kCall && spared_.contains({function, use})) continue;
    if (op.kind != FlowKind::kCall) {
      Add(function, use, kData, origin);
      continue;
    }
    const std::uint32_t first = op.indirect ? 1 : 0;
    const CallTargets& targets = points_.calls(function, op.site);
    for (std::uint32_t k = 0; k < op.count; ++k) {
      const FlowOperand operand = flows.operand(op, k);
      if (operand == 0 || IsRoot(operand) || ValueNumber(operand) != value) continue;
      if (k < first) Add(function, use, kControl, origin, Decider(function, op.block));  // another function may be called
      else
        for (std::uint32_t to : targets.functions)
          if (!program_.functions()[to].system() && k - first < program_.flows[to].parameters) Value(to, k - first + 1, origin);
    }
    // What the library does with it is an access here.
    if (targets.external || targets.functions.empty() || CallsLibrary(program_, targets)) Add(function, use, kData, origin);
  }
}

void ForwardSlice::IndexReaders() {
  indexed_ = true;
  for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
    if (program_.functions()[f].system()) continue;
    const FunctionFlows& flows = program_.flows[f];
    for (std::uint32_t i = 0; i < flows.ops.size(); ++i) {
      const FlowOp& op = flows.ops[i];
      if (op.kind == FlowKind::kCall && CallsLibrary(program_, points_.calls(f, op.site)))
        if (const auto footprint = library_.Of(f, op))
          for (PointsTo::Cell cell : footprint->read) readers_[cell].push_back({f, i});
      if (op.kind == FlowKind::kCall) IndexStart(f, i);
      if (op.kind == FlowKind::kLoad || op.kind == FlowKind::kExchange)
        Reader(f, i, op.site, flows.operand(op, 0), points_.Targets(f, flows.operand(op, 0)));
      if (op.kind == FlowKind::kMove)
        Reader(f, i, op.site, flows.operand(op, 1), points_.Widen(points_.Targets(f, flows.operand(op, 1)), op.extent));
    }
    for (const auto& access : flows.library)
      if (program_.functions()[f].accesses[access.access].kind == facts::AccessKind::kRead)
        Reader(f, access.op, access.access, access.address, points_.Widen(points_.Targets(f, access.address), 0));
  }
}

// Library code that starts a thread gives it what lies in the object that it was given, or in one that this points to.
void ForwardSlice::IndexStart(std::uint32_t function, std::uint32_t op) {
  const FunctionFlows& flows = program_.flows[function];
  const std::uint32_t site = flows.ops[op].site;
  const std::vector<Callback>& runs = points_.callbacks(function, site);
  const bool starts = program_.functions()[function].calls[site].operation == facts::Operation::kThreadCreate && !runs.empty();
  if (!starts && std::ranges::none_of(runs, &Callback::spawn)) return;
  std::set<PointsTo::Cell> cells;
  for (std::uint32_t k = 0; k < flows.ops[op].count; ++k) {
    std::vector<PointsTo::Cell> pointers = points_.Targets(function, flows.operand(flows.ops[op], k));
    for (int step = 0; step < 2; ++step) {
      std::vector<PointsTo::Cell> inside;
      for (PointsTo::Cell pointer : pointers)
        if (const auto kind = points_.objects()[points_.ObjectOf(pointer)].kind;
            kind == MemoryObject::Kind::kLocal || kind == MemoryObject::Kind::kHeap)
          std::ranges::copy(points_.CellsOf(points_.ObjectOf(pointer)), std::back_inserter(inside));
      cells.insert(inside.begin(), inside.end());
      pointers = points_.PointedBy(inside);
    }
  }
  for (PointsTo::Cell cell : cells) readers_[cell].push_back({function, op});
}

void ForwardSlice::Reader(std::uint32_t function, std::uint32_t op, std::uint32_t access, FlowOperand address,
                          std::vector<PointsTo::Cell> cells) {
  if (access != kNoSite)
    if (const AccessSite& site = program_.functions()[function].accesses[access]; site.place.library)
      library_.Keep(function, site, address, cells);
  for (PointsTo::Cell cell : cells) readers_[cell].push_back({function, op});
}

void ForwardSlice::Written(std::uint32_t function, FlowOperand address, bool range, std::uint64_t length, const AccessSite* site,
                           std::uint32_t origin) {
  auto cells = points_.Targets(function, address);
  if (range) cells = points_.Widen(cells, length);
  if (site && site->place.library) library_.Keep(function, *site, address, cells);
  Told(cells, origin);
}

void ForwardSlice::Told(const std::vector<PointsTo::Cell>& cells, std::uint32_t origin) {
  if (!indexed_) IndexReaders();
  for (PointsTo::Cell cell : cells) {
    if (!told_.emplace(cell, true).second) continue;
    if (auto found = readers_.find(cell); found != readers_.end())
      for (const Place& reader : found->second) Add(reader.first, reader.second, kData, origin);
  }
}

// The function runs where it did not run before.
void ForwardSlice::Enter(std::uint32_t function, std::uint32_t origin, std::uint32_t decider) {
  constexpr std::size_t kMostTimes = 4;
  auto& before = entered_[function];
  if (before.size() >= kMostTimes || std::ranges::find(before, decider) != before.end()) return;
  before.push_back(decider);
  for (std::uint32_t i = 0; i < program_.flows[function].ops.size(); ++i) Add(function, i, kEntered, origin, decider);
}

// A library function with other arguments, or other objects: its result, their state, what it calls.
void ForwardSlice::Library(const Item& item, const FlowOp& op) {
  if (op.result && item.mark != kEntered) Value(item.function, op.result, item.origin);
  if (!direct_.contains({item.function, item.op}))
    if (const auto footprint = library_.Of(item.function, op); footprint) Told(footprint->written, item.origin);
  for (const Callback& user : points_.callbacks(item.function, op.site)) {
    for (std::uint32_t p = 1; p <= program_.flows[user.function].parameters && item.mark != kEntered; ++p)
      Value(user.function, p, item.origin);
    if (item.mark != kData) Enter(user.function, item.origin, item.decider);
  }
}

// What a function of the user's gives back to library code may be in all that the library's caller gets from it.
void ForwardSlice::Returned(std::uint32_t function, std::uint32_t origin) {
  if (callback_sites_.empty()) {
    callback_sites_.resize(program_.functions().size());
    for (std::uint32_t f = 0; f < program_.functions().size(); ++f)
      for (std::uint32_t call = 0; call < program_.functions()[f].calls.size(); ++call)
        for (const Callback& user : points_.callbacks(f, call))
          if (!user.spawn && threads_.OpOf(f, call) != kNoSite)
            callback_sites_[user.function].push_back({f, threads_.OpOf(f, call)});
  }
  for (const Caller& caller : threads_.callers(function)) {
    const FlowOp& call = program_.flows[caller.function].ops[caller.op];
    if (call.result && !program_.functions()[caller.function].system()) Value(caller.function, call.result, origin);
  }
  for (const Place& site : callback_sites_[function]) Add(site.first, site.second, kData, origin);
}

void ForwardSlice::Step(const Item& item) {
  const FunctionFlows& flows = program_.flows[item.function];
  const FlowOp& op = flows.ops[item.op];
  const bool direct = direct_.contains({item.function, item.op});
  // What code outside gives back depends on what it was given; new memory does not.
  const bool outside = op.kind == FlowKind::kCall && points_.calls(item.function, op.site).functions.empty() &&
                       program_.functions()[item.function].calls[op.site].operation != facts::Operation::kAllocate;
  if (op.result && item.mark != kEntered && (op.kind != FlowKind::kCall || item.mark == kControl || outside))
    Value(item.function, op.result, item.origin);
  switch (op.kind) {
    case FlowKind::kStore:
    case FlowKind::kExchange: {
      const AccessSite* site = op.site == kNoSite ? nullptr : &program_.functions()[item.function].accesses[op.site];
      const bool range = site && (site->flags & facts::kSiteRange);
      if (!direct) Written(item.function, flows.operand(op, 0), range, range ? site->size : 0, site, item.origin);
      break;
    }
    case FlowKind::kMove: {
      const AccessSite* site = op.written == kNoSite ? nullptr : &program_.functions()[item.function].accesses[op.written];
      if (!direct) Written(item.function, flows.operand(op, 0), true, op.extent, site, item.origin);
      break;
    }
    case FlowKind::kBranch: {
      if (item.mark == kEntered || spared_.contains({item.function, item.op})) break;
      // One that is itself newly run passes on who decided that; one that decides otherwise is the decider.
      const std::uint32_t decider = item.decider != 0 ? item.decider : Decider(item.function, op.block);
      for (std::uint32_t block : ControlledBy(item.function)[op.block])
        for (std::uint32_t i = 0; i < flows.ops.size(); ++i)
          if (flows.ops[i].block == block) Add(item.function, i, kControl, item.origin, decider);
      break;
    }
    case FlowKind::kReturn:
      if (item.mark != kEntered) Returned(item.function, item.origin);
      break;
    case FlowKind::kCall:
      for (const auto& access : flows.library)
        if (!direct && access.op == item.op &&
            program_.functions()[item.function].accesses[access.access].kind == facts::AccessKind::kWrite)
          Written(item.function, access.address, true, 0, &program_.functions()[item.function].accesses[access.access],
                  item.origin);
      if (CallsLibrary(program_, points_.calls(item.function, op.site))) Library(item, op);
      if (item.mark != kData)
        for (std::uint32_t to : points_.calls(item.function, op.site).functions)
          if (!program_.functions()[to].system()) Enter(to, item.origin, item.decider);
      break;
    default: break;
  }
}

void ForwardSlice::Run() {
  while (!work_.empty()) {
    Effort::Turn();
    if (++steps_ > limit_) {
      capped_ = true;
      return;
    }
    const Item item = work_.back();
    work_.pop_back();
    Step(item);
  }
}

}  // namespace reweave::inline simrt
