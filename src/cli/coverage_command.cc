#include "cli/coverage_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/counted.h"
#include "base/duration.h"
#include "base/interrupt.h"
#include "check/engine.h"
#include "cli/as_check.h"
#include "cli/coverage_report.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "cli/target_flags.h"
#include "explore/explorer.h"
#include "suite/tests.h"
#include "techniques/pcr/listener.h"

namespace reweave::inline cli {

namespace {

using std::chrono::steady_clock;

struct Flags {
  TargetFlags target;
  std::string time = "60s", json, out = ".reweave/results", tests;
  std::uint64_t schedules = 0, seed = 1;
  ReportFlags reports;
  std::size_t show = 20;
  bool run = false;
};

// One search, and what it covered.
struct Searched {
  ExploreResult result;
  Coverage coverage;
  detect::PatternCoverage covered;
  std::shared_ptr<SiteNames> names;
  CheckResult report;
};

Result<Searched> SearchOne(const Flags& flags, TargetOptions target, std::chrono::nanoseconds time, const std::string& name) {
  Searched out;
  ExploreOptions options;
  options.time = time;
  if (flags.schedules != 0) options.schedules = flags.schedules;
  RW_ASSIGN(options.strategy_options.base, MakeBasePlan(flags.target));
  options.strategy_options.seed = flags.seed;
  options.strategy = "pcr";
  options.target = std::move(target);
  options.choose_isolation = IsAutomatic(flags.target);
  options.keep_going = true;
  options.out_dir = flags.out;
  if (flags.json != "-") options.message = [](const std::string& text) { Message(text); };
  std::vector<ProgressPoint> curve = {{}};
  options.status = [&](const ExploreStatus& status) {
    curve.push_back({std::chrono::duration<double>(status.elapsed).count(), status.schedules, status.patterns, status.findings});
    ProgressLine(fmt::format("{}{} schedules, {} patterns", name.empty() ? "" : name + ": ", status.schedules, status.patterns));
  };
  const auto listener = std::make_shared<pcr::Listener>();
  listener->finished = [&](const pcr::Search& search, const Trace& first) {
    out.names = std::make_shared<SiteNames>();
    out.names->Use(first);
    out.coverage = CoverageOf(search, *out.names);
    out.covered = search.covered();
  };
  listener->pictures = !flags.reports.html.empty();
  listener->only_chance = !flags.run;
  listener->chance_first = flags.run;
  options.strategy_options.inputs.Set(listener);
  RW_ASSIGN(out.result, Explore(options));
  out.report = AsCheck(out.result, curve);
  return out;
}

Result<int> CoverOne(const Flags& flags, const CommandLine& line, std::chrono::nanoseconds time) {
  RW_ASSIGN(TargetOptions target, MakeTargetOptions(flags.target, line));
  RW_ASSIGN(const Searched searched, SearchOne(flags, std::move(target), time, ""));
  StatusLine("");
  if (flags.json != "-") {
    Print(CoverageText(searched.coverage, flags.show));
    if (!searched.result.findings.empty())
      Print(fmt::format("{} on the way; for a report: reweave explore --strategy pcr\n",
                        Counted(searched.result.findings.size(), "finding")));
  }
  RW_TRY(WriteJson(flags.json, CoverageJson(searched.coverage, searched.result)));
  RW_TRY(WriteReports(flags.reports, searched.report));
  if (Interrupted()) return kExitInterrupted;
  return searched.result.findings.empty() ? kExitOk : kExitFindings;
}

// The tests of a program, from a file, or of a build directory.
Result<std::vector<TestSpec>> TestsOf(const Flags& flags, const CommandLine& line) {
  if (line.has_program && line.program.size() > 1)
    return Fail(ErrorCategory::kUsage, "with --tests, arguments come from the tests", line.program[1], {},
                "reweave coverage --tests tests.txt -- ./cache_test");
  if (line.has_program) return FindTests({.subject = line.program[0], .tests = flags.tests});
  std::error_code error;
  if (!std::filesystem::exists(flags.tests, error))
    return Fail(ErrorCategory::kUsage, "no such file or directory", flags.tests, {},
                "reweave coverage --tests tests.txt -- ./cache_test, or --tests BUILD_DIRECTORY");
  if (!std::filesystem::is_directory(flags.tests, error))
    return Fail(ErrorCategory::kUsage, "no program whose tests these are", flags.tests, {},
                "reweave coverage --tests tests.txt -- ./cache_test, or --tests BUILD_DIRECTORY");
  return FindTests({.subject = flags.tests, .tests = {}});
}

Result<int> CoverSuite(const Flags& flags, const CommandLine& line, std::chrono::nanoseconds time) {
  RW_ASSIGN(const std::vector<TestSpec> tests, TestsOf(flags, line));
  SuiteCoverage suite;
  CheckResult report;
  const auto start = steady_clock::now();
  for (std::size_t i = 0; i < tests.size() && !Interrupted(); ++i) {
    const TestSpec& test = tests[i];
    CoveredTest row{.name = test.name, .program = test.command.empty() ? "" : test.command[0]};
    if (test.disabled) row.problem = "disabled";
    const auto left = time - (steady_clock::now() - start);
    if (row.problem.empty() && left.count() <= 0) row.problem = "no time left";
    if (!row.problem.empty()) {
      suite.AddProblem(std::move(row));
      continue;
    }
    auto target = TargetOf(test);
    const auto share = left / static_cast<int>(tests.size() - i);
    auto searched = target ? SearchOne(flags, std::move(*target), share, test.name) : std::unexpected(target.error());
    if (!searched) {
      if (searched.error().category() == ErrorCategory::kInternal) return std::unexpected(searched.error());
      row.problem = searched.error().what() + (searched.error().why().empty() ? "" : ": " + searched.error().why());
      suite.AddProblem(std::move(row));
      continue;
    }
    row.build = searched->result.build, row.findings = searched->result.findings.size();
    row.own = std::move(searched->coverage);
    for (CheckedTest& own : searched->report.tests) {
      own.name = test.name;
      report.tests.push_back(std::move(own));
    }
    suite.Add(std::move(row), searched->covered, searched->names);
  }
  const double seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
  report.seconds = seconds;
  StatusLine("");
  if (flags.json != "-") Print(SuiteText(suite, flags.show));
  RW_TRY(WriteJson(flags.json, SuiteJson(suite, flags.seed, seconds)));
  RW_TRY(WriteReports(flags.reports, report));
  if (Interrupted()) return kExitInterrupted;
  if (suite.findings() != 0) return kExitFindings;
  const bool none = std::ranges::all_of(suite.tests(), [](const CoveredTest& test) { return !test.problem.empty(); });
  return none ? kExitTarget : kExitOk;
}

Result<int> RunCoverage(const Flags& flags, const CommandLine& line) {
  RW_TRY(CheckReportFlags(flags.reports, flags.json));
  RW_ASSIGN(const std::chrono::nanoseconds time, ParseDuration(flags.time));
  CatchInterrupts();
  return flags.tests.empty() ? CoverOne(flags, line, time) : CoverSuite(flags, line, time);
}

}  // namespace

void AddCoverageCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      app.add_subcommand("coverage", "show which access patterns of two threads a test covers, and which it does not");
  command->add_flag("--run", flags->run,
                    "also run the schedules that cover what is not covered, and go on from what they show (strategy pcr)");
  command->add_option("--tests", flags->tests,
                      "all tests of a suite: a file with one test per line (name: arguments), or a build directory with CTest");
  command->add_option("--schedules", flags->schedules, "stop after this number of schedules, for each test");
  command->add_option("--time", flags->time, "stop after this time; the tests of a suite share it")->capture_default_str();
  command->add_option("--seed", flags->seed, "seed of all random choices")->capture_default_str();
  command->add_option("--show", flags->show, "number of uncovered patterns that are printed")->capture_default_str();
  command->add_option("--out", flags->out, "directory for schedules of findings")->capture_default_str();
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  command->add_option("--html", flags->reports.html,
                      "write a report to this file: coverage over time, and what is not covered with its source");
  AddLimitFlags(*command, flags->target);
  command->footer("EXAMPLE\n  reweave coverage -- ./cache_test\n  reweave coverage --run --html coverage.html -- ./cache_test\n  "
                  "reweave coverage --tests tests.txt -- ./cache_test\n  reweave coverage --tests build --json coverage.json");
  command->callback([=, &line] { line.run = [=, &line] { return Guarded([&] { return RunCoverage(*flags, line); }); }; });
}

}  // namespace reweave::inline cli
