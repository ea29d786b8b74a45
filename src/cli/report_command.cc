#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "report/check_json.h"
#include "report/check_merge.h"
#include "report/check_verdict.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  std::vector<std::string> results;
  std::string fail_on = "new", incomplete = "fail", format = "text";
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
  const bool divided = std::ranges::any_of(parts, [](const CheckResult& part) { return part.shard.of != 0; });
  RW_ASSIGN(const CheckResult result, MergeChecks(std::move(parts)));
  RW_TRY(WriteReports(flags.reports, result, {.fail_on_old = flags.fail_on == "any"}));
  if (!flags.reports.TakesStdout()) PrintCheck(result, flags.format);
  // No part alone could say what the whole check results in.
  if (!divided) return kExitOk;
  const CheckVerdict verdict = VerdictOf(result, flags.fail_on == "any");
  if (verdict == CheckVerdict::kFindings) return kExitFindings;
  return verdict == CheckVerdict::kIncomplete && flags.incomplete == "fail" ? kExitIncomplete : kExitOk;
}

}  // namespace

void AddReportCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("report", "render results of check again in other formats, and merge several");
  command->add_option("RESULT", flags->results, "file that check --json wrote")->required();
  command->add_option("--fail-on", flags->fail_on, "of parts (check --shard): which findings make the status 1")
      ->check(CLI::IsMember({"new", "any"}))
      ->capture_default_str();
  command
      ->add_option(
          "--incomplete", flags->incomplete,
          "of parts: what an incomplete check is, a failure (status 6) or a pass. It is incomplete if a part is missing, "
          "too, or does not belong to the others")
      ->check(CLI::IsMember({"fail", "pass"}))
      ->capture_default_str();
  AddFormatFlag(*command, flags->format);
  AddReportFlags(*command, flags->reports, true);
  command->footer("EXAMPLE\n  reweave report result.json --html report.html\n"
                  "  reweave report part*.json --json all.json --sarif all.sarif");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunReport(*flags); }); }; });
}

}  // namespace reweave::inline cli
