#include "cli/report_flags.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "base/file.h"
#include "cli/output.h"
#include "report/check_json.h"
#include "report/check_text.h"
#include "report/gcc_lines.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"

namespace reweave::inline cli {

namespace {

using Named = std::vector<std::pair<const char*, const std::string*>>;

Named Files(const ReportFlags& flags) {
  return {{"--json", &flags.json},
          {"--junit", &flags.junit},
          {"--sarif", &flags.sarif},
          {"--markdown", &flags.markdown},
          {"--html", &flags.html}};
}

template <typename Render>
Result<void> WriteOne(const std::string& path, const char* what, Render&& render) {
  if (path.empty()) return {};
  if (path == "-") {
    Print(render());
    return {};
  }
  return WriteFile(path, render(), what);
}

}  // namespace

bool ReportFlags::TakesStdout() const {
  for (const auto& [name, path] : Files(*this))
    if (*path == "-") return true;
  return false;
}

void AddFormatFlag(CLI::App& command, std::string& format) {
  command
      .add_option("--format", format,
                  "what is printed: text for people, or gcc for editors (FILE:LINE:COLUMN: error: ..., one finding per line)")
      ->check(CLI::IsMember({"text", "gcc"}))
      ->capture_default_str();
}

TerminalStyle StyleHere() {
  std::error_code error;
  return {.colour = UsesColour(), .width = TerminalWidth(), .directory = std::filesystem::current_path(error).string()};
}

void PrintCheck(const CheckResult& result, const std::string& format) {
  Print(format == "gcc" ? CheckGccLines(result) : CheckText(result, StyleHere()));
}

void AddReportFlags(CLI::App& command, ReportFlags& flags, bool with_json) {
  if (with_json) command.add_option("--json", flags.json, "write the result as JSON to this file, - for stdout");
  command.add_option("--junit", flags.junit, "write JUnit XML to this file, - for stdout");
  command.add_option("--sarif", flags.sarif, "write SARIF 2.1.0 for code scanning to this file, - for stdout");
  command
      .add_option("--sarif-results", flags.sarif_results,
                  "findings in SARIF: all, or only open ones, without accepted and fixed ones, which GitHub would show as open")
      ->check(CLI::IsMember({"all", "open"}))
      ->capture_default_str();
  command.add_option("--markdown", flags.markdown, "write a summary for a pull request to this file, - for stdout");
  command.add_option("--html", flags.html, "write a report page to this file; it needs no network");
}

Result<void> CheckReportFlags(const ReportFlags& flags, const std::string& explore_json) {
  Named files = Files(flags);
  if (!explore_json.empty()) files.emplace_back("--json", &explore_json);
  std::map<std::string, const char*> seen;
  for (const auto& [name, path] : files) {
    if (path->empty()) continue;
    if (const auto [entry, fresh] = seen.try_emplace(*path, name); !fresh)
      return Fail(ErrorCategory::kUsage, std::string(entry->second) + " and " + name + " name the same file", *path);
    if (*path == "-" && std::string(name) == "--html")
      return Fail(ErrorCategory::kUsage, "--html needs a file", *path, "the report is a page, not text for a terminal");
    if (*path != "-") RW_TRY(CheckWritable(*path, std::string("cannot write the file of ") + name));
  }
  return {};
}

Result<void> WriteReports(const ReportFlags& flags, const CheckResult& result, const ReportSettings& settings) {
  RW_TRY(WriteOne(flags.json, "cannot write JSON", [&] { return CheckJson(result, REWEAVE_VERSION); }));
  RW_TRY(
      WriteOne(flags.junit, "cannot write JUnit XML", [&] { return CheckJunit(result, {.fail_on_old = settings.fail_on_old}); }));
  RW_TRY(WriteOne(flags.sarif, "cannot write SARIF", [&] {
    return CheckSarif(
        result, {.version = REWEAVE_VERSION, .information_uri = REWEAVE_HOMEPAGE, .open_only = flags.sarif_results == "open"});
  }));
  RW_TRY(WriteOne(flags.markdown, "cannot write Markdown", [&] { return CheckMarkdown(result); }));
  RW_TRY(WriteOne(flags.html, "cannot write the report",
                  [&] { return CheckHtml(result, CollectSources(result), {.version = REWEAVE_VERSION}); }));
  return {};
}

}  // namespace reweave::inline cli
