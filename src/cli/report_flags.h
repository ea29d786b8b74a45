// The files that check and explore write beside what they print: --json, --junit, --sarif, --markdown, --html.
#pragma once

#include <string>

#include "base/result.h"
#include "findings/check_result.h"
#include "report/terminal.h"

namespace CLI {
class App;
}

namespace reweave::inline cli {

struct ReportFlags {
  std::string json, junit, sarif, markdown, html;
  std::string sarif_results = "all";

  // One of them goes to stdout: nothing else may.
  bool TakesStdout() const;
};

// --format text|gcc: what is printed to stdout.
void AddFormatFlag(CLI::App& command, std::string& format);
// For text on stdout, seen from the current directory.
TerminalStyle StyleHere();
// Prints a check in this format: text for people, or lines for editors.
void PrintCheck(const CheckResult& result, const std::string& format);
// `with_json`: also --json; explore has its own.
void AddReportFlags(CLI::App& command, ReportFlags& flags, bool with_json);
// Before the work starts: every file can be written, no two are the same, at most one goes to stdout.
Result<void> CheckReportFlags(const ReportFlags& flags, const std::string& explore_json = {});
struct ReportSettings {
  bool fail_on_old = false;
};
// Every file that was asked for; --json only if it was added here.
Result<void> WriteReports(const ReportFlags& flags, const CheckResult& result, const ReportSettings& settings = {});

}  // namespace reweave::inline cli
