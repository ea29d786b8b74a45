#include "evaluate/recontest_bench.h"

#include <algorithm>

#include "base/interrupt.h"
#include "evaluate/stats.h"
#include "explore/explorer.h"
#include "techniques/recontest/analysis.h"
#include "techniques/recontest/recording.h"

namespace reweave::inline evaluate {

namespace {

using std::chrono::steady_clock;

double Since(steady_clock::time_point start) { return std::chrono::duration<double>(steady_clock::now() - start).count(); }

bool Fails(const Finding& finding) { return finding.kind != FindingKind::kRace && finding.kind != FindingKind::kAtomicity; }

Result<RunsToBug> Search(ExploreOptions options, const RecontestBenchOptions& bench, TechniqueReport* compared = nullptr,
                         std::string* kind = nullptr) {
  options.schedules = bench.limit;
  options.time = bench.time;
  options.minimise = {};
  options.out_dir = bench.work_dir + "/schedules";
  const auto start = steady_clock::now();
  RW_ASSIGN(const ExploreResult result, Explore(options));
  RunsToBug out;
  out.seconds = Since(start);
  out.runs = result.schedules;
  if (const auto failure = std::ranges::find_if(result.findings, Fails); failure != result.findings.end())
    out.found = true, out.runs = failure->first_schedule;
  for (const Finding& finding : result.findings)
    if (kind != nullptr && (Fails(finding) || kind->empty())) *kind = Name(finding.kind);
  if (compared != nullptr && result.technique) *compared = *result.technique;
  return out;
}

Result<RecontestRow> Measure(const Subject& subject, const RecontestBenchOptions& bench) {
  RecontestRow row;
  row.subject = subject;
  RW_ASSIGN(const BuiltSubject built, BuildSubject(subject, bench.driver, bench.work_dir + "/programs"));
  ExploreOptions options;
  RW_ASSIGN(options.target.program, InspectProgram({built.new_program}));
  options.target.pool_threads = std::max(8u, subject.threads + 2);
  const auto compare = [&](const char* strategy, bool everything, RunsToBug& runs, TechniqueReport& result) -> Result<void> {
    const auto start = steady_clock::now();
    recontest::Options rules;
    rules.everything = everything;
    ExploreOptions own = options;
    own.strategy = strategy;
    RW_ASSIGN(const auto analysis, recontest::CompareWithOld(built.old_program, own.target, own.strategy_options.base, rules));
    row.old_events = analysis->runs.old_run.events;
    row.new_events = analysis->runs.new_run.events;
    own.strategy_options.inputs.Set(analysis);
    RW_ASSIGN(runs, Search(own, bench, &result, everything ? nullptr : &row.found));
    runs.seconds = Since(start);  // recording and comparing included
    return {};
  };
  RW_TRY(compare("recontest", false, row.recontest, row.compared));
  if (bench.alone) return row;
  RW_TRY(compare("recontest:pta", true, row.prediction, row.plain));
  std::vector<double> runs;
  for (int seed = 1; seed <= bench.seeds && !Interrupted(); ++seed) {
    ExploreOptions own = options;
    own.strategy = "random";
    own.detect = false;
    own.strategy_options.seed = static_cast<std::uint64_t>(seed);
    RW_ASSIGN(const RunsToBug random, Search(own, bench));
    row.random.push_back(random);
    runs.push_back(static_cast<double>(random.found ? random.runs : std::max(random.runs, bench.limit)));
  }
  row.random_median = Median(runs);
  RW_ASSIGN(const std::string native, BuildNative(subject, bench.work_dir + "/programs"));
  if (bench.progress) bench.progress(subject.name + ", stress");
  RW_ASSIGN(row.stress, StressOnce(native, bench.stress, native + ".stress"));
  return row;
}

}  // namespace

Result<RecontestBenchResult> RunRecontestBench(const RecontestBenchOptions& options) {
  RecontestBenchResult out;
  out.limit = options.limit;
  RW_ASSIGN(std::vector<Subject> subjects, ReadSubjects(options.subjects));
  for (const std::string& name : options.only)
    if (std::ranges::find(subjects, name, &Subject::name) == subjects.end())
      return Fail(ErrorCategory::kUsage, "no such subject", name, "in " + options.subjects);
  for (const Subject& subject : subjects) {
    if (Interrupted()) break;
    if (!options.only.empty() && std::ranges::find(options.only, subject.name) == options.only.end()) continue;
    if (options.progress) options.progress(subject.name);
    RW_ASSIGN(RecontestRow row, Measure(subject, options));
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace reweave::inline evaluate
