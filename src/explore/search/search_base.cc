#include "explore/search/search_base.h"

#include <algorithm>

#include "base/check.h"
#include "explore/search/saved_state.h"

namespace reweave::inline search {

std::optional<Plan> SearchBase::Next() {
  if (!begun_) begun_ = true, Begin();
  if (probes_left_ != 0) return NextProbe();
  if (probes_out_ != 0) return std::nullopt;
  if (!retry_.empty()) {
    out_.splice(out_.end(), retry_, retry_.begin());
    return out_.back().plan;
  }
  auto job = NextBranch();
  if (!job) return std::nullopt;
  Plan plan = options_.base;
  plan.tail = abi::TailPolicy::kStay;
  plan.runs = 1;
  plan.seed = options_.seed;
  plan.flags |= job->flags;
  SetPrefix(plan, job->branch);
  out_.push_back({.job = std::move(*job), .plan = plan});
  return plan;
}

Plan SearchBase::NextProbe() {
  --probes_left_;
  ++probes_out_;
  Plan plan = options_.base;
  plan.tail = abi::TailPolicy::kRandom;
  plan.runs = 1;
  plan.seed = options_.seed + ++probes_;
  out_.push_back({.job = {}, .plan = plan, .probe = true});
  return plan;
}

void SearchBase::ObserveProbe() {
  --probes_out_;
  if (NewlyShared()) probes_left_ = std::max(probes_left_, kMoreProbes);
  Discard();
}

SearchBase::Out SearchBase::TakeOut(const Plan& plan) {
  auto found = std::ranges::find(out_, plan, &Out::plan);
  CHECK(found != out_.end());
  Out out = std::move(*found);
  out_.erase(found);
  return out;
}

// By bytes: two variables may lie in one cell of eight, and each of them makes points of its own.
bool SearchBase::AddShared(std::uint64_t cell, std::uint8_t mask) {
  bool fresh = false;
  for (std::uint64_t byte = 0; byte < 8; ++byte)
    if ((mask >> byte & 1) != 0) fresh |= shared_.insert(cell + byte).second;
  return fresh;
}

bool SearchBase::NewlyShared() {
  bool fresh = false;
  for (const SharedLocation& location : run_.shared()) fresh |= AddShared(location.address, location.mask);
  return fresh;
}

void SearchBase::Restart() {
  counts_ = false;  // what showed it belongs to the search before
  discarded_ = runs_;
  ++restarts_;
  complete_ = true;
  retry_.clear();
  for (Out& out : out_) out.stale = true;
  Begin();
}

void SearchBase::Discard() {
  ++discarded_;
  counts_ = false;
}

void SearchBase::LocationsBecameShared(const Trace& trace) {
  bool fresh = false;
  for (const abi::Event& event : trace.events)
    if (event.kind == abi::EventKind::kShared) fresh |= AddShared(event.obj, static_cast<std::uint8_t>(event.value));
  if (fresh && begun_ && SharingMakesPoints()) Restart();
}

void SearchBase::Observe(const Plan& plan, const Trace& trace) {
  Out out = TakeOut(plan);
  ++runs_;
  counts_ = trace.end_kind() != abi::EndKind::kStopped;
  run_.Build(trace);
  if (out.probe) return ObserveProbe();
  replayed_ += std::min<std::uint64_t>(out.job.branch.at, trace.points());
  if (NewlyShared() && SharingMakesPoints()) {
    probes_left_ = kProbes;
    return Restart();
  }
  if (out.stale) return Discard();
  const bool forgotten = !run_.shared().empty() && !out.repeated;
  const bool followed = trace.end_kind() != abi::EndKind::kDiverged && Follows(run_, out.job.branch);
  if (!followed && trace.failed()) {  // not repeatable, but a failure all the same
    complete_ = false;
    return Lost(out.job);
  }
  if (forgotten || (!followed && out.tries < kRetries)) {
    out.repeated |= forgotten;
    out.tries += !followed;
    retry_.push_back(std::move(out));
    return Discard();
  }
  if (!followed || trace.truncated || trace.cut() || (run_.passed_over_spinner() && !RunsSpinnersOn())) complete_ = false;
  if (!followed) {
    Lost(out.job);
    return Discard();
  }
  const Verdict verdict = Expand(out.job, run_, trace);
  if (verdict == Verdict::kBeginAnew) {
    counts_ = false;
    return Restart();
  }
  counts_ = verdict == Verdict::kCounts;
  discarded_ += verdict == Verdict::kSteered;
}

bool SearchBase::Save(StateWriter& out) const {
  Visit(out, *this);
  return SaveSearch(out);
}

// In the order of Visit.
bool SearchBase::Split(StateWriter& out) {
  if (!begun_ || probes_left_ != 0 || probes_out_ != 0) return false;
  const std::list<Out> none;
  constexpr std::uint64_t kNothing = 0;
  out(none, none, shared_, kNothing, kNothing, kNothing, restarts_, begun_, true, counts_, probes_, probes_left_, probes_out_);
  return SplitSearch(out);
}

void SearchBase::AddCounts(const Strategy& part) {
  const auto* other = dynamic_cast<const SearchBase*>(&part);
  if (other == nullptr) return;
  runs_ += other->runs_;
  discarded_ += other->discarded_;
  replayed_ += other->replayed_;
  complete_ = complete_ && other->exhausted();
  AddSearchCounts(*other);
}

bool SearchBase::Load(StateReader& in) {
  Visit(in, *this);
  return LoadSearch(in);
}

}  // namespace reweave::inline search
