#include "report/check_verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/pattern.h"
#include "report/check_view.h"

namespace reweave::inline report {

namespace {

constexpr std::size_t kMostNames = 3;  // of one reason, in one line
constexpr const char* kUnrepeated = "it failed once and in no replay of the same schedule";

// Gaps by reason, in the order in which they come.
std::vector<std::pair<std::string, std::vector<std::string>>> ByReason(const std::vector<Gap>& gaps, bool brief) {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  for (const Gap& gap : gaps) {
    const std::string& why = brief && !gap.brief.empty() ? gap.brief : gap.why;
    auto known = std::ranges::find(out, why, &decltype(out)::value_type::first);
    if (known == out.end()) known = out.insert(out.end(), {why, {}});
    if (!gap.test.empty()) known->second.push_back(gap.test);
  }
  return out;
}

// The last thing that a program said before it failed, usually why.
std::string LastWords(const Finding& finding) {
  constexpr std::size_t kMost = 160;
  for (const std::string* text : {&finding.errors, &finding.output}) {
    const auto end = text->find_last_not_of(" \t\r\n");
    if (end == std::string::npos) continue;
    const auto start = text->find_last_of('\n', end);
    const auto from = start == std::string::npos ? 0 : start + 1;
    const std::string line = text->substr(from, end + 1 - from);
    return line.size() <= kMost ? line : line.substr(0, kMost) + "...";
  }
  return "";
}

// What a user can do about a program that gives up with these words.
std::string Remedy(const std::string& words) {
  static const Pattern root = *Pattern::Parse(R"(\broot\b)"), arguments = *Pattern::Parse(R"((?i)\b(arguments?|usage)\b)");
  if (root.Matches(words))
    return "; if it refuses to run as root, check as another user, or set the variable that permits it in reweave.toml: [tests] "
           "environment";
  if (arguments.Matches(words)) return "; if it needs arguments, name them in reweave.toml: [[tests.list]]";
  return "";
}

const CheckedFinding* FailureAtOnce(const CheckedTest& test) {
  const auto old = std::ranges::find_if(test.findings, [](const CheckedFinding& f) { return !f.is_new && !f.accepted; });
  return test.sequential && old != test.findings.end() ? &*old : nullptr;
}

std::string FailsAtOnceText(const CheckedTest& test) {
  const CheckedFinding* old = FailureAtOnce(test);
  if (old == nullptr) return "";
  const std::string words = LastWords(old->finding);
  return fmt::format("it fails before it has a second thread, in both versions: {}{}{}", old->finding.message,
                     words.empty() ? "" : fmt::format(" (it says: {})", words), Remedy(words));
}

// Whatever the change broke behind that failure, no run came to it.
std::string AlwaysFails(const CheckedTest& test) {
  if (test.schedules == 0 || test.failed < test.schedules) return "";
  const auto old = std::ranges::find_if(test.findings, [](const CheckedFinding& f) { return EndsRun(f.finding.kind); });
  if (old == test.findings.end() || old->is_new) return "";
  return fmt::format("each of its runs ends in a failure that the base shows too, and what comes after it was not seen: {}",
                     old->finding.message);
}

}  // namespace

const char* Text(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::kNothingNew: return "nothing new";
    case CheckVerdict::kFindings: return "findings";
    case CheckVerdict::kIncomplete: return "incomplete";
  }
  return "?";
}

bool FailsAtOnce(const CheckedTest& test) { return FailureAtOnce(test) != nullptr; }

std::string GapOf(const CheckedTest& test) {
  const auto with_note = [&](std::string text) { return test.note.empty() ? text : text + ": " + test.note; };
  switch (test.state) {
    case TestState::kUnsupported:
    case TestState::kNoTime:
    case TestState::kMissing: return with_note(Text(test.state));
    case TestState::kNotBuilt: return test.foreign ? "" : with_note(Text(test.state));
    case TestState::kExplored: break;
    default: return "";
  }
  if (!test.uncompared.empty()) return "it shows something that may be old: " + test.uncompared;
  if (!test.cut.empty()) return "it could not be explored to its end: " + test.cut;
  if (!test.unrepeated.empty()) return fmt::format("{}: {}", kUnrepeated, test.unrepeated);
  if (std::string why = FailsAtOnceText(test); !why.empty()) return why;
  if (std::string why = AlwaysFails(test); !why.empty()) return why;
  if (test.exhausted || test.saturated || test.schedules >= kEnoughSchedules) return "";
  // The search over everything had nothing left to try, although it does not claim to have covered all (time limits).
  if (std::ranges::any_of(test.phases, [](const CheckedPhase& p) { return p.name == "auto" && p.stopped_by == "incomplete"; }))
    return "";
  // Something new ends a test early, and fails the check anyway.
  if (std::ranges::any_of(test.findings, [](const CheckedFinding& f) { return f.is_new && !f.accepted; })) return "";
  return fmt::format("{} schedule{}, {} wanted", test.schedules, test.schedules == 1 ? "" : "s", kEnoughSchedules);
}

std::vector<Gap> GapsOf(const CheckResult& result) {
  std::vector<Gap> out;
  if (!HasBase(result)) return out;
  for (const CheckedTest& test : result.tests)
    if (std::string why = GapOf(test); !why.empty())
      out.push_back({.test = test.name,
                     .why = test.state == TestState::kNoTime && result.interrupted ? "interrupted" : why,
                     .brief = why.starts_with(kUnrepeated) ? kUnrepeated : ""});
  for (const std::string& part : result.missing) out.push_back({.test = "", .why = part});
  // Of one part nobody can say: a test of another one may reach the change. What all of them leave open is known once they are
  // merged.
  if (!result.unreached.empty() && result.shard.of == 0) out.push_back({.test = "", .why = result.unreached});
  return out;
}

CheckVerdict VerdictOf(const CheckResult& result, bool any) {
  for (const CheckedTest& test : result.tests)
    for (const CheckedFinding& f : test.findings)
      if (!f.accepted && (any || f.is_new)) return CheckVerdict::kFindings;
  return result.interrupted || !GapsOf(result).empty() ? CheckVerdict::kIncomplete : CheckVerdict::kNothingNew;
}

std::vector<std::string> GapTexts(const CheckResult& result, std::size_t most) {
  std::vector<std::string> out;
  for (const auto& [why, tests] : ByReason(GapsOf(result), false)) {
    if (tests.empty()) out.push_back("not looked at: " + why);
    for (std::size_t i = 0; i < tests.size() && i < most; ++i)
      out.push_back(fmt::format("not looked at: {} ({})", tests[i], why));
    if (tests.size() > most) out.push_back(fmt::format("not looked at: {} more ({})", tests.size() - most, why));
  }
  return out;
}

std::string GapSummary(const CheckResult& result) {
  std::vector<std::string> parts;
  for (const auto& [why, tests] : ByReason(GapsOf(result), true)) {
    if (tests.empty()) {
      parts.push_back(why);
      continue;
    }
    std::string names = fmt::format(
        "{}", fmt::join(tests.begin(), tests.begin() + static_cast<std::ptrdiff_t>(std::min(tests.size(), kMostNames)), ", "));
    if (tests.size() > kMostNames) names += fmt::format(" and {} more", tests.size() - kMostNames);
    parts.push_back(fmt::format("{} ({})", names, why));
  }
  return parts.empty() ? "" : fmt::format("not looked at: {}", fmt::join(parts, "; "));
}

}  // namespace reweave::inline report
