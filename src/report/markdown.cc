#include "report/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "findings/interleaving.h"
#include "findings/site_names.h"
#include "report/check_verdict.h"
#include "report/check_view.h"
#include "report/terminal.h"

namespace reweave::inline report {

namespace {

constexpr std::size_t kMostText = 60'000;
constexpr std::size_t kMostInline = 300;  // of a message within a line
constexpr std::size_t kMostTests = 30;
constexpr std::size_t kMostNotes = 20;
constexpr std::size_t kMostSame = 20;    // places of one cause
constexpr std::size_t kMostOthers = 40;  // findings that do not fail the check
constexpr std::size_t kWidth = 0;  // no limit
constexpr std::size_t kMostGaps = 10;  // for one reason

std::size_t LongestTicks(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  return longest;
}

std::string Fenced(const std::string& text, const char* language) {
  const std::string fence(std::max<std::size_t>(3, LongestTicks(text) + 1), '`');
  return fmt::format("{}{}\n{}{}{}\n", fence, language, text, text.ends_with('\n') ? "" : "\n", fence);
}

std::string Short(std::string text) {
  if (text.size() <= kMostInline) return text;
  std::size_t end = kMostInline;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// A list of at most `most`, the rest counted.
std::string Listed(const std::vector<std::string>& items, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) out += fmt::format("- {}\n", MarkdownCode(Short(items[i])));
  if (items.size() > most) out += fmt::format("- and {} more\n", items.size() - most);
  return out;
}

std::string Headline(const CheckResult& result, const CheckTotals& totals) {
  if (totals.fresh > 0) return fmt::format("## Reweave: {}\n\n", FailingText(totals, HasBase(result)));
  if (HasBase(result) && VerdictOf(result) == CheckVerdict::kIncomplete)
    return fmt::format("## Reweave: incomplete, nothing new found so far{}\n\n", result.interrupted ? " (interrupted)" : "");
  return fmt::format("## Reweave: nothing {}found{}\n\n", HasBase(result) ? "new " : "",
                     result.interrupted ? " (interrupted)" : "");
}

std::string Totals(const CheckResult& result, const CheckTotals& totals) {
  std::string out;
  if (HasBase(result))
    out += fmt::format("{} against {}: {} function{} changed, {} impacted code point{}. ", MarkdownCode(result.head.label),
                       MarkdownCode(result.base.label), result.changed_functions, Plural(result.changed_functions), result.points,
                       Plural(result.points));
  out += fmt::format("{} of {} test{} explored, {} schedule{}, {:.1f} s.\n\n", totals.explored, totals.tests,
                     Plural(totals.tests), totals.schedules, Plural(totals.schedules), result.seconds);
  out += Listed(result.notes, kMostNotes) + Listed(GapTexts(result, kMostGaps), kMostNotes);
  if (!result.notes.empty() || totals.not_checked > 0 || !result.unreached.empty()) out += "\n";
  if (!HasBase(result)) return out;
  if (totals.timing > 0)
    out += fmt::format("{} new failure{} only if a thread is delayed (timing), which does not fail the check.\n\n", totals.timing,
                       totals.timing == 1 ? " happens" : "s happen");
  out += "| new | old | accepted | fixed | not looked at |\n|---:|---:|---:|---:|---:|\n";
  out +=
      fmt::format("| {} | {} | {} | {} | {} |\n\n", totals.fresh, totals.old, totals.accepted, totals.fixed, totals.not_checked);
  return out;
}

std::string SiteLines(const Finding& f) {
  std::string out;
  for (const FindingSite& site : f.sites) {
    if (site.role.empty() && &site != &f.sites[0]) continue;  // called from: the interleaving has it
    std::string place = PlaceText(site.position);
    if (!site.position.function.empty()) place += " in " + site.position.function;
    const std::string held = HeldText(f, site);
    out += fmt::format("- thread {}{}{}: {}\n", site.thread_path, site.role.empty() ? "" : ", " + MarkdownCode(site.role),
                       held.empty() ? "" : ", " + MarkdownCode(held), MarkdownCode(place));
  }
  return out;
}

std::string Details(const CheckResult& result, const FindingView& view) {
  const Finding& f = *view.finding;
  std::string out =
      fmt::format("### {} in {}\n\n{}\n\n", StateTitle(view), MarkdownCode(view.test->name), MarkdownCode(Short(f.message)));
  if (!f.cause.empty()) out += MarkdownCode(Short(f.cause)) + "\n\n";
  out += SiteLines(f) + "\n";
  if (!view.test->reasons.empty()) {
    out += "Why this test: ";
    for (std::size_t i = 0; i < view.test->reasons.size(); ++i)
      out += (i == 0 ? "" : "; ") + MarkdownCode(Short(view.test->reasons[i]));
    out += "\n\n";
  }
  if (const std::string run = RenderInterleaving(f.interleaving, kWidth); !run.empty())
    out += "<details open><summary>The interleaving</summary>\n\n" + Fenced(run, "") + "\n</details>\n\n";
  if (const std::string replay = ReplayCommand(result, f); !replay.empty()) out += Fenced(EscapeLine(replay), "sh") + "\n";
  return out;
}

std::string SameCause(const std::vector<FindingView>& views, const FindingView& lead) {
  std::vector<std::string> places;
  for (const FindingView& view : views)
    if (view.lead == lead.finding) places.push_back(RenderPlaces(*view.finding));
  const std::string out = Listed(places, kMostSame);
  return out.empty() ? out : "The same cause shows in:\n\n" + out + "\n";
}

std::string OtherFindings(const std::vector<FindingView>& views) {
  std::string rows;
  std::size_t count = 0;
  for (const FindingView& v : views) {
    if (v.state == FindingState::kNew || v.state == FindingState::kFound || v.state == FindingState::kTiming) continue;
    if (++count > kMostOthers) continue;
    rows += fmt::format("| {} | {} | {} | {} |\n", Text(v.state), KindTitle(*v.finding), MarkdownCode(v.test->name, true),
                        MarkdownCode(Short(v.finding->message), true));
  }
  if (rows.empty()) return {};
  if (count > kMostOthers) rows += fmt::format("| and {} more | | | |\n", count - kMostOthers);
  return "<details><summary>Findings that do not fail the check</summary>\n\n| state | kind | test | what "
         "|\n|---|---|---|---|\n" +
         rows + "\n</details>\n\n";
}

std::string Tests(const CheckResult& result) {
  if (!HasBase(result)) return {};
  std::string rows;
  std::size_t shown = 0, left = 0;
  for (const CheckedTest& test : result.tests) {
    if (test.state != TestState::kExplored && GapOf(test).empty()) continue;
    if (++shown > kMostTests) {
      ++left;
      continue;
    }
    const auto fresh = std::ranges::count_if(test.findings, [](const CheckedFinding& f) { return f.is_new && !f.accepted; });
    const std::string patterns =
        test.change_patterns == 0 ? "" : fmt::format("{} of {}", test.change_covered, test.change_patterns);
    rows += fmt::format("| {} | {} | {} | {} | {} | {} | {:.1f} |\n", MarkdownCode(test.name, true), Text(test.state),
                        test.schedules, test.new_interleavings, patterns, fresh, test.seconds);
  }
  if (rows.empty()) return {};
  if (left > 0) rows += fmt::format("| and {} more | | | | | | |\n", left);
  return "<details><summary>Tests that can notice the change</summary>\n\n"
         "| test | state | schedules | new interleavings | patterns of the change covered | new findings | seconds |\n"
         "|---|---|---:|---:|---:|---:|---:|\n" +
         rows + "\n</details>\n";
}

}  // namespace

std::string MarkdownCode(std::string_view text, bool in_table) {
  std::string line = EscapeLine(text);
  std::string safe;
  for (const char c : line) safe += c == '|' && in_table ? std::string("\\|") : std::string(1, c);
  const std::string ticks(LongestTicks(safe) + 1, '`');
  const bool pad = safe.empty() || safe.front() == '`' || safe.back() == '`';
  return ticks + (pad ? " " : "") + safe + (pad ? " " : "") + ticks;
}

std::string CheckMarkdown(const CheckResult& result) {
  const CheckTotals totals = TotalsOf(result);
  const std::vector<FindingView> views = FindingsOf(result);
  std::string out = Headline(result, totals) + Totals(result, totals);
  const std::string other = OtherFindings(views), tests = Tests(result);
  std::size_t left_out = 0;
  for (const FindingView& view : views) {
    if (view.state == FindingState::kOld || view.state == FindingState::kAccepted || view.state == FindingState::kFixed) continue;
    if (view.lead != nullptr) continue;
    const std::string details = Details(result, view) + SameCause(views, view);
    if (out.size() + details.size() > kMostText) ++left_out;
    else out += details;
  }
  if (left_out > 0)
    out += fmt::format("*{} more new finding{} did not fit here; the HTML report has them.*\n\n", left_out, Plural(left_out));
  for (const std::string* part : {&other, &tests}) {
    if (out.size() + part->size() <= kMostText) out += *part;
    else out += "*A table did not fit here; the HTML report has it.*\n\n";
  }
  return out;
}

}  // namespace reweave::inline report
