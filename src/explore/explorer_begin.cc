// What comes before the first schedule: the strategy, what looks at runs, the processes, and the run that chose their isolation.
#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <unordered_set>

#include "base/interrupt.h"
#include "detect/races.h"
#include "explore/explorer_search.h"
#include "explore/search/patience.h"
#include "explore/search/site_variables.h"
#include "trace/meaning.h"

namespace reweave::inline explore {

namespace {

unsigned FreeProcessors() {
  cpu_set_t cpus;
  return sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? static_cast<unsigned>(CPU_COUNT(&cpus)) : 1;
}

}  // namespace

Plan Explorer::Base() const {
  Plan base = options_.strategy_options.base;
  if (passes_misuse_) base.flags |= abi::kPlanPassMisuse;
  return base;
}

Result<void> Explorer::SetUpStrategy() {
  StrategyOptions options = options_.strategy_options;
  passes_misuse_ = options_.detect && !PlansLocks(options_.strategy);
  options.base = Base();
  options.one_path |= !options_.resume.empty();  // goes on exactly where it was
  if (options_.detect)  // who wants no findings wants no names either, and reading them takes longer than a short search
    options.inputs.Set(std::make_shared<const SiteVariables>(
        SiteVariables{.of = [this](std::uint32_t site) { return names_.Lookup(site).variable; }}));
  options.inputs.Set(std::make_shared<const Patience>(
      Patience{[this] { return Interrupted() || steady_clock::now() - start_ >= TimeLimit(); }, std::max(1u, options_.jobs)}));
  RW_ASSIGN(strategy_, MakeStrategy(options_.strategy, options));
  if (strategy_->state_counts() && passes_misuse_) {  // what runs show that the search stops on the way is not kept
    passes_misuse_ = false;
    options.base = Base();
    RW_ASSIGN(strategy_, MakeStrategy(options_.strategy, options));
  }
  // Which locations race is known only to who looks at all of a run: not without detection, not where runs stop on the way.
  const bool looks = options_.detect && !strategy_->state_counts();
  if (options.base.granularity == abi::Granularity::kRacing && !looks) {
    options.base.granularity = abi::Granularity::kShared;
    RW_ASSIGN(strategy_, MakeStrategy(options_.strategy, options));
  }
  granularity_ = options.base.granularity;
  jobs_ = std::max(1u, options_.jobs);
  if (jobs_ == 1) return {};
  if (strategy_->state_counts() && options.state_key == StateKeyKind::kMemory) {
    Say("-j 1: states of different processes cannot be compared by their memory (--state-key order can)");
    jobs_ = 1;
    return {};
  }
  options.workers = static_cast<int>(jobs_);
  options.jobs = static_cast<int>(jobs_ * kTogether);
  RW_ASSIGN(strategy_, MakeStrategy(options_.strategy, options));
  if (strategy_->lookahead() > 1) return {};
  Say(fmt::format("-j 1: {} makes one run at a time", strategy_->name()));  // more processes would only wait for each other
  jobs_ = 1, options.jobs = options.workers = 1;
  RW_ASSIGN(strategy_, MakeStrategy(options_.strategy, options));
  return {};
}

void Explorer::WrapStrategy() {
  if (options_.check_determinism > 0) {
    auto check = std::make_unique<DeterminismCheck>(std::move(strategy_), options_.check_determinism);
    determinism_ = check.get();
    strategy_ = std::move(check);
  }
  if (!options_.count_distinct) return;
  auto distinct = std::make_unique<DistinctRuns>(std::move(strategy_));
  distinct_ = distinct.get();
  strategy_ = std::move(distinct);
}

Result<void> Explorer::SetUpDetection() {
  if (!options_.detect) return {};
  const auto keep = [this](const Trace& trace, const Plan& plan, const std::vector<ScheduleFor>& wanted) {
    return WriteSchedules(trace, plan, wanted);
  };
  RW_ASSIGN(detection_, Detection::Create(options_.suppressions, options_.default_suppressions, names_, keep));
  return {};
}

Result<void> Explorer::SetUpTargets() {
  if (part_.keeper != nullptr && resumed_.is) {  // whoever began the search has chosen
    target_options_.isolation = resumed_.isolation;
    target_options_.pool_threads = std::max(resumed_.pool, target_options_.pool_threads);
    target_options_.fallback = options_.choose_isolation;
  } else if (options_.choose_isolation) {
    Plan base = Base();
    base.granularity = granularity_;
    TargetOptions probing = target_options_;  // its run may be a long way to a window
    if (const auto limit = TimeLimit(); limit != std::chrono::nanoseconds::max())
      probing.end = std::min(probing.end, std::chrono::steady_clock::now() + limit + probing.run_timeout);
    if (options_.end_by) probing.end = std::min(probing.end, *options_.end_by);
    RW_ASSIGN(const IsolationChoice choice, ProbeIsolation(probing, base));
    target_options_.isolation = std::max(choice.isolation, resumed_.isolation);
    target_options_.pool_threads = std::max({choice.pool_threads, resumed_.pool, target_options_.pool_threads});
    target_options_.follow = choice.follow;
    target_options_.expected_status = choice.expected_status;
    target_options_.fallback = true;
    result_.isolation_reason = choice.reason;
    probe_ = choice.run;
    probe_was_late_ = !probe_ && steady_clock::now() >= probing.end;
    // What the run found to be shared is recorded from the first schedule on.
    if (granularity_ == abi::Granularity::kRacing) shared_.Add(choice.shared);
    Say(fmt::format("isolation: {} ({})", IsolationName(choice.isolation), choice.reason));
    for (const std::string& note : choice.notes) Say(note);
  }
  if (target_options_.window != 0)
    Say(fmt::format("only a window of {} scheduling points of each run is varied", target_options_.window));
  const bool several = jobs_ > 1;
  if (several) target_options_.spin = 0, target_options_.together = true;
  alone_.is = several && FreeProcessors() < 2 * jobs_;
  for (unsigned i = 0; i < jobs_; ++i) {
    RW_ASSIGN(auto target, Target::Create(target_options_));
    target->set_stop(&stop_now_);
    target->AddShared(shared_.list());
    workers_.push_back(std::make_unique<Worker>(std::move(target), options_.detect, several ? kTogether : 1));
  }
  if (alone_.is) workers_.front()->SetTogether(1);
  current_ = workers_.front().get();  // a resumed search may have no run left and still confirm something
  return {};
}

namespace {

// The run that chose the isolation has every access, so that the first schedule knows what races. The rest looks at it as if only
// accesses to shared locations were recorded, like in all other runs.
void DropPrivateAccesses(Trace& trace, const std::vector<abi::SharedSlot>& shared) {
  std::unordered_set<std::uint64_t> cells;
  for (const abi::SharedSlot& slot : shared) cells.insert(slot.address / 8);
  trace.events.EraseIf([&](const abi::Event& event) {
    if (!IsPlainAccess(event.kind) || IsPoint(event)) return false;
    for (std::uint64_t cell = event.obj / 8; cell <= (event.obj + std::max<std::uint64_t>(AccessSize(event), 1) - 1) / 8; ++cell)
      if (cells.contains(cell)) return false;
    return true;
  });
}

}  // namespace

// The run that chose the isolation is an execution like all others: what it shows is looked at, and a failure is a finding.
Result<void> Explorer::AccountProbe() {
  if (!probe_) return {};
  const auto probe = std::exchange(probe_, nullptr);
  ++counts_.runs, ++counts_.probes;
  Trace& trace = probe->trace;
  if (trace.sequential || trace.end_kind() == abi::EndKind::kUnsupported) return {};  // the first schedule will say so
  if (granularity_ == abi::Granularity::kRacing) {
    detect::RaceDetector races;
    races.Analyse(trace);
    TakeRacing(races.racing(), trace);
    DropPrivateAccesses(trace, shared_.list());
    probe->plan.record = options_.strategy_options.base.record;
  }
  names_.Use(trace);  // a search that is resumed may have no run left and still name places
  if (!resumed_.is) strategy_->Learn(trace);  // else it has learnt from such a run before it was saved
  if (detection_) {
    detection_->set_execution(counts_.runs);
    RW_TRY(detection_->Observe(trace, probe->plan, 0));
    RW_TRY(KeepMisuse(Seen(trace, probe->plan, false), FirstMisuse(trace)));
    StopAtNewKinds();
  }
  return trace.failed() ? Keep(Seen(trace, probe->plan, false)) : Result<void>();
}

}  // namespace reweave::inline explore
