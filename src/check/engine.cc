#include "check/engine.h"

#include <cstdlib>

#include "explore/replay.h"
#include "suite/native_run.h"
#include "techniques/recontest/recording.h"

namespace reweave::inline check {

namespace {

Result<bool> ShowsAgain(TargetOptions options, const std::string& schedule_file) {
  RW_ASSIGN(Schedule schedule, ReadSchedule(schedule_file));
  options.fallback = false;
  ApplySchedule(schedule, options);
  RW_ASSIGN(const auto target, Target::Create(options));
  SiteNames names;
  RW_ASSIGN(const ReplayOutcome outcome, Replay(*target, schedule, names, true));
  return outcome.Shows(schedule);
}

}  // namespace

Engine RealEngine() {
  return {.now = [] { return Engine::Clock::now(); },
          .target = TargetOf,
          .explore = [](const ExploreOptions& options) { return Explore(options); },
          .record = [](const TargetOptions& options, const Plan& base) { return recontest::RecordRun(options, base); },
          .replay = ShowsAgain,
          .measure = MeasureRun};
}

Result<TargetOptions> TargetOf(const TestSpec& test) {
  TargetOptions options;
  RW_ASSIGN(options.program, InspectProgram(test.command));
  options.program.directory = test.directory;
  for (const std::string& entry : TestEnvironment(test, {})) {
    const auto equals = entry.find('=');
    const std::string name = entry.substr(0, equals), value = entry.substr(equals + 1);
    const char* ours = std::getenv(name.c_str());
    if (ours == nullptr || value != ours) options.program.environment.emplace_back(name, value);
  }
  return options;
}

}  // namespace reweave::inline check
