#include "check/base_comparison.h"

#include <xxhash.h>

#include <algorithm>
#include <iterator>

#include "base/coding.h"
#include "check/saturation.h"
#include "check/step_limit.h"
#include "explore/collect/grouping.h"
#include "explore/replay.h"
#include "findings/causes.h"
#include "findings/failure_line.h"

namespace reweave::inline check {

namespace {

constexpr std::chrono::nanoseconds kLeastTime = std::chrono::milliseconds(100);

// "write of 4 bytes" and "write" are the same side of a race.
std::string FirstWord(const std::string& text) { return text.substr(0, text.find_first_of(" ,")); }

// A block is freed as a whole: which of its members the other thread used last differs from schedule to schedule.
std::string WithoutMember(const std::string& variable) {
  const std::string_view owner = OwnerOf(variable);
  return owner.empty() ? variable : std::string(owner);
}

bool FreesWhatIsUsed(const Finding& finding) {
  return finding.kind == FindingKind::kRace &&
         std::ranges::any_of(finding.sites, [](const FindingSite& site) { return FirstWord(site.role) == "free"; });
}

}  // namespace

std::string CauseOf(const Finding& finding) {
  std::vector<std::string> places;
  const bool whole = finding.kind == FindingKind::kRace || finding.kind == FindingKind::kDeadlock;
  // Where such a run happened to be when it ended says nothing about why.
  const bool nowhere =
      finding.kind == FindingKind::kExit || finding.kind == FindingKind::kLivelock || finding.kind == FindingKind::kTimeout;
  const bool frees = FreesWhatIsUsed(finding);
  for (const FindingSite& site : finding.sites) {
    if (nowhere) break;
    if (whole && site.role.empty() && !places.empty()) continue;  // who called: another caller is the same cause
    std::string role = FirstWord(site.role), variable = site.position.variable;
    if (frees) variable = WithoutMember(variable), role = role == "write" ? "read" : role;
    places.push_back(role + " " + site.position.function + " " + variable);
    if (!whole) break;
  }
  std::ranges::sort(places);
  std::string out = fmt::format("{}\n{}", Name(finding.kind), finding.subkind.value_or(""));
  if (finding.kind == FindingKind::kExit)
    out += fmt::format("\n{}\n{}", WithoutFailureLine(finding.message),  // another status is another failure
                       NormaliseMessage(FailureWords(finding.output, finding.errors)));
  else if (!whole) out += "\n" + NormaliseMessage(finding.message);
  for (const std::string& place : places) out += "\n" + place;
  return out;
}

std::string StableId(const Finding& finding, const std::string& program) {
  if (finding.kind != FindingKind::kExit && finding.kind != FindingKind::kLivelock && finding.kind != FindingKind::kTimeout &&
      finding.kind != FindingKind::kSignal)
    return finding.id;
  const std::string text = CauseOf(finding) + "\n" + program;
  return ToHex(XXH3_64bits(text.data(), text.size())).substr(0, 12);
}

bool SameCause(const Finding& a, const Finding& b) { return a.id == b.id || CauseOf(a) == CauseOf(b); }

std::string CauseWithoutDelay(Finding finding) {
  finding.message = WithoutDelay(finding.message);
  return CauseOf(finding);
}

bool BaseComparison::KnownDelayed(const Finding& finding) const {
  const auto same = [cause = CauseWithoutDelay(finding)](const Finding& known) { return CauseWithoutDelay(known) == cause; };
  return std::ranges::any_of(findings_, same) || std::ranges::any_of(timing_, same);
}

Result<bool> BaseComparison::ShowsDelayed(const Finding& finding, const Limits& limits) {
  if (KnownDelayed(finding)) return true;
  if (engine_.now() >= limits.end) return false;
  RW_ASSIGN(const bool replayed, Replays(finding, limits.end));
  if (replayed || KnownDelayed(finding)) return true;
  // What ends before its time is tried in some runs only, also by a search that is exhausted.
  if (limits.schedules > searched_) RW_TRY(Search({limits.schedules - searched_, limits.end}));
  return KnownDelayed(finding);
}

bool BaseComparison::Known(const Finding& finding) const {
  return std::ranges::any_of(findings_, [&](const Finding& known) { return SameCause(known, finding); });
}

Result<bool> BaseComparison::Shows(const Finding& finding, const Limits& limits) {
  if (Known(finding)) return true;
  if (exhausted_) return false;
  if (engine_.now() >= limits.end) {
    cut_short_ = true;
    return false;
  }
  if (finding.kind != FindingKind::kRace) {  // its places have other numbers in the old program: the search looks for it
    RW_ASSIGN(const bool replayed, Replays(finding, limits.end));
    if (replayed) return true;
  }
  // One search answers for all findings, unless this one was harder to find, or there was no time for all schedules of it.
  if (limits.schedules > searched_) RW_TRY(Search({limits.schedules - searched_, limits.end}));
  return Known(finding);
}

Result<void> BaseComparison::Search(const Limits& limits, const std::string& strategy) {
  if (!strategy.empty()) return SearchBy(strategy, limits);
  const std::uint64_t before = schedules_;
  const auto made = [&] { return std::min(limits.schedules, schedules_ - before); };
  if (labels_ && !labels_->empty()) {
    const auto now = engine_.now();
    RW_TRY(SearchBy("capp:auto", {.schedules = limits.schedules / 2, .end = now + (limits.end - now) / 2}));
  }
  if (!exhausted_) RW_TRY(SearchBy("auto", {.schedules = limits.schedules - made(), .end = limits.end}));
  searched_ += cut_short_ ? made() : limits.schedules;
  return {};
}

Result<void> BaseComparison::SearchBy(const std::string& strategy, const Limits& limits) {
  ExploreOptions options;
  RW_ASSIGN(options.target, engine_.target(before_));
  options.strategy = strategy;
  if (strategy == "capp:auto") {
    options.strategy_options.inputs.Set(labels_);
    options.target.call_marks = labels_->Marks(MatchMode::kLineOnStack);
  }
  options.strategy_options.seed = seed_++;
  options.strategy_options.base.max_steps = kMostSteps;
  if (strategy == "auto") options.strategy_options.base.granularity = abi::Granularity::kRacing;
  options.target.keep_events = kMostKept;
  if (window_) ApplyWindow(*window_, entries_, options.target);
  options.schedules = std::max<std::uint64_t>(limits.schedules, 1);
  options.time = std::max<std::chrono::nanoseconds>(limits.end - engine_.now(), kLeastTime);
  options.end_by = options.target.end = limits.end;
  options.keep_going = true;
  options.minimise = {};
  options.out_dir = out_dir_;
  Saturation saturation(Saturation::Patience::kShort);
  options.enough = [&](const ExploreStatus& status) { return saturation.Reached(status); };
  RW_ASSIGN(ExploreResult found, engine_.explore(options));
  schedules_ += found.schedules, executions_ += found.executions;
  // capp has seen all when no preemption at the change is left; other schedules may show more.
  exhausted_ |= found.exhausted && (strategy == "auto" || found.sequential) && !window_;
  cut_short_ = !exhausted_ && !saturation.reached() && found.stopped_by == StoppedBy::kTime && found.schedules < limits.schedules;
  for (Finding& finding : found.findings)
    if (std::ranges::find(findings_, finding.id, &Finding::id) == findings_.end()) findings_.push_back(std::move(finding));
  std::ranges::move(found.timing, std::back_inserter(timing_));
  return {};
}

// The schedule of the new version, followed as far as the old one goes with it.
Result<bool> BaseComparison::Replays(const Finding& finding, Engine::Clock::time_point end) {
  auto schedule = ReadSchedule(finding.schedule_file);
  if (!schedule || schedule->by_seed) return false;
  RW_ASSIGN(TargetOptions options, engine_.target(before_));
  ApplySchedule(*schedule, options);
  options.end = end;
  if (options.gather != 0) options.call_marks = entries_;  // the numbers of calls are the new program's
  RW_ASSIGN(const auto target, Target::Create(options));
  SiteNames names;
  const auto outcome = Replay(*target, *schedule, names, false);
  if (!outcome) return false;
  ++schedules_, ++executions_;
  if (!outcome->trace.failed()) return false;
  names.Use(outcome->trace);
  Finding seen = FindingFromTrace(outcome->trace, names);
  const bool same = SameCause(seen, finding);
  (NeedsDelay(outcome->trace) ? timing_ : findings_).push_back(std::move(seen));
  return same;
}

}  // namespace reweave::inline check
