#include <CLI/CLI.hpp>
#include <memory>

#include "base/file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "report/check_json.h"
#include "report/check_text.h"

namespace reweave {

namespace {

struct Flags {
  std::vector<std::string> results;
  ReportFlags reports;
};

Result<int> RunReport(const Flags& flags) {
  RW_TRY(CheckReportFlags(flags.reports));
  std::vector<CheckResult> parts;
  for (const std::string& path : flags.results) {
    RW_ASSIGN(const std::string text, ReadFile(path, "cannot read a result"));
    RW_ASSIGN(CheckResult part, ReadCheckJson(text, path));
    parts.push_back(std::move(part));
  }
  RW_ASSIGN(const CheckResult result, MergeChecks(std::move(parts)));
  RW_TRY(WriteReports(flags.reports, result));
  if (!flags.reports.TakesStdout()) Print(CheckText(result, {.colour = UsesColour(), .width = TerminalWidth()}));
  return kExitOk;
}

}  // namespace

void AddReportCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("report", "render results of check again in other formats, and merge several");
  command->add_option("RESULT", flags->results, "file that check --json wrote")->required();
  AddReportFlags(*command, flags->reports, true);
  command->footer("EXAMPLE\n  reweave report result.json --html report.html\n"
                  "  reweave report shard-*.json --json all.json --sarif all.sarif");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunReport(*flags); }); }; });
}

}  // namespace reweave
