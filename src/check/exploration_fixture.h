// An engine with a clock of its own, for tests of the stage that explores.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "check/exploration.h"

namespace reweave::inline check {

using std::chrono::milliseconds, std::chrono::nanoseconds, std::chrono::seconds;

inline Finding Race(const std::string& id, const std::string& variable) {
  Finding finding;
  finding.id = id, finding.kind = FindingKind::kRace, finding.first_schedule = 7;
  for (const char* role : {"write", "read"}) {
    FindingSite& site = finding.sites.emplace_back();
    site.role = role, site.position.function = "f", site.position.variable = variable;
  }
  return finding;
}

inline Finding Ended(const std::string& kind, const std::string& subkind = "") {
  Finding finding;
  finding.id = kind + "-id", finding.kind = FindingKindNamed(kind).value(), finding.message = kind, finding.first_schedule = 1;
  if (!subkind.empty()) finding.subkind = subkind;
  return finding;
}

// An engine whose runs take a millisecond of its own clock; what a program shows is up to the test.
class ExplorationTest : public testing::Test {
 protected:
  struct Call {
    std::string program, strategy;
    std::optional<std::uint64_t> schedules;
  };

  ExplorationTest() {
    engine_.now = [this] {
      const std::lock_guard lock(mutex_);
      return now_;
    };
    engine_.target = [](const TestSpec& test) -> Result<TargetOptions> {
      TargetOptions options;
      options.program.command = test.command;
      return options;
    };
    engine_.record = [](const TargetOptions&, const Plan&) -> Result<std::shared_ptr<const Trace>> {
      return Fail(ErrorCategory::kTarget, "not recorded");
    };
    engine_.explore = [this](const ExploreOptions& options) -> Result<ExploreResult> { return Explored(options); };
  }

  Result<ExploreResult> Explored(const ExploreOptions& options) {
    const std::string program = options.target.program.command[0];
    const std::lock_guard lock(mutex_);
    calls_.push_back({program, options.strategy, options.schedules});
    EXPECT_LE(options.target.end, std::max(input_end_, now_ + seconds(1))) << program;
    EXPECT_TRUE(options.end_by && *options.end_by <= options.target.end) << program;
    ExploreResult result;
    const auto fit = static_cast<std::uint64_t>(*options.time / run_);
    result.schedules = std::max<std::uint64_t>(1, std::min(options.schedules.value_or(fit), fit));
    result.stopped_by = options.schedules && result.schedules == *options.schedules ? StoppedBy::kSchedules : StoppedBy::kTime;
    if (cut_.contains(program)) result.cut_runs = 1, result.cut = "thread 0.1 is at loop.cc:7";
    if (const auto delayed = delayed_.find(program); delayed != delayed_.end()) result.timing = delayed->second;
    if (const auto found = shows_.find(program); found != shows_.end()) {
      const auto expected = [&](const Finding& f) { return options.expected.contains(f.id); };
      result.findings = found->second;
      if (!std::ranges::all_of(found->second, expected)) result.stopped_by = StoppedBy::kFailure, result.schedules = 1;
    }
    now_ += run_ * static_cast<int>(result.schedules);
    return result;
  }

  void Add(const std::string& name, bool before = false) {
    CheckedTest row;
    row.name = name, row.program = "new/" + name, row.state = TestState::kExplored;
    ChosenTest chosen;
    chosen.now.name = name, chosen.now.command = {"new/" + name};
    if (before) chosen.before = chosen.now, chosen.before->command = {"old/" + name};
    chosen.row = input_.rows.size();
    input_.rows.push_back(std::move(row));
    input_.chosen.push_back(std::move(chosen));
  }

  std::vector<CheckedTest> Run(nanoseconds budget) {
    input_.settings.end = input_end_ = now_ + budget;
    input_.settings.saturate = false;
    auto rows = ExploreTests(std::move(input_), engine_);
    EXPECT_TRUE(rows) << rows.error().ToString();
    return std::move(*rows);
  }
  std::size_t CallsOf(const std::string& program) const {
    return static_cast<std::size_t>(std::ranges::count(calls_, program, &Call::program));
  }

  std::mutex mutex_;
  Engine::Clock::time_point now_ = Engine::Clock::now(), input_end_;
  nanoseconds run_ = milliseconds(1);
  std::map<std::string, std::vector<Finding>> shows_, delayed_;  // delayed_: what needs a delay
  std::set<std::string> cut_;  // programs whose runs reach the step limit
  std::vector<Call> calls_;
  Engine engine_;
  ExplorationInput input_;
};

}  // namespace reweave::inline check
