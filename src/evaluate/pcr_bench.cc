#include "evaluate/pcr_bench.h"

#include <algorithm>

#include "base/interrupt.h"
#include "evaluate/cpu_time.h"
#include "explore/explorer.h"

namespace reweave::inline evaluate {

namespace {

using std::chrono::steady_clock;

bool Fails(const Finding& finding) { return finding.kind != FindingKind::kRace && finding.kind != FindingKind::kAtomicity; }

double NumberOf(const ExploreResult& result, std::string_view name) {
  if (!result.technique) return 0;
  for (const auto& [key, value] : result.technique->values) {
    if (key != name) continue;
    if (const auto* number = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*number);
    if (const auto* number = std::get_if<double>(&value)) return *number;
  }
  return 0;
}

Result<void> Search(ExploreOptions options, const PcrBenchOptions& bench, PcrMeasure& out) {
  for (int seed = 1; seed <= bench.seeds && !Interrupted(); ++seed) {
    options.strategy_options.seed = static_cast<std::uint64_t>(seed);
    options.schedules = bench.limit, options.time = bench.time;
    options.minimise = {};
    options.detect = false;
    options.out_dir = bench.work_dir + "/schedules";
    const auto start = steady_clock::now();
    const double cpu = CpuMs();
    RW_ASSIGN(const ExploreResult result, Explore(options));
    const double ms = std::chrono::duration<double, std::milli>(steady_clock::now() - start).count();
    const auto failure = std::ranges::find_if(result.findings, Fails);
    const bool found = failure != result.findings.end();
    out.found += found;
    out.schedules.push_back(static_cast<double>(found ? failure->first_schedule : std::max(result.schedules, bench.limit)));
    out.calls.push_back(NumberOf(result, "solved"));
    out.solver_ms.push_back(NumberOf(result, "solver_ms"));
    out.milliseconds.push_back(ms);
    out.cpu_ms.push_back(CpuMs() - cpu);
  }
  return {};
}

Result<void> Coverage(ExploreOptions options, const PcrBenchOptions& bench, PcrMeasure& out) {
  options.schedules = bench.coverage_schedules, options.time = bench.time;
  options.minimise = {};
  options.keep_going = true;
  options.out_dir = bench.work_dir + "/schedules";
  RW_ASSIGN(const ExploreResult result, Explore(options));
  out.covered = result.coverage.patterns, out.tc = result.coverage.tc;
  return {};
}

Result<PcrRow> Measure(const Subject& subject, const PcrBenchOptions& bench) {
  PcrRow row;
  row.subject = subject;
  RW_ASSIGN(const BuiltSubject built, BuildSubject(subject, bench.driver, bench.work_dir + "/programs"));
  ExploreOptions options;
  RW_ASSIGN(options.target.program, InspectProgram({built.new_program}));
  options.target.pool_threads = std::max(8u, subject.threads + 2);
  // A first search that is not measured: whoever comes first would pay for files that nobody had read yet.
  PcrMeasure warm_up;
  PcrBenchOptions once = bench;
  once.seeds = 1;
  options.strategy = "random";
  RW_TRY(Search(options, once, warm_up));
  for (const std::string& technique : PcrTechniques()) {
    if (bench.progress) bench.progress(subject.name + ", " + technique);
    PcrMeasure& measure = row.techniques.emplace_back();
    if (technique == "stress") {
      RW_ASSIGN(const std::string native, BuildNative(subject, bench.work_dir + "/programs"));
      RW_ASSIGN(const RunsToBug runs, StressOnce(native, bench.stress, native + ".stress"));
      measure.found = runs.found ? bench.seeds : 0;
      measure.schedules = {static_cast<double>(runs.runs)}, measure.milliseconds = {runs.seconds * 1000};
      continue;
    }
    options.strategy = technique;
    RW_TRY(Search(options, bench, measure));
    RW_TRY(Coverage(options, bench, measure));
  }
  return row;
}

}  // namespace

const std::vector<std::string>& PcrTechniques() {
  static const std::vector<std::string> kNames = {"pcr", "pcr:solver=z3", "mcr", "maptest", "random", "pct", "pos", "stress"};
  return kNames;
}

Result<PcrBenchResult> RunPcrBench(const PcrBenchOptions& options) {
  PcrBenchResult out;
  out.limit = options.limit, out.seeds = options.seeds, out.coverage_schedules = options.coverage_schedules;
  RW_ASSIGN(std::vector<Subject> subjects, ReadSubjects(options.subjects));
  for (const std::string& name : options.only)
    if (std::ranges::find(subjects, name, &Subject::name) == subjects.end())
      return Fail(ErrorCategory::kUsage, "no such subject", name, "in " + options.subjects);
  for (const Subject& subject : subjects) {
    if (Interrupted()) break;
    if (!options.only.empty() && std::ranges::find(options.only, subject.name) == options.only.end()) continue;
    RW_ASSIGN(PcrRow row, Measure(subject, options));
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace reweave::inline evaluate
