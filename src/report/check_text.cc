#include "report/check_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/escape.h"
#include "findings/causes.h"
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

// One line for each cause of what does not fail the check: "old   queue_test: data race ... (the base shows it too; 3 more
// findings of this cause, also in pool_test)". Returns how many.
std::size_t ListCauses(const std::vector<FindingView>& views, FindingState state, std::string_view before, std::string_view after,
                       std::string& out) {
  std::vector<const Finding*> findings;
  std::map<const Finding*, const FindingView*> by_finding;
  for (const FindingView& v : views)
    if (v.state == state) findings.push_back(v.finding), by_finding[v.finding] = &v;
  const auto groups = GroupByCause(findings);
  for (const auto& group : groups) {
    const FindingView& first = *by_finding[group[0]];
    std::set<std::string> others;
    for (const Finding* finding : group) others.insert(by_finding[finding]->test->name);
    others.erase(first.test->name);
    std::vector<std::string> more;
    if (!after.empty()) more.emplace_back(after);
    if (group.size() > 1)
      more.push_back(fmt::format("{} more finding{} of this cause", group.size() - 1, Plural(group.size() - 1)));
    if (!others.empty()) more.push_back(fmt::format("also in {}", fmt::join(others, ", ")));
    out += EscapeLine(fmt::format("{}{}: {}{}", before, first.test->name, first.finding->message,
                                  more.empty() ? "" : fmt::format(" ({})", fmt::join(more, "; ")))) +
           "\n";
  }
  return groups.size();
}

// What fails only if a thread is delayed: one line, and how to see it.
void ListTiming(const CheckResult& result, const std::vector<FindingView>& views, std::string& out) {
  for (const FindingView& view : views) {
    if (view.state != FindingState::kTiming) continue;
    out += EscapeLine(fmt::format("timing {}: {} (new; a failure that needs a delay does not fail the check)", view.test->name,
                                  TitledMessage(*view.finding))) +
           "\n";
    if (const std::string replay = ReplayCommand(result, *view.finding); !replay.empty())
      out += "       replay: " + EscapeLine(replay) + "\n";
  }
}

}  // namespace

std::string CheckText(const CheckResult& result, const TerminalStyle& style) {
  const std::vector<FindingView> views = FindingsOf(result);
  std::string out = FailingText(views, style);
  const auto line = [&](const std::string& text) { out += EscapeLine(text) + "\n"; };
  ListTiming(result, views, out);
  const std::size_t old = ListCauses(views, FindingState::kOld, "old   ", "the base shows it too", out);
  const std::size_t accepted = ListCauses(views, FindingState::kAccepted, "accepted ", "", out);
  const std::size_t fixed = ListCauses(views, FindingState::kFixed, "fixed ", "", out);
  for (const std::string& text : GapTexts(result, kMostNotChecked)) line(text);
  for (const CheckedTest& test : result.tests)  // of others, it says why they were not looked at
    if (test.state == TestState::kExplored && !test.note.empty()) line(fmt::format("note: {}: {}", test.name, test.note));
  for (const std::string& note : result.notes) line("note: " + note);
  const CheckTotals totals = TotalsOf(result);
  const CheckVerdict verdict = VerdictOf(result);
  const std::string gaps = GapSummary(result);
  line(fmt::format("{}{}{}: {} of {} test{} explored, {} schedule{}, {}{}{}{}{}, {:.1f} s{}",
                   result.interrupted                     ? "interrupted: "
                   : verdict == CheckVerdict::kIncomplete ? "incomplete: "
                                                          : "",
                   result.head.label, HasBase(result) ? " against " + result.base.label : "", totals.explored, totals.tests,
                   Plural(totals.tests), totals.schedules, Plural(totals.schedules), FailingText(totals, HasBase(result)),
                   totals.timing > 0 ? fmt::format(", {} new with a delay (timing)", totals.timing) : "",
                   HasBase(result) ? fmt::format(", {} old", old) : "",
                   accepted > 0 ? fmt::format(", {} accepted", accepted) : "", fixed > 0 ? fmt::format(", {} fixed", fixed) : "",
                   result.seconds, gaps.empty() ? "" : "; " + gaps));
  return out;
}

}  // namespace reweave::inline report
