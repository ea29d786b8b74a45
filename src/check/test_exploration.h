// One test of the new version, explored in phases: schedules of the corpus, interleavings that the change made new (recontest),
// preemptions at impacted code (capp), everything else (auto). Each finding is compared with the old version as it is made; an
// old one does not end a search, a new one ends the test.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/base_comparison.h"
#include "check/selection.h"
#include "findings/check_result.h"
#include "suite/fixtures.h"

namespace reweave {

struct ExplorationSettings {
  std::uint64_t seed = 1;
  std::string out_dir;
  bool saturate = true;       // end a search that shows nothing new; false: it uses its whole time
  bool keep_going = false;    // after new findings
  std::string suppressions;
  FixtureRuns *old_fixtures = nullptr, *new_fixtures = nullptr;  // null: tests need nothing around them
  std::function<void(const CheckedTest&, const std::string& phase, const ExploreStatus&)> status;
};

class TestExploration {
 public:
  TestExploration(ChosenTest test, CheckedTest& row, const ExplorationSettings& settings);

  // Replays schedules that are kept for this test.
  Result<void> Replay(const std::vector<std::string>& schedules);
  Result<void> NewInterleavings(std::chrono::nanoseconds time);
  Result<void> Impacted(std::chrono::nanoseconds time);
  Result<void> Rest(std::chrono::nanoseconds time);
  // Looks for what only the old version shows.
  Result<void> Fixed(std::chrono::nanoseconds time);

  // No further phase makes sense: it found something new, saw every schedule, or cannot be explored.
  bool done() const { return done_; }
  bool steered() const;  // the change has points that capp can prefer
  double weight() const { return test_.weight; }
  bool adds() const { return test_.adds; }  // see ChosenTest
  CheckedTest& row() { return row_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Timer;

  Result<ExploreOptions> OptionsFor(const std::string& strategy, std::chrono::nanoseconds time) const;
  Result<void> Phase(const std::string& name, ExploreOptions options);
  Result<void> Take(const std::string& phase, Finding finding, double found_after);
  void Cannot(const Error& error);
  // Sets up what the test needs, in both versions; false: that failed, and the test is done.
  bool Ready();
  void AddPoint(double seconds, std::uint64_t schedules, std::uint64_t patterns, std::size_t findings, bool last);
  bool Failing() const;

  ChosenTest test_;
  CheckedTest& row_;
  const ExplorationSettings& settings_;
  std::optional<BaseComparison> base_;
  std::set<std::string> expected_;   // findings of the old version
  std::uint64_t patterns_ = 0;
  bool done_ = false;
  bool ready_ = false;
};

}  // namespace reweave
