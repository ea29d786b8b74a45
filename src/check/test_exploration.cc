#include "check/test_exploration.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/saturation.h"
#include "detect/findings.h"
#include "detect/races.h"
#include "explore/grouping.h"
#include "base/interrupt.h"
#include "techniques/recontest/recording.h"
#include "explore/replay.h"
#include "techniques/recontest/analysis.h"
#include "findings/interleaving.h"

namespace reweave {

using std::chrono::nanoseconds;

namespace {

constexpr auto kLeast = std::chrono::milliseconds(100);
constexpr nanoseconds kLeastBase = std::chrono::seconds(1), kMostBase = std::chrono::seconds(5);
// After the first finding of a search: more of its kind may follow at once.
constexpr nanoseconds kAfterFinding = std::chrono::milliseconds(500);
constexpr std::size_t kMostPoints = 400;

// What one run shows: its failure and its races.
std::vector<std::pair<Finding, std::optional<RaceExpectation>>> FindingsOf(const Trace& trace, const SiteNames& names) {
  std::vector<std::pair<Finding, std::optional<RaceExpectation>>> out;
  if (trace.failed()) out.emplace_back(FindingFromTrace(trace, names), std::nullopt);
  detect::RaceDetector detector;
  detector.Analyse(trace);
  for (const detect::RacePair& pair : detector.pairs())
    if (!pair.potential)
      out.emplace_back(detect::RaceFinding(trace, pair, names), RaceExpectation{detect::NameOf(trace.events[pair.first.event]),
                                                                                detect::NameOf(trace.events[pair.second.event])});
  return out;
}

double Seconds(nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

struct TestExploration::Timer {
  explicit Timer(double& seconds) : seconds_(seconds) {}
  ~Timer() { seconds_ += Seconds(Clock::now() - start_); }
  double& seconds_;
  Clock::time_point start_ = Clock::now();
};

TestExploration::TestExploration(ChosenTest test, CheckedTest& row, const ExplorationSettings& settings)
    : test_(std::move(test)), row_(row), settings_(settings) {
  if (test_.before) base_.emplace(*test_.before, settings.seed, settings.out_dir + "/base");
}

bool TestExploration::steered() const { return test_.pair && test_.pair->labels && !test_.pair->labels->empty(); }

bool TestExploration::Failing() const {
  return std::ranges::any_of(row_.findings, [](const CheckedFinding& f) { return f.is_new && !f.accepted; });
}

void TestExploration::Cannot(const Error& error) {
  row_.state = TestState::kUnsupported;
  row_.note = error.what() + (error.why().empty() ? "" : ": " + error.why());
  done_ = true;
}

bool TestExploration::Ready() {
  if (done_ || ready_) return !done_;
  ready_ = true;
  if (settings_.new_fixtures)
    if (auto up = settings_.new_fixtures->SetUp(test_.now.name); !up) {
      Cannot(up.error());
      row_.note = up.error().ToString();
      return false;
    }
  if (!test_.before || !settings_.old_fixtures) return true;
  if (auto up = settings_.old_fixtures->SetUp(test_.before->name); !up) {
    row_.note = "the old version cannot be explored: " + up.error().ToString();
    test_.before.reset();
    base_.reset();
  }
  return true;
}

Result<ExploreOptions> TestExploration::OptionsFor(const std::string& strategy, nanoseconds time) const {
  ExploreOptions options;
  RW_ASSIGN(options.target, TargetOf(test_.now));
  options.strategy = strategy;
  options.strategy_options.seed = settings_.seed;
  options.time = std::max<nanoseconds>(time, kLeast);
  options.out_dir = settings_.out_dir;
  options.expected = expected_;
  options.keep_going = settings_.keep_going;
  options.suppressions = settings_.suppressions;
  return options;
}

Result<void> TestExploration::Replay(const std::vector<std::string>& schedules) {
  if (schedules.empty() || !Ready()) return {};
  const Timer timer(row_.seconds);
  CheckedPhase phase{.name = "corpus", .schedules = 0, .seconds = 0, .stopped_by = "exhausted"};
  const auto start = Clock::now();
  for (const std::string& path : schedules) {
    if (Interrupted()) break;
    auto schedule = ReadSchedule(path);
    auto options = TargetOf(test_.now);
    if (!options) return Cannot(options.error()), Result<void>();
    if (!schedule) {
      row_.note = schedule.error().ToString();
      continue;
    }
    ApplySchedule(*schedule, *options);
    RW_ASSIGN(const auto target, Target::Create(*options));
    SiteNames names;
    const bool same_build = options->program.build_key == schedule->build_key;
    auto outcome = reweave::Replay(*target, *schedule, names, same_build);
    ++phase.schedules;
    if (!outcome) continue;
    names.Use(outcome->trace);
    for (auto& [finding, race] : FindingsOf(outcome->trace, names)) {
      finding.first_schedule = phase.schedules, finding.occurrences = 1, finding.confirmed = true;
      finding.interleaving = InterleavingOf(outcome->trace, names);
      Schedule kept = ScheduleFromTrace(outcome->trace, schedule->plan, names);
      kept.race = race;
      kept.command = options->program.command, kept.build_key = options->program.build_key;
      kept.tool_version = schedule->tool_version, kept.isolation = target->isolation();
      kept.pool_threads = target->options().pool_threads, kept.strategy = "corpus";
      RW_ASSIGN(const std::string directory, PrepareOutDir(settings_.out_dir));
      finding.schedule_file = fmt::format("{}/corpus-{}-{}.rws", directory, finding.kind, finding.id);
      RW_TRY(WriteSchedule(kept, finding.schedule_file));
      RW_TRY(Take("corpus", std::move(finding), 0));
    }
  }
  phase.seconds = Seconds(Clock::now() - start);
  row_.schedules += phase.schedules;
  AddPoint(row_.seconds + phase.seconds, row_.schedules, patterns_, row_.findings.size(), true);
  row_.phases.push_back(std::move(phase));
  done_ = done_ || (Failing() && !settings_.keep_going);
  return {};
}

Result<void> TestExploration::NewInterleavings(nanoseconds time) {
  if (!Ready() || !test_.before) return {};
  const Timer timer(row_.seconds);
  const auto begin = Clock::now();
  auto options = OptionsFor("recontest", time);
  if (!options) return Cannot(options.error()), Result<void>();
  auto old_target = TargetOf(*test_.before);
  if (!old_target) return {};  // the other phases need no old program
  const Plan& base = options->strategy_options.base;
  const auto old_trace = RecordRun(*old_target, base);
  if (!old_trace || (*old_trace)->failed()) {
    row_.reasons.push_back("the old version fails while it is recorded: its interleavings are no measure");
    if (old_trace && base_) RW_TRY(base_->Search(kLeastBase, "none"));
    return {};
  }
  const auto new_trace = RecordRun(options->target, base);
  if (!new_trace) return {};
  auto analysis = recontest::AnalyseImpact(*old_trace, *new_trace, {});
  if (!analysis) return {};
  recontest::AnalyseInterleavings(**analysis);
  options->strategy_options.inputs.Set(std::shared_ptr(std::move(*analysis)));
  options->time = std::max<nanoseconds>(time - (Clock::now() - begin), kLeast);
  return Phase("recontest", std::move(*options));
}

Result<void> TestExploration::Impacted(nanoseconds time) {
  if (!steered() || !Ready()) return {};
  const Timer timer(row_.seconds);
  auto options = OptionsFor("capp:auto", time);
  if (!options) return Cannot(options.error()), Result<void>();
  options->strategy_options.inputs.Set(test_.pair->labels);
  options->target.call_marks = test_.pair->labels->Marks(MatchMode::kLineOnStack);
  return Phase("capp:auto", std::move(*options));
}

Result<void> TestExploration::Rest(nanoseconds time) {
  if (!Ready()) return {};
  const Timer timer(row_.seconds);
  auto options = OptionsFor("auto", time);
  if (!options) return Cannot(options.error()), Result<void>();
  return Phase("auto", std::move(*options));
}

Result<void> TestExploration::Fixed(nanoseconds time) {
  if (!base_ || row_.state != TestState::kExplored) return {};
  const Timer timer(row_.seconds);
  if (!base_->Search(time)) return {};
  row_.base_schedules = base_->schedules();
  // What the old version shows soon and the new one in many more schedules does not.
  for (const Finding& finding : base_->findings()) {
    const bool looked = row_.exhausted || row_.schedules >= 20 * std::max<std::uint64_t>(finding.first_schedule, 50);
    if (looked && std::ranges::none_of(row_.findings, [&](const CheckedFinding& f) { return SameCause(f.finding, finding); }))
      row_.fixed.push_back(finding);
  }
  return {};
}

// One search, again for what is left of its time if what ended it is an old finding.
Result<void> TestExploration::Phase(const std::string& name, ExploreOptions options) {
  const auto end = Clock::now() + *options.time;
  for (bool again = true; again && !Interrupted();) {
    again = false;
    Saturation saturation(Saturation::Patience::kUsual);
    std::optional<nanoseconds> first_finding;
    const std::size_t known = row_.findings.size();
    const double before = row_.seconds;
    const auto start = Clock::now();
    options.expected = expected_;
    options.status = [&](const ExploreStatus& status) {
      const double seconds = before + Seconds(Clock::now() - start);
      AddPoint(seconds, row_.schedules + status.schedules, status.patterns, row_.findings.size() + status.findings, false);
      if (settings_.status) settings_.status(row_, name, status);
    };
    options.enough = [&](const ExploreStatus& status) {
      if (status.findings > known && !first_finding) first_finding = status.elapsed;
      if (first_finding && !settings_.keep_going && status.elapsed > *first_finding + kAfterFinding) return true;
      return settings_.saturate && saturation.Reached(status);
    };
    auto found = Explore(options);
    if (!found) {
      if (found.error().category() == ErrorCategory::kInternal) return std::unexpected(found.error());
      return Cannot(found.error()), Result<void>();
    }
    row_.schedules += found->schedules;
    if (found->technique && found->technique->name == "recontest") row_.new_interleavings = found->technique->Number("new");
    if (name == "auto" || found->sequential) row_.exhausted |= found->exhausted;
    if (!found->unsupported.empty()) row_.note = found->unsupported[0];
    if (!found->unsupported.empty() && found->schedules == 0) row_.state = TestState::kUnsupported;
    AddPoint(before + Seconds(Clock::now() - start), row_.schedules, found->coverage.patterns,
             row_.findings.size() + found->findings.size(), true);
    row_.phases.push_back(
        {.name = name,
         .schedules = found->schedules,
         .seconds = Seconds(Clock::now() - start),
         .stopped_by = saturation.reached() && !first_finding ? "saturated" : StoppedByName(found->stopped_by)});
    const bool ended = found->stopped_by == StoppedBy::kFailure || first_finding;
    for (Finding& finding : found->findings) RW_TRY(Take(name, std::move(finding), Seconds(Clock::now() - start)));
    done_ |= found->sequential || row_.exhausted || row_.state == TestState::kUnsupported || (Failing() && !settings_.keep_going);
    options.time = end - Clock::now();
    again = !done_ && ended && *options.time > kLeast && row_.findings.size() > known;
  }
  return {};
}

// Races and failures that this test has shown already are counted, not listed again.
Result<void> TestExploration::Take(const std::string& phase, Finding finding, double found_after) {
  const auto known = std::ranges::find(row_.findings, finding.id, [](const CheckedFinding& f) { return f.finding.id; });
  if (known != row_.findings.end()) {
    known->finding.occurrences += finding.occurrences;
    return {};
  }
  CheckedFinding checked{.finding = std::move(finding), .phase = phase};
  if (base_) {
    const auto time = std::clamp(nanoseconds(static_cast<std::int64_t>(3e9 * found_after)), kLeastBase, kMostBase);
    const auto shown = base_->Shows(checked.finding, time);
    if (shown) checked.is_new = !*shown;
    else row_.note = "the old version cannot be explored: all findings count as new";
    row_.base_schedules = base_->schedules();
  }
  checked.finding.is_new = checked.is_new;
  if (!checked.is_new) expected_.insert(checked.finding.id);
  row_.findings.push_back(std::move(checked));
  return {};
}

void TestExploration::AddPoint(double seconds, std::uint64_t schedules, std::uint64_t patterns, std::size_t findings, bool last) {
  patterns_ = std::max(patterns_, patterns);
  const ProgressPoint point{.seconds = seconds, .schedules = schedules, .patterns = patterns_, .findings = findings};
  // Evenly over the time of a long search, not more than a chart can show.
  if (!last && !row_.curve.empty() &&
      (row_.curve.size() >= kMostPoints || seconds - row_.curve.back().seconds < 0.1 + seconds / 100))
    return;
  row_.curve.push_back(point);
}

}  // namespace reweave
