#include "evaluate/recontest_bench.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "evaluate/stats.h"
#include "explore/explorer.h"
#include "explore/interrupt.h"
#include "explore/recording.h"
#include "recontest/analysis.h"

namespace reweave {

namespace {

using std::chrono::steady_clock;
constexpr auto kHang = std::chrono::seconds(2);  // a native run that takes longer does not end

double Since(steady_clock::time_point start) { return std::chrono::duration<double>(steady_clock::now() - start).count(); }

bool Fails(const Finding& finding) { return finding.kind != "race" && finding.kind != "atomicity"; }

Result<RunsToBug> Search(ExploreOptions options, const RecontestBenchOptions& bench, RecontestResult* compared = nullptr) {
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
  if (compared != nullptr && result.recontest) *compared = *result.recontest;
  return out;
}

// One native run with real threads. True: it failed.
bool RunNatively(const std::string& program) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 0), dup2(nothing, 1), dup2(nothing, 2);
    execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  const auto start = steady_clock::now();
  for (int status = 0, polls = 0;; ++polls) {
    if (waitpid(child, &status, WNOHANG) == child) return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    if (steady_clock::now() - start > kHang) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return true;
    }
    usleep(polls < 100 ? 50 : 2000);
  }
}

RunsToBug Stress(const std::string& program, const RecontestBenchOptions& bench) {
  RunsToBug out;
  const auto start = steady_clock::now();
  while (!out.found && out.runs < bench.limit && steady_clock::now() - start < bench.time && !Interrupted()) {
    ++out.runs;
    out.found = RunNatively(program);
  }
  out.seconds = Since(start);
  return out;
}

Result<RecontestRow> Measure(const Subject& subject, const RecontestBenchOptions& bench) {
  RecontestRow row;
  row.subject = subject;
  RW_ASSIGN(const BuiltSubject built, BuildSubject(subject, bench.driver, bench.work_dir + "/programs"));
  ExploreOptions options;
  RW_ASSIGN(options.target.program, InspectProgram({built.new_program}));
  options.target.pool_threads = std::max(8u, subject.threads + 2);
  const auto compare = [&](const char* strategy, bool everything, RunsToBug& runs, RecontestResult& result) -> Result<void> {
    const auto start = steady_clock::now();
    recontest::Options rules;
    rules.everything = everything;
    ExploreOptions own = options;
    own.strategy = strategy;
    RW_ASSIGN(own.strategy_options.recontest, CompareWithOld(built.old_program, own.target, own.strategy_options.base, rules));
    row.old_events = own.strategy_options.recontest->runs.old_run.events;
    row.new_events = own.strategy_options.recontest->runs.new_run.events;
    RW_ASSIGN(runs, Search(own, bench, &result));
    runs.seconds = Since(start);  // recording and comparing included
    return {};
  };
  RW_TRY(compare("recontest", false, row.recontest, row.compared));
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
  row.stress = Stress(built.new_program, bench);
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

}  // namespace reweave
