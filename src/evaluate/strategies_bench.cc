#include "evaluate/strategies_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "base/file.h"
#include "base/interrupt.h"
#include "evaluate/cpu_time.h"
#include "evaluate/paths_bench.h"
#include "evaluate/subjects.h"
#include "evaluate/suite_generator.h"
#include "explore/explorer.h"
#include "techniques/capp/capp_labels.h"
#include "techniques/capp/icps.h"
#include "techniques/paths/paths_strategy.h"
#include "techniques/pcr/impact.h"
#include "techniques/recontest/analysis.h"
#include "techniques/recontest/recording.h"
#include "techniques/recontest/seen_before.h"

namespace reweave::inline evaluate {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kMostTried = 60;  // tests of a suite, to find some that the change affects

// A program, its arguments, and what it was before, if there is that.
struct Case {
  std::string group, name, program, before;
  std::vector<std::string> arguments = {};
};

bool Fails(const Finding& finding) { return finding.kind != FindingKind::kRace && finding.kind != FindingKind::kAtomicity; }

std::uint64_t FirstOf(const ExploreResult& result, bool failure) {
  std::uint64_t first = 0;
  for (const Finding& finding : result.findings)
    if (!failure || Fails(finding)) first = first == 0 ? finding.first_schedule : std::min(first, finding.first_schedule);
  return first;
}

// All strategies on one program.
class Measurement {
 public:
  Measurement(const Case& subject, const StrategiesBenchOptions& bench) : subject_(subject), bench_(bench) {
    row_.group = subject.group, row_.name = subject.name;
  }

  Result<StrategiesRow> Run() {
    std::vector<std::string> command = {subject_.program};
    command.insert(command.end(), subject_.arguments.begin(), subject_.arguments.end());
    RW_ASSIGN(program_, InspectProgram(command));
    if (!subject_.before.empty()) RW_TRY(Compare());
    // A first search that is not measured: whoever comes first would pay for files that nobody had read yet.
    StrategyMeasure start;
    for (int again = 0; again < 2; ++again) RW_TRY(Search({"none", "none", false}, 1, start));
    row_.start_ms = start.cpu_ms;
    for (const ComparedStrategy& strategy : ComparedStrategies()) {
      auto& measures = row_.strategies.emplace_back();
      if (strategy.against && !Usable(strategy)) continue;
      if (bench_.progress) bench_.progress(fmt::format("{}/{}, {}", row_.group, row_.name, strategy.name));
      for (int seed = 1; seed <= bench_.seeds && !Interrupted(); ++seed)
        RW_TRY(Search(strategy, static_cast<std::uint64_t>(seed), measures.emplace_back()));
    }
    return std::move(row_);
  }

 private:
  bool Usable(const ComparedStrategy& strategy) const {
    return std::string_view(strategy.strategy) == "capp:auto" ? labels_ && !labels_->empty() : row_.compares;
  }

  // As check does it: one recorded run of each version, and the points of the change.
  Result<void> Compare() {
    const double start = CpuMs();
    ExploreOptions options;
    options.target.program = program_;
    const auto analysis = recontest::CompareWithOld(subject_.before, options.target, options.strategy_options.base, {});
    row_.compares = analysis.has_value();  // a version that fails at once has nothing to compare
    if (analysis) analysis_ = *analysis;
    row_.compare_ms = CpuMs() - start;
    RW_ASSIGN(const auto change, ProgramChange::Of(subject_.before, subject_.program));
    const IcpSet& points = ImpactedPoints(*change);
    labels_ = std::make_shared<const CappLabels>(change->new_facts(), points);
    if (!analysis) return {};
    if (auto seen = recontest::RunOldVersion(analysis_, subject_.before, options.target, options.strategy_options.base))
      seen_ = std::move(*seen);
    auto settings = std::make_shared<paths::Settings>();
    settings->compares = true;
    settings->impacted = recontest::ImpactedSites(*analysis_);
    for (const Icp& point : points.points)
      if (!point.is_field() && point.step == 0) settings->changed.emplace(point.file, point.line);
    paths_ = settings;
    return {};
  }

  Result<void> Search(const ComparedStrategy& strategy, std::uint64_t seed, StrategyMeasure& out) {
    ExploreOptions options;
    options.target.program = program_;
    const std::string_view name = strategy.strategy;
    options.strategy = name;
    options.strategy_options.seed = seed;
    // As the commands do it: techniques speak of shared accesses.
    const bool plain = name == "auto" || name == "random" || name == "dpor";
    options.strategy_options.base.granularity = plain ? abi::Granularity::kRacing : abi::Granularity::kShared;
    if (strategy.against) {
      if (name == "recontest") options.strategy_options.inputs.Set(analysis_);
      if (name == "pcr") {
        auto impact = std::make_shared<pcr::Impact>();
        impact->is_impacted = [sites = recontest::ImpactedSites(*analysis_)](const abi::Event& e) {
          return sites.contains(e.site);
        };
        if (seen_ != nullptr)
          impact->seen_before = [seen = seen_](std::uint8_t pattern, std::span<const std::uint32_t> sites) {
            return seen->Had(pattern, sites);
          };
        options.strategy_options.inputs.Set(std::shared_ptr<const pcr::Impact>(std::move(impact)));
      }
      if (name == "paths") options.strategy_options.inputs.Set(paths_);
      if (name == "capp:auto") {
        options.strategy_options.inputs.Set(labels_);
        options.target.call_marks = labels_->Marks(MatchMode::kLineOnStack);
      }
    }
    options.schedules = bench_.limit, options.time = bench_.time;
    options.minimise = {};
    options.out_dir = bench_.work_dir + "/schedules";
    const double cpu = CpuMs();
    RW_ASSIGN(const ExploreResult result, Explore(options));
    out = {.schedules = result.schedules,
           .finding = FirstOf(result, false),
           .failure = FirstOf(result, true),
           .ended = result.stopped_by == StoppedBy::kExhausted || result.stopped_by == StoppedBy::kIncomplete,
           .cpu_ms = CpuMs() - cpu};
    return {};
  }

  const Case& subject_;
  const StrategiesBenchOptions& bench_;
  StrategiesRow row_;
  Program program_;
  std::shared_ptr<const recontest::Analysis> analysis_;
  std::shared_ptr<const recontest::SeenBefore> seen_;
  std::shared_ptr<const CappLabels> labels_;
  std::shared_ptr<const paths::Settings> paths_;
};

// The change affects an access of the test's run.
bool Affected(const Case& test) {
  std::vector<std::string> command = {test.program};
  command.insert(command.end(), test.arguments.begin(), test.arguments.end());
  ExploreOptions options;
  auto program = InspectProgram(command);
  if (!program) return false;
  options.target.program = std::move(*program);
  const auto analysis = recontest::CompareWithOld(test.before, options.target, options.strategy_options.base, {});
  return analysis && !recontest::ImpactedSites(**analysis).empty();
}

// The first tests of a suite that the change affects, each a program with its arguments.
Result<std::vector<Case>> TestsOf(const Case& subject, const std::string& suite, std::uint32_t count) {
  RW_ASSIGN(const SuiteDescription description, ReadSuiteDescription(suite));
  std::vector<Case> out;
  std::istringstream lines(GenerateSuite(description, kMostTried));
  for (std::string line; out.size() < count && std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("#") || colon == std::string::npos) continue;
    Case test = subject;
    test.name += " " + line.substr(0, colon);
    std::istringstream words(line.substr(colon + 2));
    for (std::string word; words >> word;) test.arguments.push_back(word);
    if (Affected(test)) out.push_back(std::move(test));
  }
  return out;
}

Result<std::vector<Case>> CasesOf(const Subject& subject, const std::string& group, const StrategiesBenchOptions& options) {
  RW_ASSIGN(const BuiltSubject built, BuildSubject(subject, options.driver, options.work_dir + "/" + group));
  const Case one{.group = group, .name = subject.name, .program = built.new_program, .before = built.old_program};
  std::error_code ignored;
  const std::string suite = subject.folder + "/suite.toml";
  if (fs::exists(suite, ignored)) return TestsOf(one, suite, options.tests);
  return std::vector<Case>{one};
}

Result<void> MeasureCase(const Case& subject, const StrategiesBenchOptions& options, std::vector<StrategiesRow>& rows) {
  RW_ASSIGN(StrategiesRow row, Measurement(subject, options).Run());
  if (!Interrupted()) rows.push_back(std::move(row));
  return {};
}

}  // namespace

const std::vector<ComparedStrategy>& ComparedStrategies() {
  static const std::vector<ComparedStrategy> kAll = {{"auto", "auto", false},
                                                     {"random", "random", false},
                                                     {"dpor", "dpor", false},
                                                     {"paths", "paths", false},
                                                     {"pcr", "pcr", false},
                                                     {"recontest", "recontest", true},
                                                     {"capp:auto", "capp:auto", true},
                                                     {"paths, change first", "paths", true},
                                                     {"pcr, change first", "pcr", true}};
  return kAll;
}

Result<std::vector<StrategiesRow>> RunStrategiesBench(const StrategiesBenchOptions& options) {
  std::vector<StrategiesRow> rows;
  const auto wanted = [&](const std::string& name) {
    return options.only.empty() || std::ranges::find(options.only, name) != options.only.end();
  };
  for (const std::string& directory : options.subjects) {
    const std::string group = fs::path(directory).filename().string();
    if (group == "paths") {  // programs without an older version
      RW_ASSIGN(const auto programs, BuildPathsPrograms({.subjects = directory,
                                                         .driver = options.driver,
                                                         .work_dir = options.work_dir + "/paths",
                                                         .only = options.only,
                                                         .progress = options.progress}));
      for (const auto& [name, program] : programs) {
        if (Interrupted()) return rows;
        RW_TRY(MeasureCase({.group = group, .name = name, .program = program, .before = {}}, options, rows));
      }
      continue;
    }
    RW_ASSIGN(const std::vector<Subject> subjects, ReadSubjects(directory));
    for (const Subject& subject : subjects) {
      if (Interrupted()) return rows;
      if (!wanted(subject.name)) continue;
      if (options.progress) options.progress(fmt::format("building {}/{}", group, subject.name));
      RW_ASSIGN(const std::vector<Case> cases, CasesOf(subject, group, options));
      for (const Case& one : cases) {
        if (Interrupted()) return rows;
        RW_TRY(MeasureCase(one, options, rows));
      }
    }
  }
  return rows;
}

SequenceCost CostOf(const StrategiesRow& row, const std::vector<SequencePhase>& phases, std::size_t seed, bool failure) {
  SequenceCost out;
  for (const SequencePhase& phase : phases) {
    const auto& measures = row.strategies[phase.strategy];
    if (seed >= measures.size()) continue;
    const StrategyMeasure& m = measures[seed];
    const std::uint64_t goal = failure ? m.failure : m.finding;
    const std::uint64_t ran = std::min(m.schedules, phase.most);
    // A search costs its start, and then the same for each schedule.
    const double start = std::min(row.start_ms, m.cpu_ms);
    const auto cost = [&](std::uint64_t schedules) {
      if (schedules >= m.schedules) return m.cpu_ms;
      return start + (m.cpu_ms - start) * static_cast<double>(schedules) / static_cast<double>(m.schedules);
    };
    if (goal != 0 && goal <= phase.most) {
      out.found = true, out.schedules += goal, out.cpu_ms += cost(goal);
      return out;
    }
    out.schedules += ran, out.cpu_ms += cost(ran);
  }
  return out;
}

}  // namespace reweave::inline evaluate
