#include "check/engine.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/file.h"
#include "detect/findings.h"
#include "detect/races.h"
#include "explore/collect/grouping.h"
#include "explore/replay.h"
#include "findings/interleaving.h"
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

// What one run shows: its failure and its races.
std::vector<std::pair<Finding, std::optional<RaceExpectation>>> FindingsOf(const Trace& trace, const SiteNames& names) {
  std::vector<std::pair<Finding, std::optional<RaceExpectation>>> out;
  if (trace.failed()) out.emplace_back(FindingFromTrace(trace, names), std::nullopt);
  detect::RaceDetector detector;
  detector.Analyse(trace);
  if (detector.pairs().empty()) return out;
  const detect::RaceDescriber describer(trace, names);
  for (const detect::RacePair& pair : detector.pairs())
    if (!pair.potential)
      out.emplace_back(describer.Describe(pair), RaceExpectation{detect::NameOf(trace.events[pair.first.event]),
                                                                 detect::NameOf(trace.events[pair.second.event])});
  return out;
}

Result<std::vector<Finding>> Follow(TargetOptions options, const std::string& schedule_file, const std::string& out_dir) {
  RW_ASSIGN(Schedule schedule, ReadSchedule(schedule_file));
  const std::string marks = options.call_marks;
  ApplySchedule(schedule, options);
  if (options.gather != 0 && !marks.empty()) options.call_marks = marks;  // the numbers of calls are those of another program
  RW_ASSIGN(const auto target, Target::Create(options));
  SiteNames names;
  auto outcome = Replay(*target, schedule, names, options.program.build_key == schedule.build_key);
  std::vector<Finding> out;
  if (!outcome) return out;
  names.Use(outcome->trace);
  auto shown = FindingsOf(outcome->trace, names);
  if (shown.empty()) return out;
  // A long run can show hundreds of races: what they have in common is made once.
  Schedule kept = ScheduleFromTrace(outcome->trace, schedule.plan, names);
  kept.command = options.program.command, kept.build_key = options.program.build_key;
  kept.tool_version = schedule.tool_version, kept.strategy = "corpus";
  DescribeTarget(target->options(), kept);
  RW_ASSIGN(const std::string directory, PrepareOutDir(out_dir));
  ScheduleEncoder encoder(kept);
  const Interleaving interleaving = InterleavingOf(outcome->trace, names);
  for (auto& [finding, race] : shown) {
    finding.occurrences = 1, finding.confirmed = true;
    finding.interleaving = interleaving;
    finding.schedule_file = fmt::format("{}/corpus-{}-{}.rws", directory, Name(finding.kind), finding.id);
    RW_TRY(WriteFile(finding.schedule_file, encoder.Encode(race), "cannot write schedule"));
    out.push_back(std::move(finding));
  }
  return out;
}

}  // namespace

Engine RealEngine() {
  return {.now = [] { return Engine::Clock::now(); },
          .target = TargetOf,
          .explore = [](const ExploreOptions& options) { return Explore(options); },
          .record = [](const TargetOptions& options, const Plan& base) { return recontest::RecordRun(options, base); },
          .replay = ShowsAgain,
          .follow = Follow,
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
