#include "explore/schedule/steps.h"

#include <algorithm>

#include "trace/kinds.h"

namespace reweave::inline schedule {

using abi::EventKind;

namespace {

void ReadMask(ThreadSet& set, const abi::Event& record) {
  if (record.ordinal == 0) set.Clear();
  const std::uint64_t words[3] = {record.obj, record.value, record.value2};
  for (std::size_t i = 0; i < 3 && record.ordinal * 3ull + i < std::min(record.caller, 1024u); ++i)
    set.SetWord(record.ordinal * 3 + i, words[i]);
}

}  // namespace

void RunView::Build(const Trace& trace) {
  steps_.clear(), enabled_.clear(), passed_over_.clear(), outcomes_.clear(), open_outcomes_.clear();
  event_index_.clear(), pending_.clear(), shared_.clear(), ended_.Clear();
  passed_over_spinner_ = threads_indexed_ = false;
  ThreadSet enabled, passed;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const abi::Event& event = trace.events[i];
    switch (event.kind) {
      case EventKind::kEnabled:
        ReadMask((event.flags & 1) != 0 ? passed : enabled, event);
        passed_over_spinner_ |= (event.flags & 2) != 0;
        continue;
      case EventKind::kOutcomes:
        if (open_outcomes_.size() <= event.tid) open_outcomes_.resize(event.tid + 1u);
        open_outcomes_[event.tid] = event.value;
        continue;
      case EventKind::kPending: pending_.push_back(event); continue;
      case EventKind::kShared: shared_.push_back({event.obj, static_cast<std::uint8_t>(event.value)}); continue;
      case EventKind::kStateKey: state_key_[0] = event.value, state_key_[1] = event.value2; continue;
      case EventKind::kEnd: ended_.Insert(event.tid); break;
      default: break;
    }
    if (!IsPoint(event)) continue;
    std::uint64_t outcomes = 0;
    if (event.tid < open_outcomes_.size()) outcomes = std::exchange(open_outcomes_[event.tid], 0);
    steps_.push_back({.ordinal = event.ordinal,
                      .site = event.site,
                      .tid = event.tid,
                      .kind = event.kind,
                      .outcome = event.outcome,
                      .chose_outcome = outcomes != 0});
    enabled_.push_back(enabled);
    passed_over_.push_back(passed);
    outcomes_.push_back(outcomes);
    event_index_.push_back(i);
  }
  enabled_at_end_ = enabled;
  passed_over_at_end_ = passed;
  Link();
}

void RunView::Link() {
  std::vector<std::size_t> next;  // by tid: its next step, walking backwards; size() + k: pending record k
  const auto of = [&](std::uint16_t tid) -> std::size_t& {
    if (next.size() <= tid) next.resize(tid + 1u, kNoStep);
    return next[tid];
  };
  for (std::size_t k = 0; k < pending_.size(); ++k) of(pending_[k].tid) = size() + k;
  for (std::size_t i = size(); i-- > 0;) {
    Step& step = steps_[i];
    std::size_t& then = of(step.tid);
    if (then == kNoStep) {
      step.until = ended_.contains(step.tid) ? abi::kUntilEnd : step.ordinal + 1;
    } else if (then >= size()) {
      step.until = std::max(pending_[then - size()].ordinal, step.ordinal + 1);
    } else {
      step.until = steps_[then].ordinal;
      if (KindIsKnownBefore(steps_[then].kind)) step.until_kind = steps_[then].kind, step.until_site = steps_[then].site;
    }
    then = i;
  }
}

void RunView::IndexThreads() const {
  for (auto& steps : steps_of_) steps.clear();
  for (std::uint32_t k = 0; k < size(); ++k) {
    if (steps_[k].tid >= steps_of_.size()) steps_of_.resize(steps_[k].tid + 1u);
    steps_of_[steps_[k].tid].push_back(k);
  }
  threads_indexed_ = true;
}

std::size_t RunView::PendingStep(std::size_t i, std::uint16_t tid) const {
  if (!threads_indexed_) IndexThreads();
  if (tid < steps_of_.size())
    if (auto at = std::ranges::lower_bound(steps_of_[tid], i); at != steps_of_[tid].end()) return *at;
  for (std::size_t k = 0; k < pending_.size(); ++k)
    if (pending_[k].tid == tid) return size() + k;
  return kNoStep;
}

void SetPrefix(Plan& plan, const Branch& branch) {
  plan.segments.clear();
  plan.outcomes.clear();
  if (!branch.steps) return;
  const Steps& steps = *branch.steps;
  std::uint32_t pending = 1;  // ordinal of the operation at the branch
  for (std::uint32_t i = 0; i < branch.at; ++i) {
    const Step& step = steps[i];
    if (step.chose_outcome)
      plan.outcomes.push_back({.tid = step.tid, .outcome = step.outcome, .reserved = 0, .ordinal = step.ordinal});
    if (step.tid == branch.tid) pending = step.until;
    if (i + 1 < branch.at && steps[i + 1].tid == step.tid) continue;
    plan.segments.push_back(
        {.tid = step.tid, .kind = step.until_kind, .reserved = 0, .until = step.until, .site = step.until_site, .reserved2 = 0});
  }
  plan.segments.push_back(
      {.tid = branch.tid, .kind = EventKind::kNone, .reserved = 0, .until = abi::kUntilTail, .site = 0, .reserved2 = 0});
  if (branch.outcome != Branch::kAnyOutcome)
    plan.outcomes.push_back(
        {.tid = branch.tid, .outcome = static_cast<std::uint8_t>(branch.outcome), .reserved = 0, .ordinal = pending});
}

bool Follows(const RunView& run, const Branch& branch) {
  if (!branch.steps) return true;
  if (run.size() <= branch.at || run.step(branch.at).tid != branch.tid) return false;
  for (std::uint32_t i = 0; i < branch.at; ++i)
    if (!run.step(i).SameAs((*branch.steps)[i])) return false;
  return branch.outcome == Branch::kAnyOutcome || run.step(branch.at).outcome == branch.outcome;
}

std::uint64_t Preemptions(const RunView& run) {
  std::uint64_t count = 0;
  for (std::size_t i = 1; i < run.size(); ++i) {
    const std::uint16_t last = run.step(i - 1).tid;
    count += run.step(i).tid != last && run.enabled(i).contains(last);
  }
  return count;
}

}  // namespace reweave::inline schedule
