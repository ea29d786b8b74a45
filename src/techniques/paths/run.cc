#include "techniques/paths/run.h"

#include <algorithm>
#include <string_view>

namespace reweave::paths {

std::uint64_t Mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a ^ (b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2));
  x ^= x >> 32, x *= 0xd6e8feb86659fd93ull;
  x ^= x >> 32, x *= 0xd6e8feb86659fd93ull;
  return x ^ x >> 32;
}

std::uint64_t NameOf(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ull;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return Mix(h, text.size());
}

bool Execution::MustPrecede(std::uint32_t a, std::uint32_t b) const {
  const Op& first = ops[a];
  const Op& second = ops[b];
  if (first.thread == second.thread) return first.position < second.position;
  const auto& epochs = clocks[second.thread];
  auto at = std::ranges::upper_bound(epochs, second.position, {}, [](const auto& epoch) { return epoch.first; });
  if (at == epochs.begin()) return false;
  --at;
  return first.thread < at->second.size() && at->second[first.thread] > first.position;
}

RunBuilder::RunBuilder(std::vector<std::uint64_t> thread_names) {
  for (const std::uint64_t name : thread_names) AddThread(name);
}

std::uint16_t RunBuilder::AddThread(std::uint64_t name) {
  run_.thread_names.push_back(name);
  run_.threads.emplace_back();
  threads_.emplace_back();
  return static_cast<std::uint16_t>(run_.threads.size() - 1);
}

std::uint32_t RunBuilder::AddVariable(std::uint64_t name) {
  run_.variables.push_back({});
  run_.variables.back().name = name;
  last_write_.push_back(kNoOp);
  return static_cast<std::uint32_t>(run_.variables.size() - 1);
}

std::uint32_t RunBuilder::AddObject(std::uint64_t name) {
  run_.object_names.push_back(name);
  return static_cast<std::uint32_t>(run_.object_names.size() - 1);
}

std::uint32_t RunBuilder::Count(std::uint16_t thread, std::uint32_t site, std::uint32_t context) {
  return threads_[thread].occurrences[std::uint64_t{site} << 32 | context]++;
}

Anchor RunBuilder::AnchorOf(std::uint16_t thread, std::uint32_t site, std::uint32_t context, std::uint32_t count) const {
  return Mix(Mix(run_.thread_names[thread], std::uint64_t{site} << 32 | context), count) | 1;
}

void RunBuilder::Alone(std::uint16_t thread, std::uint32_t site, std::uint32_t context, std::uint32_t version) {
  const std::uint32_t count = Count(thread, site, context);
  if (run_.alone.size() < kMostAlone) run_.alone.emplace_back(AnchorOf(thread, site, context, count), version);
}

Op& RunBuilder::Append(Op op, std::uint32_t context) {
  op.position = static_cast<std::uint32_t>(run_.threads[op.thread].size());
  const std::uint32_t count = Count(op.thread, op.site, context);
  op.occurrence = count;
  op.anchor = AnchorOf(op.thread, op.site, context, count);
  const auto number = static_cast<std::uint32_t>(run_.ops.size());
  run_.threads[op.thread].push_back(number);
  if (IsAccess(op.kind)) {
    Variable& variable = run_.variables[op.object];
    op.writer = Reads(op.kind) ? last_write_[op.object] : kNoOp;
    if (Writes(op.kind)) variable.writes.push_back(number), last_write_[op.object] = number;
    op.version = static_cast<std::uint32_t>(variable.writes.size());
  }
  run_.ops.push_back(op);
  return run_.ops.back();
}

LabelId RunBuilder::ReadLabel(const Op& read) {
  const auto number = static_cast<std::uint32_t>(run_.ops.size() - 1);
  LabelId label = run_.labels.Of(number, read.object);
  const auto own = threads_[read.thread].last_write.find(read.object);
  if (own == threads_[read.thread].last_write.end()) return label;
  return run_.labels.Union(label, run_.labels.Union(run_.ops[own->second].data, run_.labels.Of(own->second, read.object)));
}

LabelId RunBuilder::Read(std::uint16_t thread, std::uint32_t variable, std::uint32_t site, std::uint32_t context,
                         LabelId address) {
  const Op& op = Append({.kind = OpKind::kRead, .thread = thread, .object = variable, .site = site}, context);
  return run_.labels.Union(ReadLabel(op), address);
}

void RunBuilder::Write(std::uint16_t thread, std::uint32_t variable, std::uint32_t site, LabelId value, std::uint32_t context) {
  Append({.kind = OpKind::kWrite, .thread = thread, .object = variable, .site = site, .data = value}, context);
  threads_[thread].last_write[variable] = static_cast<std::uint32_t>(run_.ops.size() - 1);
}

LabelId RunBuilder::Rmw(std::uint16_t thread, std::uint32_t variable, std::uint32_t site, LabelId value, std::uint32_t context) {
  Op& op = Append({.kind = OpKind::kRmw, .atomic = true, .thread = thread, .object = variable, .site = site}, context);
  const LabelId read = run_.labels.Union(ReadLabel(op), value);
  run_.ops.back().data = read;
  threads_[thread].last_write[variable] = static_cast<std::uint32_t>(run_.ops.size() - 1);
  return read;
}

LabelId RunBuilder::OwnData(std::uint16_t thread, std::uint32_t variable) const {
  const auto own = threads_[thread].last_write.find(variable);
  return own == threads_[thread].last_write.end() ? 0 : run_.ops[own->second].data;
}

Op& RunBuilder::Sync(Op op, std::uint32_t context) { return Append(op, context); }

LabelId RunBuilder::ResultOfLast() { return run_.labels.Of(static_cast<std::uint32_t>(run_.ops.size() - 1), ~0u); }

void RunBuilder::Branch(std::uint16_t thread, std::uint32_t site, std::uint32_t outcome, LabelId label, std::uint32_t context,
                        std::uint32_t outcomes, bool external) {
  ++run_.branches_executed;
  BranchInstance branch;
  branch.thread = thread, branch.external = external, branch.site = site, branch.context = context, branch.label = label;
  branch.outcome = outcome, branch.outcomes = std::max(outcomes, outcome + 1);
  AddBranch(branch);
}

void RunBuilder::Hidden(std::uint16_t thread, std::uint32_t site, LabelId label, std::uint32_t context) {
  BranchInstance branch;
  branch.thread = thread, branch.hidden = true, branch.site = ~site, branch.context = context, branch.label = label;
  branch.outcomes = 1;
  AddBranch(branch);
}

void RunBuilder::AddBranch(BranchInstance branch) {
  branch.occurrence = Count(branch.thread, branch.site, branch.context);
  if (branch.label == 0) {
    if (branch.occurrence == 0 && !branch.hidden) run_.quiet.push_back(branch);
    return;
  }
  branch.position = static_cast<std::uint32_t>(run_.threads[branch.thread].size());
  branch.anchor = AnchorOf(branch.thread, branch.site, branch.context, branch.occurrence);
  run_.branches.push_back(branch);
}

// Of a barrier that nobody left yet, nobody is the last.
void RunBuilder::MarkLastArrivals() {
  std::unordered_map<std::uint64_t, std::uint32_t> last;
  for (std::uint32_t i = 0; i < run_.ops.size(); ++i)
    if (run_.ops[i].kind == OpKind::kArrive) last[ArrivalKey(run_.ops[i])] = i;
  if (last.empty()) return;
  for (const Op& op : run_.ops)
    if (const auto known = last.find(ArrivalKey(op)); op.kind == OpKind::kLeave && known != last.end())
      run_.ops[known->second].failed = true;
}

Execution RunBuilder::Finish() {
  MarkLastArrivals();
  ComputeClocks();
  ClassifyVariables();
  return std::move(run_);
}

// A new epoch begins where a thread learns something: at its beginning and after each join.
void RunBuilder::ComputeClocks() {
  const std::size_t count = run_.threads.size();
  std::vector<std::vector<std::uint32_t>> now(count, std::vector<std::uint32_t>(count, 0));
  std::vector<std::vector<std::uint32_t>> at_create(count), at_end(count);
  run_.clocks.assign(count, {});
  const auto learn = [&](const Op& op, const std::vector<std::uint32_t>& from) {
    if (from.empty()) return;
    for (std::size_t i = 0; i < count; ++i) now[op.thread][i] = std::max(now[op.thread][i], from[i]);
    run_.clocks[op.thread].emplace_back(op.position, now[op.thread]);
  };
  for (const Op& op : run_.ops) {
    if (op.kind == OpKind::kBegin) learn(op, at_create[op.thread]);
    if (op.kind == OpKind::kJoin && !op.failed && op.value < count) learn(op, at_end[op.value]);
    now[op.thread][op.thread] = op.position + 1;
    if (op.kind == OpKind::kCreate && op.value < count) at_create[op.value] = now[op.thread];
    if (op.kind == OpKind::kEnd) at_end[op.thread] = now[op.thread];
  }
}

void RunBuilder::ClassifyVariables() {
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> first(run_.variables.size(), kNone), writer(run_.variables.size(), kNone);
  for (Variable& variable : run_.variables) variable.read_shared = true;
  for (const Op& op : run_.ops) {
    if (!IsAccess(op.kind)) continue;
    Variable& variable = run_.variables[op.object];
    if (first[op.object] == kNone) first[op.object] = op.thread;
    variable.shared = variable.shared || first[op.object] != op.thread;
    if (!Writes(op.kind)) continue;
    if (writer[op.object] != kNone && writer[op.object] != op.thread) variable.read_shared = false;
    writer[op.object] = op.thread;
  }
  for (std::uint32_t i = 0; i < run_.ops.size(); ++i) {
    const Op& op = run_.ops[i];
    if (!IsAccess(op.kind)) continue;
    Variable& variable = run_.variables[op.object];
    if (!variable.read_shared || variable.writes.empty() || writer[op.object] == op.thread) continue;
    if (!run_.MustPrecede(variable.writes.back(), i)) variable.read_shared = false;
  }
  for (Variable& variable : run_.variables) variable.read_shared = variable.read_shared && variable.shared;
}

}  // namespace reweave::paths
