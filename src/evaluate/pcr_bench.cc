#include "evaluate/pcr_bench.h"

#include <fmt/format.h>

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

// To the first failure.
Result<void> Search(ExploreOptions options, const PcrBenchOptions& bench, int seed, PcrMeasure& out) {
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
  return {};
}

// Patterns after so many schedules; `together`: what all techniques covered.
Result<void> Coverage(ExploreOptions options, const PcrBenchOptions& bench, detect::PatternCoverage& together, PcrMeasure& out) {
  options.schedules = bench.coverage_schedules, options.time = bench.time;
  options.minimise = {};
  options.keep_going = true;
  options.out_dir = bench.work_dir + "/schedules";
  detect::PatternCoverage covered;
  std::uint64_t runs = 0;
  options.on_schedule = [&](const Plan&, const Trace& trace) {
    covered.Analyse(trace);
    if (const auto& at = PcrMilestones(); std::ranges::find(at, ++runs) != at.end())
      out.covered_after.push_back(covered.patterns());
  };
  options.covered = [&](const detect::PatternCoverage& all) { together.Merge(all); };
  RW_ASSIGN(const ExploreResult result, Explore(options));
  out.covered_after.resize(PcrMilestones().size(), covered.patterns());  // a search that had nothing left covers no more
  out.covered = result.coverage.patterns, out.tc = result.coverage.tc;
  return {};
}

// Failing runs in a given time; a search that has nothing left begins again with the next seed.
Result<void> FailingRuns(ExploreOptions options, const PcrBenchOptions& bench, PcrMeasure& out) {
  const auto end = steady_clock::now() + bench.failing_time;
  options.minimise = {};
  options.detect = false, options.keep_going = true;
  options.out_dir = bench.work_dir + "/schedules";
  options.on_schedule = [&](const Plan&, const Trace& trace) { out.failing += trace.failed(), ++out.failing_runs; };
  for (std::uint64_t seed = 1; steady_clock::now() < end && !Interrupted(); ++seed) {
    options.strategy_options.seed = seed;
    options.time = end - steady_clock::now();
    RW_TRY(Explore(options));
  }
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
  options.strategy = "random";
  RW_TRY(Search(options, bench, 1, warm_up));
  row.techniques.resize(PcrTechniques().size());
  // In turn, so that what else the machine does hits all of them alike. Another one begins with each seed: what a technique
  // leaves in caches and in the allocator must not always fall to the same successor.
  const std::size_t techniques = PcrTechniques().size();
  for (int seed = 1; seed <= bench.seeds && !Interrupted(); ++seed) {
    if (bench.progress) bench.progress(fmt::format("{}, seed {}", subject.name, seed));
    for (std::size_t turn = 0; turn < techniques; ++turn) {
      const std::size_t t = (turn + static_cast<std::size_t>(seed)) % techniques;
      options.strategy = PcrTechniques()[t];
      if (options.strategy != "stress") RW_TRY(Search(options, bench, seed, row.techniques[t]));
    }
  }
  detect::PatternCoverage together;
  for (std::size_t t = 0; t < PcrTechniques().size() && !Interrupted(); ++t) {
    options.strategy = PcrTechniques()[t];
    PcrMeasure& measure = row.techniques[t];
    if (bench.progress) bench.progress(subject.name + ", " + options.strategy);
    if (options.strategy == "stress") {
      RW_ASSIGN(const std::string native, BuildNative(subject, bench.work_dir + "/programs"));
      RW_ASSIGN(const RunsToBug runs, StressOnce(native, bench.stress, native + ".stress"));
      measure.found = runs.found ? bench.seeds : 0;
      measure.schedules = {static_cast<double>(runs.runs)}, measure.milliseconds = {runs.seconds * 1000};
      continue;
    }
    RW_TRY(Coverage(options, bench, together, measure));
    if (bench.failing_time.count() > 0) RW_TRY(FailingRuns(options, bench, measure));
  }
  row.together = together.patterns();
  return row;
}

}  // namespace

const std::vector<std::string>& PcrTechniques() {
  static const std::vector<std::string> kNames = {"pcr", "pcr:solver=z3", "mcr", "maptest", "random", "pct", "pos", "stress"};
  return kNames;
}

const std::vector<std::uint64_t>& PcrMilestones() {
  static const std::vector<std::uint64_t> kRuns = {5, 20, 50, 100, 200};
  return kRuns;
}

Result<PcrBenchResult> RunPcrBench(const PcrBenchOptions& options) {
  PcrBenchResult out;
  out.limit = options.limit, out.seeds = options.seeds, out.coverage_schedules = options.coverage_schedules;
  out.failing_seconds = std::chrono::duration<double>(options.failing_time).count();
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
