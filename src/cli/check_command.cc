#include <CLI/CLI.hpp>
#include <memory>
#include <thread>

#include "base/duration.h"
#include "check/check.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "evaluate/subjects.h"
#include "explore/interrupt.h"
#include "report/check_text.h"

namespace reweave {

namespace {

struct Flags {
  std::string base, head = ".", budget = "5m", fail_on = "new";
  ReportFlags reports;
  std::vector<std::string> tests;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t seed = 1;
  bool quiet = false;
};

Result<int> RunCheckCommand(const Flags& flags) {
  RW_TRY(CheckReportFlags(flags.reports));
  CheckOptions options;
  options.base = flags.base;
  options.head = flags.head;
  options.only = flags.tests;
  options.jobs = flags.jobs;
  options.seed = flags.seed;
  RW_ASSIGN(options.budget, ParseDuration(flags.budget));
  RW_ASSIGN(const std::string driver, FindDriver());
  options.drivers = driver.substr(0, driver.rfind('/'));
  if (!flags.quiet) options.say = [](const std::string& text) { StatusLine(""), Message(text); };
  options.status = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const CheckResult result, RunCheck(options));
  StatusLine("");
  RW_TRY(WriteReports(flags.reports, result, {.fail_on_old = flags.fail_on == "any"}));
  if (!flags.reports.TakesStdout()) Print(CheckText(result, {.colour = StdoutIsTerminal(), .width = TerminalWidth()}));
  if (result.CountFindings(flags.fail_on == "new") > 0) return kExitFindings;
  return result.interrupted ? kExitInterrupted : kExitOk;
}

}  // namespace

void AddCheckCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand(
      "check", "did a change break the program's concurrency? In a git checkout of a CMake project with CTest");
  command->add_option("--base", flags->base, "revision to compare with; the merge base with the upstream branch if not given");
  command->add_option("--head", flags->head, "revision to check; . is the working tree with its uncommitted edits")
      ->capture_default_str();
  command->add_option("--budget", flags->budget, "time for exploring; building comes on top")->capture_default_str();
  command->add_option("--test", flags->tests, "only these tests, by name");
  command->add_option("--fail-on", flags->fail_on, "which findings make the status 1: new ones, or any")
      ->check(CLI::IsMember({"new", "any"}))
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "of all random choices")->capture_default_str();
  command->add_option("-j,--jobs", flags->jobs, "for building")->check(CLI::Range(1, 256))->capture_default_str();
  command->add_flag("-q,--quiet", flags->quiet, "findings and the last line only");
  AddReportFlags(*command, flags->reports, true);
  command->footer("EXAMPLE\n  reweave check --base origin/main --budget 2m");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunCheckCommand(*flags); }); }; });
}

}  // namespace reweave
