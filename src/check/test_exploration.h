// One test of the new version, explored in phases: schedules of the corpus, interleavings that the change made new (recontest), a
// least number of schedules, preemptions at impacted code (capp), everything else (auto). Each finding is compared with the old
// version as it is made; an old one does not end a search, a new one ends the test.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/base_comparison.h"
#include "check/engine.h"
#include "check/selection.h"
#include "findings/check_result.h"
#include "suite/fixtures.h"
#include "techniques/pcr/change_patterns.h"

namespace reweave::inline check {

// What the comparisons of all tests showed. For several threads.
class Judgements {
 public:
  void Add(const std::string& id, bool is_new) {
    const std::lock_guard lock(mutex_);
    is_new ? void(any_new_ = true) : void(old_.insert(id));
  }
  // The old version of some test shows it: no other test has to search for it again.
  bool IsOld(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    return old_.contains(id);
  }
  bool any_new() const {
    const std::lock_guard lock(mutex_);
    return any_new_;
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::string> old_;
  bool any_new_ = false;
};

struct ExplorationSettings {
  std::uint64_t seed = 1;
  std::string out_dir;
  bool saturate = true;  // end a search that shows nothing new; false: it uses its whole time
  bool keep_going = false;  // after new findings
  std::string suppressions;
  bool default_suppressions = true;
  std::set<std::string> accepted;  // ids of findings that a baseline names: they do not end a test
  Engine::Clock::time_point end{};  // of the whole budget
  std::shared_ptr<Judgements> judgements = std::make_shared<Judgements>();
  FixtureRuns *old_fixtures = nullptr, *new_fixtures = nullptr;  // null: tests need nothing around them
  // What of the old program stands for the change; null: nothing. Asked from several threads.
  std::function<std::shared_ptr<const CappLabels>(const ChosenTest&)> old_labels;
  // What the test is at: a phase, schedules so far and findings so far of all its phases. Asked from several threads.
  std::function<void(const CheckedTest&, const std::string& phase, std::uint64_t schedules, std::size_t findings)> status;
};

class TestExploration {
 public:
  TestExploration(ChosenTest test, CheckedTest& row, const ExplorationSettings& settings, const Engine& engine);

  // Each may take until `end`; what comes after a search (shorter schedules, confirming, comparing) included, a comparison that
  // decides the verdict excepted: it gets a few seconds, within the budget of all.
  using Time = Engine::Clock::time_point;
  // Whether a run ends by then. If not, nothing else is done, and the test is postponed until something else is called.
  bool IsShort(Time end);
  // Replays schedules that are kept for this test.
  Result<void> Replay(const std::vector<std::string>& schedules, Time end);
  Result<void> NewInterleavings(Time end);
  // As many schedules as make the test count as looked at (kEnoughSchedules).
  Result<void> Least(Time end);
  Result<void> Impacted(Time end);
  Result<void> Rest(Time end);
  // Looks for what only the old version shows; of a test that was hardly explored nothing can be said.
  Result<void> Fixed(Time end, bool thorough);
  // For a test that failed while others were explored beside it, and may have used the same file or port. Nobody may be explored
  // beside it now, nor later: new findings that no replay shows are dropped, and the test is searched again.
  Result<void> Alone(Time end);

  // No further phase makes sense: it found something new, saw every schedule, or cannot be explored.
  bool done() const { return done_; }
  bool begun() const { return done_ || (!postponed_ && (measured_for_ > std::chrono::nanoseconds(0) || !row_.phases.empty())); }
  bool postponed() const { return postponed_ && !done_; }
  // The time that a search in a window takes to get there and do something; 0 if its runs are short.
  std::chrono::nanoseconds needs() const;
  bool enough() const;  // it counts as looked at: see Least
  bool failing() const;  // it has a new finding that nobody accepted
  bool alone() const { return alone_; }  // nobody may be explored beside it
  bool doubtful() const;  // it failed, perhaps because of a test beside it: see Alone
  bool steered() const;  // the change has points that capp can prefer
  double weight() const { return test_.weight; }
  bool adds() const { return test_.adds; }  // see ChosenTest
  void HadNoTime();  // nothing was done with it
  CheckedTest& row() { return row_; }

 private:
  struct Timer;

  Time LastMoment() const;  // of the whole check: nothing is waited for after it
  Result<ExploreOptions> OptionsFor(const std::string& strategy, Time end) const;
  Result<ExploreOptions> SteeredOptions(Time end) const;
  // A search by the options that are made for each window, or for the whole run if it is short.
  Result<void> Phases(Result<ExploreOptions> (TestExploration::*options)(Time) const, std::optional<std::uint64_t> schedules,
                      Time end);
  Result<void> Phase(const std::string& name, ExploreOptions options, Time end);
  void Measure(Time end);
  void MeasureFor(std::chrono::nanoseconds time, bool short_ones = false);
  Result<bool> FollowOld(const Finding& finding, Time end);
  void HasOneSchedule();
  void SayWindows();
  std::size_t WindowsFor(std::chrono::nanoseconds time) const;
  Result<ExploreOptions> PlainOptions(Time end) const { return OptionsFor("auto", end); }
  void CountChangePatterns();
  void Account(const std::string& name, const ExploreResult& found);
  Result<void> Take(const std::string& phase, Finding finding, double found_after);
  bool IsNew(const Finding& finding, double found_after);
  void TakeTiming(Finding finding);
  std::string DropUnrepeated(Time end);
  Result<void> Again(Time end);
  void Cannot(const Error& error);
  // Sets up what the test needs, in both versions; false: that failed, and the test is done.
  bool Ready();
  void AddPoint(double seconds, std::uint64_t schedules, std::uint64_t patterns, std::size_t findings, bool last);
  void Say(const std::string& phase) const {
    if (settings_.status) settings_.status(row_, phase, row_.schedules, row_.findings.size());
  }

  ChosenTest test_;
  CheckedTest& row_;
  const ExplorationSettings& settings_;
  const Engine& engine_;
  std::optional<BaseComparison> base_;
  std::set<std::string> expected_;  // findings that end no search: of the old version, or accepted
  std::set<std::string> once_;  // of them, those that no replay showed
  std::map<std::string, bool> judged_;  // causes, whether they are new
  std::set<std::string> delayed_;  // causes of failures that need a delay: compared with the old version
  std::set<std::string> undecided_;  // of these, the new ones that the old version was searched for too shortly
  struct {
    std::optional<Time> spare_until, until;
  } comparing_;  // what the last search found
  std::uint64_t patterns_ = 0;
  std::optional<pcr::ChangePatterns> change_;  // once both versions were recorded
  std::vector<Window> windows_;  // of a test with long runs: searches take them in turn
  std::set<std::size_t> explored_windows_;
  std::string shape_;  // of its runs, in words
  std::size_t window_ = 0;
  bool done_ = false, ready_ = false, measured_ = false, alone_ = false, postponed_ = false;
  std::chrono::nanoseconds measured_for_{0}, way_{0};  // what measuring might take, what it took
};

}  // namespace reweave::inline check
