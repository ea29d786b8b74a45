#include "report/check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/escape.h"
#include "report/check_verdict.h"
#include "report/check_view.h"

namespace reweave::inline report {

namespace {

constexpr std::size_t kMostNotChecked = 8;  // for one reason

// In full, once for each cause; the other tests that show it are named.
std::string FailingText(const std::vector<FindingView>& views, const TerminalStyle& style) {
  std::map<std::string, std::vector<std::string>> tests;
  for (const FindingView& v : views)
    if (v.state == FindingState::kNew || v.state == FindingState::kFound) tests[v.finding->id].push_back(v.test->name);
  std::string out;
  for (const FailingCause& cause : FailingCausesOf(views)) {
    const std::vector<const Finding*>& group = cause.findings;
    const FindingView& v = *cause.view;
    const std::string race = RaceText(*group[0]);
    out += (style.colour ? "\x1b[1;31mFAIL\x1b[0m  " : "FAIL  ") +
           EscapeLine(fmt::format("{}: {}{}{}", v.test->name, StateTitle(v), race.empty() ? "" : "  ", race)) + "\n";
    if (const auto& all = tests[group[0]->id]; all.size() > 1)
      out += EscapeLine(fmt::format("      also in {}", fmt::join(all.begin() + 1, all.end(), ", "))) + "\n";
    out += RenderCause(group, style) + "\n";
  }
  return out;
}

}  // namespace

std::string CheckText(const CheckResult& result, const TerminalStyle& style) {
  const std::vector<FindingView> views = FindingsOf(result);
  std::string out = FailingText(views, style);
  const auto line = [&](const std::string& text) { out += EscapeLine(text) + "\n"; };
  for (const FindingView& v : views) {
    const std::string text = fmt::format("{}: {}", v.test->name, v.finding->message);
    if (v.state == FindingState::kOld) line("old   " + text + " (the base shows it too)");
    if (v.state == FindingState::kAccepted) line("accepted " + text);
    if (v.state == FindingState::kFixed) line("fixed " + text);
  }
  for (const std::string& text : GapTexts(result, kMostNotChecked)) line(text);
  for (const std::string& note : result.notes) line("note: " + note);
  const CheckTotals totals = TotalsOf(result);
  const CheckVerdict verdict = VerdictOf(result);
  const std::string gaps = GapSummary(result);
  line(fmt::format("{}{} against {}: {} of {} test{} explored, {} schedule{}, {}, {} old{}{}, {:.1f} s{}",
                   result.interrupted                     ? "interrupted: "
                   : verdict == CheckVerdict::kIncomplete ? "incomplete: "
                                                          : "",
                   result.head.label, result.base.label, totals.explored, totals.tests, Plural(totals.tests), totals.schedules,
                   Plural(totals.schedules), FailingText(totals, true), totals.old,
                   totals.accepted > 0 ? fmt::format(", {} accepted", totals.accepted) : "",
                   totals.fixed > 0 ? fmt::format(", {} fixed", totals.fixed) : "", result.seconds,
                   gaps.empty() ? "" : "; " + gaps));
  return out;
}

}  // namespace reweave::inline report
