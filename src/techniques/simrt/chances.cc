#include "techniques/simrt/chances.h"

#include <algorithm>
#include <deque>

#include "analysis/effort.h"
#include "techniques/simrt/block_pairs.h"

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

constexpr int kMostDepth = 3;  // functions between a branch and what its condition reads
constexpr std::size_t kMostPlaces = 400;  // blocks that are looked at on the way from a block to the start of its thread

// Its answer says whether others were there.
bool Tries(const CallSite& call) {
  using enum facts::Operation;
  switch (call.operation) {
    case kMutexTryLock:
    case kMutexTimedLock:
    case kTryReadLock:
    case kTryWriteLock:
    case kSpinTryLock:
    case kSemTryWait:
    case kCondTimedWait:
    case kGuardAcquire: return true;
    case kNone: break;
    default: return false;
  }
  static constexpr std::string_view kNames[] = {"::try_lock", "::try_acquire", "::try_wait",
                                                "::wait_for", "::wait_until",  "::owns_lock"};
  return call.callee_name.starts_with("std::") &&
         std::ranges::any_of(kNames, [&](std::string_view name) { return call.callee_name.find(name) != std::string::npos; });
}

// Which of the threads that come here runs what is called, is chance.
bool RunsOnce(const CallSite& call) {
  return call.operation == facts::Operation::kOnce || call.callee_name.starts_with("std::call_once") ||
         call.callee_name.starts_with("void std::call_once");
}

}  // namespace

Chances::Chances(const FlowProgram& program, const PointsTo& points, const Threads& threads, OldBlocks& blocks,
                 const std::vector<LocatedAccess>& located)
    : program_(program), points_(points), threads_(threads), blocks_(blocks), located_(located) {
  table_.sets.emplace_back();
  table_.writers.emplace_back();
  sets_[{}] = 0;
  std::map<std::pair<std::vector<PointsTo::Cell>, std::string>, std::uint32_t> variables;
  for (std::uint32_t i = 0; i < located.size(); ++i) {
    // What is not known where is told apart by its name, as MayAliasPlaces does.
    const auto [entry, fresh] = variables.try_emplace({located[i].cells, located[i].variable}, variables_.size());
    if (fresh) variables_.push_back({.example = i, .writes = {}});
    by_op_[{located[i].function, located[i].op}].push_back(entry->second);
    if (!located[i].write) continue;
    if (variables_[entry->second].writes.empty()) written_[located[i].alias_class].push_back(entry->second);
    variables_[entry->second].writes.push_back(i);
  }
}

Chances::FunctionData& Chances::DataOf(std::uint32_t function) {
  const auto [entry, fresh] = data_.try_emplace(function);
  FunctionData& data = entry->second;
  if (!fresh) return data;
  const FunctionFacts& f = program_.functions()[function];
  const FunctionFlows& flows = program_.flows[function];
  data.definition.assign(flows.values + 1, kNoSite);
  data.branch.assign(f.blocks.size(), kNoSite);
  for (std::uint32_t i = 0; i < flows.ops.size(); ++i) {
    if (flows.ops[i].result) data.definition[flows.ops[i].result] = i;
    if (flows.ops[i].kind == FlowKind::kBranch) data.branch[flows.ops[i].block] = i;
  }
  data.before.resize(f.blocks.size());
  for (std::uint32_t block = 0; block < f.blocks.size(); ++block)
    for (const BlockEdge& edge : f.blocks[block].edges)
      if (edge.target < f.blocks.size()) data.before[edge.target].push_back(block);
  data.deciders.resize(f.blocks.size());
  const auto controlled = ControlledBlocks(f);
  for (std::uint32_t decider = 0; decider < controlled.size(); ++decider)
    for (std::uint32_t block : controlled[decider])
      if (block != decider) data.deciders[block].push_back(decider);
  return data;
}

// A value for each way into the block, in front of everything else there; facts leave out the constants among them.
bool Chances::IsMerge(std::uint32_t function, std::uint32_t op) {
  const FunctionFlows& flows = program_.flows[function];
  const std::uint32_t block = flows.ops[op].block;
  const std::size_t ways = DataOf(function).before[block].size();
  for (;; --op) {
    if (flows.ops[op].kind != FlowKind::kCopy || flows.ops[op].count > ways || ways < 2) return false;
    if (op == 0 || flows.ops[op - 1].block != block) return true;
  }
}

// What the value comes from: shared reads, and answers of operations that try.
void Chances::Sources(std::uint32_t function, FlowOperand operand, int depth, Found& found) {
  if (operand == 0 || IsRoot(operand) || !found.seen.insert({function, operand}).second) return;
  Effort::Turn();
  const FunctionFlows& flows = program_.flows[function];
  const std::uint32_t value = ValueNumber(operand);
  if (value <= flows.parameters) {
    for (const Caller& caller : threads_.callers(function)) {
      if (depth >= kMostDepth || caller.spawn) continue;
      const FlowOp& call = program_.flows[caller.function].ops[caller.op];
      Sources(caller.function, program_.flows[caller.function].operand(call, value - 1 + (call.indirect ? 1 : 0)), depth + 1,
              found);
    }
    return;
  }
  const std::uint32_t number = DataOf(function).definition[value];
  if (number == kNoSite) return;
  const FlowOp& op = flows.ops[number];
  if (const auto read = by_op_.find({function, number}); read != by_op_.end())
    found.reads.insert(read->second.begin(), read->second.end());
  // What an atomic read and write found says whether others were there: the last owner of a shared object frees it, and who that
  // was in the recorded run may have been a thread that is no owner any more.
  if (op.kind == FlowKind::kExchange) found.tried = true;
  if (depth == 0 && IsMerge(function, number)) found.merges.insert(op.block);
  if (op.kind == FlowKind::kCall) {
    found.tried |= Tries(program_.functions()[function].calls[op.site]);
    for (std::uint32_t to : points_.calls(function, op.site).functions)
      if (depth < kMostDepth && !points_.calls(function, op.site).spawn)
        for (const FlowOp& end : program_.flows[to].ops)
          if (end.kind == FlowKind::kReturn) Sources(to, program_.flows[to].operand(end, 0), depth + 1, found);
  }
  for (std::uint32_t k = 0; k < op.count; ++k) Sources(function, flows.operand(op, k), depth, found);
}

// Number of those who decide which way the branch goes, 0: no other thread does.
std::uint32_t Chances::DecidedBy(const Place& branch) {
  FunctionData& data = DataOf(branch.first);
  const auto [entry, fresh] = data.writers.try_emplace(branch.second, 0);
  if (!fresh || data.branch[branch.second] == kNoSite) return entry->second;
  Found found;
  const FlowOp& op = program_.flows[branch.first].ops[data.branch[branch.second]];
  for (std::uint32_t k = 0; k < op.count; ++k) Sources(branch.first, program_.flows[branch.first].operand(op, k), 0, found);
  FunctionData& known = DataOf(branch.first);  // others were looked at in between
  std::set<std::uint32_t>& ways = known.ways[branch.second];
  for (const std::uint32_t merge : found.merges)
    for (const std::uint32_t before : known.before[merge]) {
      if (known.branch[before] != kNoSite) ways.insert(before);
      ways.insert(known.deciders[before].begin(), known.deciders[before].end());
    }
  ways.erase(branch.second);
  const std::uint32_t writers = found.reads.empty() && !found.tried ? 0 : WritersOf(found.reads, found.tried);
  return DataOf(branch.first).writers[branch.second] = writers;
}

const std::array<std::vector<OldBlock>, 2>& Chances::WritersOf(std::uint32_t variable) {
  const auto [entry, fresh] = writers_.try_emplace(variable);
  const LocatedAccess& read = located_[variables_[variable].example];
  const auto written = written_.find(read.alias_class);
  if (!fresh || written == written_.end()) return entry->second;
  std::set<Place> writes[2];
  for (std::uint32_t other : written->second) {
    if (!MayAliasPlaces(read, located_[variables_[other].example])) continue;
    for (std::uint32_t w : variables_[other].writes)
      writes[threads_.ParallelInMain(located_[w].function, located_[w].op) ? 0 : 1].insert(
          {located_[w].function, located_[w].block});
  }
  for (int i = 0; i < 2; ++i) {
    std::set<OldBlock> blocks;
    for (const Place& place : writes[i]) blocks.insert(OldOf(place).begin(), OldOf(place).end());
    entry->second[i].assign(blocks.begin(), blocks.end());
  }
  return entry->second;
}

std::uint32_t Chances::WritersOf(const std::set<std::uint32_t>& reads, bool tried) {
  const auto [entry, fresh] = groups_.try_emplace({reads, tried}, 0);
  if (!fresh) return entry->second;
  std::set<OldBlock> blocks[2];
  for (std::uint32_t variable : reads)
    for (int i = 0; i < 2; ++i) blocks[i].insert(WritersOf(variable)[i].begin(), WritersOf(variable)[i].end());
  const auto& [any, not_main] = blocks;
  if (any.empty() && not_main.empty() && !tried) return 0;
  std::uint32_t& number = groups_[{reads, tried}];
  number = static_cast<std::uint32_t>(table_.writers.size());
  table_.writers.push_back({{any.begin(), any.end()}, {not_main.begin(), not_main.end()}, tried});
  return number;
}

const std::vector<OldBlock>& Chances::OldOf(const Place& place) {
  const auto [entry, fresh] = old_.try_emplace(place);
  if (fresh) entry->second = blocks_.Of(place.first, place.second).blocks;
  return entry->second;
}

// Backwards over branches that decide about a block and, with `callers`, calls that lead to its function.
void Chances::Walk(std::vector<Place> from, bool callers, std::set<Branch>& out) {
  std::set<Place> seen(from.begin(), from.end());
  std::deque<Place> work(from.begin(), from.end());
  while (!work.empty() && seen.size() < kMostPlaces) {
    Effort::Turn();
    const Place place = work.front();
    work.pop_front();
    for (std::uint32_t decider : DataOf(place.first).deciders[place.second]) {
      const Place at{place.first, decider};
      if (const std::uint32_t writers = DecidedBy(at)) out.insert({at, place, writers});
      if (seen.insert(at).second) work.push_back(at);
      for (const std::uint32_t way : DataOf(place.first).ways[decider]) {
        const Place chosen{place.first, way};
        if (const std::uint32_t writers = DecidedBy(chosen)) out.insert({chosen, place, writers});
        if (seen.insert(chosen).second) work.push_back(chosen);
      }
    }
    if (!callers) continue;
    for (const Caller& caller : threads_.callers(place.first)) {
      if (caller.spawn) continue;
      const CallSite& call = program_.functions()[caller.function].calls[caller.call];
      const Place at{caller.function, call.block};
      if (RunsOnce(call)) out.insert({at, place, WritersOf({}, true)});
      if (seen.insert(at).second) work.push_back(at);
    }
  }
}

// Of the function's callers: the same for all of its blocks.
const std::vector<Chances::Branch>& Chances::BranchesAround(std::uint32_t function) {
  const auto [entry, fresh] = around_.try_emplace(function);
  if (!fresh) return entry->second;
  std::vector<Place> calls;
  std::set<Branch> found;
  for (const Caller& caller : threads_.callers(function)) {
    if (caller.spawn) continue;
    const CallSite& call = program_.functions()[caller.function].calls[caller.call];
    calls.push_back({caller.function, call.block});
    if (RunsOnce(call)) found.insert({calls.back(), {function, 0}, WritersOf({}, true)});
  }
  Walk(calls, true, found);
  return around_[function] = {found.begin(), found.end()};
}

const std::vector<Chances::Branch>& Chances::BranchesBefore(const Place& place) {
  const auto [entry, fresh] = before_.try_emplace(place);
  if (!fresh) return entry->second;
  std::set<Branch> found;
  Walk({place}, false, found);
  const auto& around = BranchesAround(place.first);
  found.insert(around.begin(), around.end());
  return before_[place] = {found.begin(), found.end()};
}

std::uint32_t Chances::Of(const std::vector<Place>& places) {
  std::set<Branch> all;
  for (const Place& place : places) {
    const auto& branches = BranchesBefore(place);
    all.insert(branches.begin(), branches.end());
  }
  std::vector<Branch> key(all.begin(), all.end());
  const auto [entry, fresh] = sets_.try_emplace(key, static_cast<std::uint32_t>(table_.sets.size()));
  if (!fresh) return entry->second;
  std::set<Chance> chances;
  for (const Branch& branch : all)
    for (const OldBlock& at : OldOf(branch.at))
      for (const OldBlock& unless : OldOf(branch.unless))
        if (at != unless) chances.insert({at, unless, branch.writers});
  if (chances.empty()) return entry->second = 0;
  table_.sets.emplace_back(chances.begin(), chances.end());
  return entry->second;
}

}  // namespace reweave::inline simrt
