#include "report/check_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"

namespace reweave {

std::string CheckText(const CheckResult& result, const TerminalStyle& style) {
  std::string out;
  for (const CheckedTest& test : result.tests)
    for (const CheckedFinding& f : test.findings) {
      if (!f.is_new) continue;
      out +=
          EscapeLine(fmt::format("FAIL  {}: new {}", test.name, f.finding.kind)) + "\n" + RenderFinding(f.finding, style) + "\n";
    }
  for (const CheckedTest& test : result.tests) {
    for (const CheckedFinding& f : test.findings)
      if (!f.is_new) out += EscapeLine(fmt::format("old   {}: {} (the base shows it too)", test.name, f.finding.message)) + "\n";
    for (const Finding& f : test.fixed) out += EscapeLine(fmt::format("fixed {}: {}", test.name, f.message)) + "\n";
    if (test.state == TestState::kUnsupported || test.state == TestState::kNoTime || test.state == TestState::kNotBuilt)
      out += EscapeLine(
                 fmt::format("not checked: {} ({}{}{})", test.name, Text(test.state), test.note.empty() ? "" : ": ", test.note)) +
             "\n";
  }
  const auto explored = std::ranges::count(result.tests, TestState::kExplored, &CheckedTest::state);
  std::uint64_t schedules = 0;
  for (const CheckedTest& test : result.tests) schedules += test.schedules;
  out += fmt::format("{} against {}: {} of {} tests explored, {} schedules, {} new findings, {} old, {:.1f} s\n",
                     result.head.label, result.base.label, explored, result.tests.size(), schedules, result.CountFindings(true),
                     result.CountFindings(false) - result.CountFindings(true), result.seconds);
  return out;
}

}  // namespace reweave
