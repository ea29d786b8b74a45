#include "techniques/paths/relevance.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "techniques/paths/graph.h"

namespace reweave::paths {

namespace {

constexpr std::uint32_t kMostInstances = 64;     // of one branch in one place and thread, each looked at exactly
constexpr std::uint32_t kShift = 2;              // iterations told apart

// Writes of a variable by thread, in the order of the thread.
using WritesByThread = std::vector<std::pair<std::uint16_t, std::vector<std::uint32_t>>>;

class Finder {
 public:
  explicit Finder(const Execution& run, const Shown& shown = {})
      : run_(run), marks_(run.ops.size(), 0), concurrent_(run.ops.size(), kUnknown) {
    for (const Variable& variable : run.variables)
      live_.push_back((variable.shared && !variable.read_shared) || shown.variables.contains(variable.name));
    writes_.resize(run.variables.size());
    variable_marks_.resize(run.variables.size());
    deep_.resize(run.variables.size());
    for (std::size_t v = 0; v < run.variables.size(); ++v)
      for (const std::uint32_t w : run.variables[v].writes) AddWrite(static_cast<std::uint32_t>(v), w);
    for (std::uint32_t i = 0; i < run.ops.size(); ++i)
      if (!IsAccess(run.ops[i].kind) && IsLockKind(run.ops[i].kind)) locks_[run.ops[i].object].push_back(i);
  }

  // The operations of shared variables that the branch depends on; affected(): whether a schedule can change one of its reads.
  std::vector<std::uint32_t> Collect(const BranchInstance& branch) {
    ++mark_;
    work_.clear(), found_.clear(), done_.clear(), added_.clear();
    thread_ = branch.thread, before_ = branch.position, affected_ = false;
    AddLabel(branch.label);
    while (!work_.empty()) {
      const std::uint32_t op = work_.back();
      work_.pop_back();
      if (IsAccess(run_.ops[op].kind)) FollowRead(op);
      else FollowTry(op);
    }
    if (found_.size() < run_.ops.size() / 32) std::ranges::sort(found_);
    else Ascending();
    return std::move(found_);
  }
  bool affected() const { return affected_; }

  // Cheap: false only if Collect would not find it affected.
  bool MayBeAffected(const BranchInstance& branch) {
    if (run_.labels.wide(branch.label)) return true;
    for (const std::uint32_t op : run_.labels.items(branch.label)) {
      if (!IsAccess(run_.ops[op].kind)) return true;
      const std::uint32_t v = run_.ops[op].object;
      if (!Reads(run_.ops[op].kind) || !(live_[v] || run_.variables[v].shared)) continue;
      if (live_[v] || deep_[v]) return true;
    }
    return false;
  }

 private:
  static constexpr std::int8_t kUnknown = -1;
  static bool IsLockKind(OpKind kind) {
    return kind == OpKind::kLock || kind == OpKind::kTry || kind == OpKind::kUnlock || kind == OpKind::kPost ||
           kind == OpKind::kAcquire || kind == OpKind::kArrive;
  }

  void AddWrite(std::uint32_t variable, std::uint32_t write) {
    const Op& op = run_.ops[write];
    deep_[variable] = deep_[variable] || op.data != 0;
    auto& threads = writes_[variable];
    auto own = std::ranges::find(threads, op.thread, &WritesByThread::value_type::first);
    if (own == threads.end()) own = threads.insert(threads.end(), {op.thread, {}});
    own->second.push_back(write);
  }

  // Much of a long run: going over all of it is cheaper than sorting.
  void Ascending() {
    found_.clear();
    for (std::uint32_t i = 0; i < run_.ops.size(); ++i)
      if (marks_[i] == mark_ && IsFound(run_.ops[i])) found_.push_back(i);
  }
  bool IsFound(const Op& op) const { return !IsAccess(op.kind) || live_[op.object]; }

  bool AfterBranch(const Op& op) const { return op.thread == thread_ && op.position >= before_; }

  void AddLabel(LabelId label) {
    if (label == 0) return;
    if (!run_.labels.wide(label)) {
      for (const std::uint32_t op : run_.labels.items(label)) Add(op);
      return;
    }
    // Every write may hold such a label: all operations of a variable are added once for a branch, or time grows by the square.
    for (const std::uint32_t variable : run_.labels.items(label)) {
      if (variable >= run_.variables.size() || variable_marks_[variable] == mark_) continue;
      variable_marks_[variable] = mark_;
      for (const std::uint32_t op : OpsOf(variable)) Add(op);
    }
  }

  void Add(std::uint32_t number) {
    const Op& op = run_.ops[number];
    if (marks_[number] == mark_ || AfterBranch(op)) return;
    marks_[number] = mark_;
    if (IsFound(op)) found_.push_back(number);
    if (!IsAccess(op.kind) || (Reads(op.kind) && (live_[op.object] || run_.variables[op.object].shared))) work_.push_back(number);
  }

  void FollowRead(std::uint32_t read) {
    const Op& op = run_.ops[read];
    // A later read of the thread can see all that an earlier one can.
    std::uint32_t& done = done_[std::uint64_t{op.object} << 16 | op.thread];
    if (done > op.position) return;
    done = op.position + 1;
    if (!live_[op.object] && !deep_[op.object]) return;
    for (const auto& [thread, writes] : writes_[op.object]) {
      if (thread == op.thread) continue;
      const auto seen = std::ranges::partition_point(
          writes, [&](std::uint32_t write) { return !run_.MustPrecede(read, write) && !AfterBranch(run_.ops[write]); });
      // Whoever reads, they are added once.
      auto& added = added_[std::uint64_t{op.object} << 16 | thread];
      for (; added < static_cast<std::size_t>(seen - writes.begin()); ++added) {
        Add(writes[added]);
        AddLabel(run_.ops[writes[added]].data);
      }
    }
    if (live_[op.object] && Concurrent(read)) affected_ = true;
  }

  // Whether a lock is free is decided by who else takes it and gives it back; who is the last at a barrier, by who else comes.
  void FollowTry(std::uint32_t attempt) {
    const Op& op = run_.ops[attempt];
    for (const std::uint32_t other : locks_[op.object]) {
      if (run_.ops[other].thread == op.thread || run_.MustPrecede(attempt, other)) continue;
      if (op.kind == OpKind::kArrive && ArrivalKey(run_.ops[other]) != ArrivalKey(op)) continue;
      Add(other);
      if (!run_.MustPrecede(other, attempt)) affected_ = true;
    }
  }

  bool Concurrent(std::uint32_t read) {
    if (concurrent_[read] != kUnknown) return concurrent_[read] != 0;
    bool found = false;
    for (const auto& [thread, writes] : writes_[run_.ops[read].object]) {
      if (thread == run_.ops[read].thread) continue;
      const auto first = std::ranges::partition_point(writes, [&](std::uint32_t w) { return run_.MustPrecede(w, read); });
      found = found || (first != writes.end() && !run_.MustPrecede(read, *first));
    }
    concurrent_[read] = found;
    return found;
  }

  const std::vector<std::uint32_t>& OpsOf(std::uint32_t variable) {
    if (by_variable_.empty()) {
      by_variable_.resize(run_.variables.size());
      for (std::uint32_t i = 0; i < run_.ops.size(); ++i)
        if (IsAccess(run_.ops[i].kind)) by_variable_[run_.ops[i].object].push_back(i);
    }
    return by_variable_[variable];
  }

  const Execution& run_;
  std::vector<WritesByThread> writes_;
  std::vector<bool> live_;  // by variable: others write it, in this run or in another
  std::vector<bool> deep_;  // by variable: a written value was computed from reads
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> locks_;
  std::vector<std::uint32_t> marks_, variable_marks_;
  std::vector<std::int8_t> concurrent_;
  std::vector<std::vector<std::uint32_t>> by_variable_;
  std::uint32_t mark_ = 0;
  std::uint16_t thread_ = 0;
  std::uint32_t before_ = 0;
  bool affected_ = false;
  std::vector<std::uint32_t> work_, found_;
  std::unordered_map<std::uint64_t, std::uint32_t> done_;  // by variable and reading thread: how far its reads were followed
  std::unordered_map<std::uint64_t, std::size_t> added_;  // by variable and writing thread: how many of its writes were added
};

std::uint64_t ClassOf(const Execution& run, const BranchInstance& branch, const std::vector<std::uint32_t>& ops) {
  std::unordered_set<std::uint64_t> names;
  for (const std::uint32_t number : ops) {
    const Op& op = run.ops[number];
    const std::uint32_t back = branch.occurrence >= op.occurrence ? branch.occurrence - op.occurrence : 0;
    const std::uint32_t which = std::min(op.thread == branch.thread ? back : op.occurrence, kShift);
    names.insert(Mix(Mix(run.thread_names[op.thread], op.site), which));
  }
  std::vector<std::uint64_t> parts(names.begin(), names.end());
  std::ranges::sort(parts);
  std::uint64_t key = Mix(Mix(run.thread_names[branch.thread], branch.site), branch.context);
  for (const std::uint64_t part : parts) key = Mix(key, part);
  return key;
}

}  // namespace

std::vector<std::uint32_t> DependenciesOf(const Execution& run, std::uint32_t branch) {
  return Finder(run).Collect(run.branches[branch]);
}

Relevance FindRelevance(const Execution& run, const Shown& shown, const std::unordered_set<Anchor>& also, bool every_turn) {
  Relevance out;
  out.relevant.assign(run.ops.size(), false);
  out.recorded.assign(run.ops.size(), false);
  Finder finder(run, shown);
  std::unordered_map<std::uint64_t, std::uint32_t> instances;  // of a branch in a place of a thread
  std::unordered_set<std::uint64_t> seen;  // classes, and classes with an outcome
  for (std::uint32_t i = 0; i < run.branches.size(); ++i) {
    const BranchInstance& branch = run.branches[i];
    if (!finder.MayBeAffected(branch)) continue;
    const std::uint64_t place = Mix(Mix(run.thread_names[branch.thread], branch.site), branch.context);
    const bool new_outcome = seen.insert(Mix(Mix(place, 1), branch.outcome)).second;
    if (++instances[place] > kMostInstances && !new_outcome) {
      out.turns_left_out = true;
      continue;
    }
    AffectedBranch found{.branch = i, .ops = finder.Collect(branch)};
    if (finder.affected()) out.turned.push_back(branch.anchor);
    else if (!shown.branches.contains(branch.anchor)) continue;
    found.class_key = ClassOf(run, branch, found.ops);
    const bool first = seen.insert(Mix(found.class_key, 2)).second;
    const bool outcome = seen.insert(Mix(Mix(found.class_key, 3), branch.outcome)).second;
    found.turn_key = Mix(Mix(found.class_key, 3), branch.outcome);
    const auto turn = shown.turns.find(found.turn_key);
    const bool known = turn != shown.turns.end() && turn->second != branch.occurrence && branch.occurrence > kShift;
    found.representative = ((first || outcome) && !known) || every_turn || branch.hidden;
    if (found.representative)
      for (const std::uint32_t op : found.ops) out.relevant[op] = true, out.recorded[op] = out.recorded[op] || !branch.hidden;
    if (!branch.hidden) out.affected.push_back(std::move(found));
  }
  const auto left_out = [&](std::uint32_t op) { return !out.relevant[op] && (Reads(run.ops[op].kind) || ResultOf(run.ops[op])); };
  for (const AffectedBranch& branch : out.affected)
    out.turns_left_out = out.turns_left_out || (!branch.representative && std::ranges::any_of(branch.ops, left_out));
  for (std::size_t i = 0; i < run.ops.size() && !also.empty(); ++i) {
    if (out.relevant[i] || !Reads(run.ops[i].kind) || !also.contains(run.ops[i].anchor)) continue;
    out.relevant[i] = out.recorded[i] = true;
    for (const std::uint32_t write : run.variables[run.ops[i].object].writes) out.relevant[write] = true;
  }
  return out;
}

void Add(Shown& shown, const Execution& run, const Relevance& relevance) {
  shown.branches.insert(relevance.turned.begin(), relevance.turned.end());
  for (const AffectedBranch& branch : relevance.affected)
    if (branch.representative) shown.turns.try_emplace(branch.turn_key, run.branches[branch.branch].occurrence);
  for (const Variable& variable : run.variables)
    if (variable.shared && !variable.read_shared) shown.variables.insert(variable.name);
}

}  // namespace reweave::paths
