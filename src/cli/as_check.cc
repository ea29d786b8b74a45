#include "cli/as_check.h"

#include <fmt/format.h>

#include <filesystem>

namespace reweave::inline cli {

CheckResult AsCheck(const ExploreResult& result, const std::vector<ProgressPoint>& curve) {
  CheckResult out;
  std::error_code ignored;
  for (std::filesystem::path at = std::filesystem::current_path(ignored); out.top.empty(); at = at.parent_path()) {
    if (std::filesystem::exists(at / ".git", ignored)) out.top = at.string();
    if (at == at.parent_path()) break;
  }
  if (out.top.empty()) out.top = std::filesystem::current_path(ignored).string();
  out.head.source = out.top;
  out.head.label = fmt::format("{}", fmt::join(result.program, " "));
  out.seconds = result.seconds;
  out.interrupted = result.stopped_by == StoppedBy::kInterrupted;
  CheckedTest test;
  test.program = result.program.empty() ? "" : result.program[0];
  test.name = test.program.substr(test.program.find_last_of('/') + 1);
  test.state = result.unsupported.empty() ? TestState::kExplored : TestState::kUnsupported;
  for (const std::string& text : result.unsupported) test.note += (test.note.empty() ? "" : "; ") + text;
  test.schedules = result.schedules;
  test.seconds = result.seconds;
  test.exhausted = result.exhausted;
  test.phases = {{result.strategy, result.schedules, result.seconds, StoppedByName(result.stopped_by)}};
  test.curve = curve;
  if (result.technique) test.techniques.push_back(*result.technique);
  test.curve.push_back({result.seconds, result.schedules, result.coverage.patterns, result.findings.size()});
  for (const Finding& finding : result.findings)
    test.findings.push_back({.finding = finding, .is_new = true, .accepted = false, .phase = result.strategy});
  out.tests.push_back(std::move(test));
  if (!result.predicted.empty())
    out.notes.push_back(fmt::format("{} predictions that no schedule confirmed", result.predicted.size()));
  for (const Finding& warning : result.warnings) out.notes.push_back("warning: " + warning.message);
  return out;
}

}  // namespace reweave::inline cli
