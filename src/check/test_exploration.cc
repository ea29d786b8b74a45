#include "check/test_exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/interrupt.h"
#include "check/saturation.h"
#include "check/step_limit.h"
#include "report/check_verdict.h"
#include "techniques/recontest/analysis.h"

namespace reweave::inline check {

using std::chrono::nanoseconds;

namespace {

constexpr nanoseconds kLeast = std::chrono::milliseconds(100);
constexpr std::uint64_t kFixedSchedules = 500, kThoroughSchedules = 5'000;
// After the first finding of a search: more of its kind may follow at once.
constexpr nanoseconds kAfterFinding = std::chrono::milliseconds(500);
constexpr nanoseconds kMostMinimising = std::chrono::seconds(1);  // for one schedule
constexpr std::size_t kMostPoints = 400;

// Of what comes after the search: a finding at the very end of the budget is still compared, for a moment.
constexpr nanoseconds kLeastAfter = std::chrono::seconds(1);

double Seconds(nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

struct TestExploration::Timer {
  Timer(double& seconds, const Engine& engine) : seconds_(seconds), engine_(engine), start_(engine.now()) {}
  ~Timer() { seconds_ += Seconds(engine_.now() - start_); }
  double& seconds_;
  const Engine& engine_;
  Engine::Clock::time_point start_;
};

TestExploration::TestExploration(ChosenTest test, CheckedTest& row, const ExplorationSettings& settings, const Engine& engine)
    : test_(std::move(test)), row_(row), settings_(settings), engine_(engine), alone_(test_.now.run_serial) {
  if (test_.before) base_.emplace(*test_.before, settings.seed, settings.out_dir + "/base", engine);
}

bool TestExploration::steered() const { return test_.pair && test_.pair->labels && !test_.pair->labels->empty(); }

bool TestExploration::enough() const { return row_.exhausted || row_.schedules >= kEnoughSchedules; }

bool TestExploration::failing() const {
  return std::ranges::any_of(row_.findings, [](const CheckedFinding& f) { return f.is_new && !f.accepted; });
}

void TestExploration::Cannot(const Error& error) {
  row_.state = TestState::kUnsupported;
  row_.note = error.what() + (error.why().empty() ? "" : ": " + error.why());
  done_ = true;
}

void TestExploration::HadNoTime() {
  row_.state = TestState::kNoTime;
  if (!row_.note.empty()) return;
  if (test_.threads == ChosenTest::Threads::kOne) row_.note = "it had one thread when it was recorded";
  else if (!test_.adds && !test_.targets.empty())
    row_.note = "tests that come before it cover everything of the change that it covers";
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

// However many causes there are to compare.
TestExploration::Time TestExploration::LastMoment() const {
  return std::clamp(engine_.now() + kLeastAfter, settings_.end, settings_.end + kLeastAfter);
}

// A fifth of the time is kept for what comes after the search.
Result<ExploreOptions> TestExploration::OptionsFor(const std::string& strategy, Time end) const {
  ExploreOptions options;
  RW_ASSIGN(options.target, engine_.target(test_.now));
  const auto time = std::max<nanoseconds>(end - engine_.now(), kLeast);
  options.strategy = strategy;
  options.strategy_options.seed = settings_.seed;
  options.strategy_options.base.max_steps = kMostSteps;
  if (strategy == "auto")
    options.strategy_options.base.granularity = abi::Granularity::kRacing;  // techniques speak of shared ones
  options.target.keep_events = kMostKept;
  options.target.end = LastMoment();
  if (!windows_.empty()) ApplyWindow(windows_[window_ % windows_.size()], test_.pair ? test_.pair->entries : "", options.target);
  options.time = std::max<nanoseconds>(time * 4 / 5, kLeast);
  options.minimise = std::min(time / 10, kMostMinimising);
  options.end_by = end;
  options.one_of_many = true;
  options.out_dir = settings_.out_dir;
  options.keep_going = settings_.keep_going;
  options.suppressions = settings_.suppressions;
  options.default_suppressions = settings_.default_suppressions;
  return options;
}

Result<ExploreOptions> TestExploration::SteeredOptions(Time end) const {
  if (!steered()) return OptionsFor("auto", end);
  RW_ASSIGN(ExploreOptions options, OptionsFor("capp:auto", end));
  options.strategy_options.inputs.Set(test_.pair->labels);
  const std::string entries = std::exchange(options.target.call_marks, test_.pair->labels->Marks(MatchMode::kLineOnStack));
  if (!windows_.empty()) ApplyWindow(windows_[window_ % windows_.size()], entries, options.target);
  return options;
}

Result<void> TestExploration::Replay(const std::vector<std::string>& schedules, Time end) {
  if (schedules.empty() || !engine_.follow || !Ready()) return {};
  const Timer timer(row_.seconds, engine_);
  Say("replaying kept schedules");
  CheckedPhase phase{.name = "corpus", .schedules = 0, .seconds = 0, .stopped_by = "exhausted"};
  const auto start = engine_.now();
  for (const std::string& path : schedules) {
    if (Interrupted() || engine_.now() >= end) {
      phase.stopped_by = "time";
      break;
    }
    auto options = engine_.target(test_.now);
    if (!options) return Cannot(options.error()), Result<void>();
    options->end = end;
    auto shown = engine_.follow(*options, path, settings_.out_dir);
    if (!shown && shown.error().category() == ErrorCategory::kInternal) return std::unexpected(shown.error());
    if (!shown) {
      row_.note = shown.error().ToString();
      continue;
    }
    ++phase.schedules;
    for (Finding& finding : *shown) {
      finding.first_schedule = phase.schedules;
      RW_TRY(Take("corpus", std::move(finding), 0));
    }
  }
  phase.seconds = Seconds(engine_.now() - start);
  row_.schedules += phase.schedules;
  AddPoint(row_.seconds + phase.seconds, row_.schedules, patterns_, row_.findings.size(), true);
  row_.phases.push_back(std::move(phase));
  done_ = done_ || (failing() && !settings_.keep_going);
  return {};
}

Result<void> TestExploration::NewInterleavings(Time end) {
  if (!Ready()) return {};
  const Timer timer(row_.seconds, engine_);
  Measure(end);
  if (done_ || !test_.before || !windows_.empty()) return {};
  Say("recording both versions");
  auto options = OptionsFor("recontest", end);
  if (!options) return Cannot(options.error()), Result<void>();
  auto old_target = engine_.target(*test_.before);
  if (!old_target) return {};  // the other phases need no old program
  TargetOptions new_target = options->target;
  // A run that takes longer than the test's share is not worth comparing.
  old_target->keep_events = new_target.keep_events = kMostRecorded;
  old_target->run_timeout = new_target.run_timeout = std::clamp<nanoseconds>(end - engine_.now(), kLeast, new_target.run_timeout);
  old_target->end = new_target.end = end;
  const Plan& base = options->strategy_options.base;
  const auto old_trace = engine_.record(*old_target, base);
  if (!old_trace) return {};
  if ((*old_trace)->end_kind() == abi::EndKind::kTimeout || (*old_trace)->truncated) {
    row_.reasons.push_back("its runs are too long to be compared step by step");
    return {};
  }
  if ((*old_trace)->failed()) {
    row_.reasons.push_back("the old version fails while it is recorded, so its interleavings cannot be compared");
    if (base_) RW_TRY(base_->Search({.schedules = 1, .end = end}, "none"));
    return {};
  }
  const auto new_trace = engine_.record(new_target, base);
  if (!new_trace || (*new_trace)->truncated || engine_.now() >= end) return {};
  recontest::Options rules;
  rules.end = end;
  auto analysis = recontest::AnalyseImpact(*old_trace, *new_trace, rules);
  if (!analysis || !recontest::AnalyseInterleavings(**analysis)) {
    if (engine_.now() >= end) row_.reasons.push_back("there was no time to compare its interleavings with the old version's");
    return {};
  }
  change_.emplace(**new_trace, recontest::ImpactedSites(**analysis));
  CountChangePatterns();
  options->strategy_options.inputs.Set(std::shared_ptr(std::move(*analysis)));
  options->time = std::max<nanoseconds>((end - engine_.now()) * 4 / 5, kLeast);
  return Phase("recontest", std::move(*options), end);
}

Result<void> TestExploration::Phases(Result<ExploreOptions> (TestExploration::*make)(Time) const,
                                     std::optional<std::uint64_t> schedules, Time end) {
  const std::size_t turns = WindowsFor(std::max<nanoseconds>(end - engine_.now(), nanoseconds(0)));
  bool starved = false;  // its share of the time was not enough to come to the window: it gets all that is left
  for (std::size_t i = 0; i < turns && !done_ && !Interrupted(); ++i) {
    const auto now = engine_.now();
    if (i > 0 && now >= end) break;
    const auto until = starved ? end : now + (end - now) / static_cast<int>(turns - i);
    auto options = (this->*make)(until);
    if (!options) return Cannot(options.error()), Result<void>();
    if (schedules) options->schedules = std::max<std::uint64_t>(1, starved ? *schedules : *schedules / turns);
    const std::string name = windows_.empty() ? options->strategy : options->strategy + " in a window";
    const std::uint64_t before = row_.schedules;
    RW_TRY(Phase(name, std::move(*options), until));
    if (!windows_.empty() && row_.schedules > before) explored_windows_.insert(window_ % windows_.size());
    SayWindows();
    starved = row_.schedules == before && !starved && i + 1 < turns;
    if (!starved) ++window_;
  }
  return {};
}

Result<void> TestExploration::Least(Time end) {
  if (!Ready() || enough()) return {};
  const Timer timer(row_.seconds, engine_);
  Measure(end);
  RW_TRY(Phases(&TestExploration::SteeredOptions, kEnoughSchedules, end));
  if (!steered() || done_ || row_.schedules >= kEnoughSchedules || engine_.now() >= end || !Ready()) return {};
  // The schedules with few preemptions are too few: the others count, too.
  return Phases(&TestExploration::PlainOptions, kEnoughSchedules, end);
}

Result<void> TestExploration::Again(Time end) {
  const Timer timer(row_.seconds, engine_);
  return Phases(&TestExploration::SteeredOptions, kEnoughSchedules, end);
}

Result<void> TestExploration::Impacted(Time end) {
  if (!steered() || !Ready()) return {};
  const Timer timer(row_.seconds, engine_);
  Measure(end);
  return Phases(&TestExploration::SteeredOptions, std::nullopt, end);
}

Result<void> TestExploration::Rest(Time end) {
  if (!Ready()) return {};
  const Timer timer(row_.seconds, engine_);
  Measure(end);
  return Phases(&TestExploration::PlainOptions, std::nullopt, end);
}

// A search can miss in the new version what it found in the old one by luck: the old one's schedule decides. False: there was no
// time for it. What it shows is taken like any finding.
Result<bool> TestExploration::FollowOld(const Finding& finding, Time end) {
  // Places of a race have other numbers in another program, so that nothing follows from such a run.
  if (!engine_.follow || finding.kind == FindingKind::kRace || finding.schedule_file.empty()) return true;
  if (engine_.now() >= end) return false;
  auto options = engine_.target(test_.now);
  if (!options) return false;
  options->end = end;
  if (!windows_.empty() && test_.pair) options->call_marks = test_.pair->entries;
  auto shown = engine_.follow(*options, finding.schedule_file, settings_.out_dir);
  if (!shown) return false;
  ++row_.schedules;
  for (Finding& other : *shown) {
    other.first_schedule = row_.schedules;
    RW_TRY(Take("old schedule", std::move(other), 0));
  }
  return true;
}

Result<void> TestExploration::Fixed(Time end, bool thorough) {
  if (!base_ || row_.state != TestState::kExplored || !enough()) return {};
  const Timer timer(row_.seconds, engine_);
  Say("looking for what the change fixed");
  if (settings_.old_labels) base_->Steer(settings_.old_labels(test_));
  if (!windows_.empty()) base_->InWindow(windows_[0], test_.pair ? test_.pair->old_entries : "");
  if (!base_->Search({.schedules = thorough ? kThoroughSchedules : kFixedSchedules, .end = end})) return {};
  row_.base_schedules = base_->schedules();
  // What the old version shows soon and the new one in many more schedules does not.
  const std::vector<Finding> shown = base_->findings();  // a comparison adds to them
  for (const Finding& finding : shown) {
    if (finding.kind == FindingKind::kTimeout) continue;  // a run that was cut off
    const bool looked = row_.exhausted || row_.schedules >= std::max(kEnoughSchedules, 10 * finding.first_schedule);
    const auto same = [&](const auto& other) { return SameCause(other, finding); };
    const auto known = [&] {
      return std::ranges::any_of(row_.findings, same, &CheckedFinding::finding) || std::ranges::any_of(row_.fixed, same);
    };
    if (!looked || known()) continue;
    RW_ASSIGN(const bool gone, FollowOld(finding, end));
    if (!gone || known()) continue;
    row_.fixed.push_back(finding);
    row_.fixed.back().id = StableId(finding, std::filesystem::path(row_.program).filename().string());
  }
  return {};
}

// One search, again for what is left of its time if what ended it is an old finding.
Result<void> TestExploration::Phase(const std::string& name, ExploreOptions options, Time end) {
  const auto search_end = engine_.now() + *options.time;
  for (bool again = true; again && !Interrupted();) {
    again = false;
    Saturation saturation(Saturation::Patience::kUsual);
    std::optional<nanoseconds> first_finding;
    const std::size_t known = row_.findings.size(), known_ids = expected_.size();
    const double before = row_.seconds;
    const auto start = engine_.now();
    options.expected = expected_;
    options.status = [&](const ExploreStatus& status) {
      const double seconds = before + Seconds(engine_.now() - start);
      AddPoint(seconds, row_.schedules + status.schedules, status.patterns, row_.findings.size() + status.findings, false);
      if (settings_.status)
        settings_.status(row_, name, row_.schedules + status.schedules, row_.findings.size() + status.findings);
    };
    options.enough = [&](const ExploreStatus& status) {
      if (status.findings > known && !first_finding) first_finding = status.elapsed;
      if (first_finding && !settings_.keep_going && status.elapsed > *first_finding + kAfterFinding) return true;
      return settings_.saturate && saturation.Reached(status);
    };
    if (change_) options.covered = [&](const detect::PatternCoverage& covered) { change_->Add(covered); };
    Say(name);
    auto found = engine_.explore(options);
    if (!found) {
      if (found.error().category() == ErrorCategory::kInternal) return std::unexpected(found.error());
      return Cannot(found.error()), Result<void>();
    }
    const double seconds = Seconds(engine_.now() - start);
    Account(name, *found);
    AddPoint(before + seconds, row_.schedules, found->coverage.patterns, row_.findings.size() + found->findings.size(), true);
    const bool saturated = saturation.reached() && !first_finding;
    row_.saturated |= saturated;
    row_.phases.push_back({.name = name,
                           .schedules = found->schedules,
                           .seconds = seconds,
                           .stopped_by = saturated ? "saturated" : StoppedByName(found->stopped_by)});
    const bool ended = found->stopped_by == StoppedBy::kFailure || first_finding;
    comparing_ = {};
    for (Finding& finding : found->findings) RW_TRY(Take(name, std::move(finding), seconds));
    for (Finding& finding : found->timing) TakeTiming(std::move(finding));
    done_ |= (found->sequential && windows_.empty()) || row_.exhausted || row_.state == TestState::kUnsupported ||
             (failing() && !settings_.keep_going);
    options.time = search_end - engine_.now();
    if (options.schedules) *options.schedules -= std::min(*options.schedules, found->schedules);
    again = !done_ && ended && *options.time > kLeast && engine_.now() < end && expected_.size() > known_ids &&
            (!options.schedules || *options.schedules > 0);
  }
  return {};
}

void TestExploration::CountChangePatterns() {
  if (!change_) return;
  row_.change_patterns = change_->possible();
  row_.change_covered = change_->covered();
  row_.change_infeasible = change_->infeasible();
}

void TestExploration::Account(const std::string& name, const ExploreResult& found) {
  CountChangePatterns();
  // The run that chooses the isolation is none of the search's schedules, but what it showed was executed.
  row_.schedules += found.findings.empty() ? found.schedules : std::max<std::uint64_t>(1, found.schedules);
  std::uint64_t failed = 0;
  for (const Finding& finding : found.findings)
    if (EndsRun(finding.kind)) failed += finding.occurrences;
  row_.failed += std::min(failed, found.schedules);
  if (found.technique && found.technique->name == "recontest") row_.new_interleavings = found.technique->Number("new");
  if (windows_.empty()) {  // a window is a part: of the rest nothing is known
    if (name == "auto" || found.sequential) row_.exhausted |= found.exhausted;
    row_.sequential = found.sequential;
  }
  if (!found.unsupported.empty()) row_.note = found.unsupported[0];
  if (!found.unsupported.empty() && found.schedules == 0) row_.state = TestState::kUnsupported;
  if (found.cut_runs > 0)
    row_.cut = fmt::format("a run has more than {} steps{}; make the test smaller, or name a smaller one by --test", kMostSteps,
                           found.cut.empty() ? "" : " (" + found.cut + ")");
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

}  // namespace reweave::inline check
