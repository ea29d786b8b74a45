#include "report/check_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/command.h"
#include "findings/causes.h"
#include "report/check_verdict.h"

namespace reweave::inline report {

const char* Text(FindingState state) {
  switch (state) {
    case FindingState::kNew: return "new";
    case FindingState::kOld: return "old";
    case FindingState::kAccepted: return "accepted";
    case FindingState::kFixed: return "fixed";
    case FindingState::kFound: return "found";
    case FindingState::kTiming: return "timing";
  }
  return "?";
}

bool HasBase(const CheckResult& result) { return !result.base.tree.empty() || !result.base.label.empty(); }

namespace {

// Those of one test and state, cause by cause.
void AddByCause(const std::vector<FindingView>& views, std::vector<FindingView>& out) {
  std::vector<const Finding*> findings;
  findings.reserve(views.size());
  for (const FindingView& view : views) findings.push_back(view.finding);
  for (const auto& group : GroupByCause(findings))
    for (const Finding* finding : group) {
      out.push_back(*std::ranges::find(views, finding, &FindingView::finding));
      if (finding != group[0]) out.back().lead = group[0];
    }
}

}  // namespace

std::vector<FindingView> FindingsOf(const CheckResult& result) {
  const bool base = HasBase(result);
  const auto state_of = [&](const CheckedFinding& f) {
    return f.accepted ? FindingState::kAccepted
           : !base    ? FindingState::kFound
           : f.is_new ? FindingState::kNew
                      : FindingState::kOld;
  };
  std::vector<FindingView> out;
  for (const FindingState state : {FindingState::kNew, FindingState::kFound, FindingState::kTiming, FindingState::kOld,
                                   FindingState::kAccepted, FindingState::kFixed})
    for (const CheckedTest& test : result.tests) {
      std::vector<FindingView> views;
      for (const CheckedFinding& f : test.findings)
        if (state_of(f) == state) views.push_back({&test, &f.finding, state, f.phase});
      if (state == FindingState::kFixed)
        for (const Finding& f : test.fixed) views.push_back({&test, &f, state, {}});
      if (state == FindingState::kTiming)
        for (const Finding& f : test.timing) views.push_back({&test, &f, state, {}});
      AddByCause(views, out);
    }
  return out;
}

std::vector<FailingCause> FailingCausesOf(const std::vector<FindingView>& views) {
  std::vector<FailingCause> out;
  std::set<std::string> listed;
  for (const FindingView& view : views) {
    if ((view.state != FindingState::kNew && view.state != FindingState::kFound) || view.lead != nullptr) continue;
    FailingCause cause{.view = &view, .findings = {view.finding}};
    for (const FindingView& other : views)
      if (other.lead == view.finding) cause.findings.push_back(other.finding);
    std::erase_if(cause.findings, [&](const Finding* finding) { return !listed.insert(finding->id).second; });
    if (!cause.findings.empty()) out.push_back(std::move(cause));
  }
  return out;
}

std::string KindTitle(const Finding& finding) {
  const std::string_view words = Info(finding.kind).words;
  return finding.subkind ? fmt::format("{} ({})", words, *finding.subkind) : std::string(words);
}

std::string TitledMessage(const Finding& finding) {
  const std::string title = KindTitle(finding);
  return finding.message.starts_with(title) ? finding.message : title + ": " + finding.message;
}

std::string StateMessage(const FindingView& view) {
  const std::string message = TitledMessage(*view.finding);
  return view.state == FindingState::kFound ? message : fmt::format("{} {}", Text(view.state), message);
}

std::string StateTitle(const FindingView& view) {
  const std::string title = KindTitle(*view.finding);
  return view.state == FindingState::kFound ? title : fmt::format("{} {}", Text(view.state), title);
}

std::string HeldText(const Finding& finding, const FindingSite& site) {
  if (finding.kind != FindingKind::kRace || site.role.empty()) return {};
  const Interleaving& run = finding.interleaving;
  for (const InterleavingStep& step : run.steps)
    if (step.key && step.file == site.position.file && step.line == site.position.line &&
        run.threads[step.thread] == site.thread_path)
      return step.locks.empty() ? "no lock" : fmt::format("holds {}", fmt::join(step.locks, ", "));
  return {};
}

std::string RaceText(const Finding& finding) {
  std::vector<std::string> sides;
  for (const FindingSite& site : finding.sites) {
    if (finding.kind != FindingKind::kRace || site.role.empty() || site.position.file.empty() || sides.size() == 2) continue;
    const std::string held = HeldText(finding, site);
    sides.push_back(
        fmt::format("{}:{} ({}{}{})", site.position.file, site.position.line, site.role, held.empty() ? "" : ", ", held));
  }
  return sides.size() == 2 ? fmt::format("{} vs {}", sides[0], sides[1]) : std::string();
}

std::string RelativePath(const CheckResult& result, const std::string& path) {
  const std::string top = result.top + "/";
  return !result.top.empty() && path.starts_with(top) ? path.substr(top.size()) : path;
}

std::string ReplayCommand(const CheckResult& result, const Finding& finding) {
  if (finding.schedule_file.empty()) return {};
  const std::string path = RelativePath(result, finding.schedule_file);
  return "reweave replay " + ShellWord(path);
}

CheckTotals TotalsOf(const CheckResult& result) {
  CheckTotals out;
  out.tests = result.tests.size();
  for (const CheckedTest& test : result.tests) {
    out.explored += test.state == TestState::kExplored && !FailsAtOnce(test);
    out.not_checked += !GapOf(test).empty();
    out.schedules += test.schedules;
    out.fixed += test.fixed.size();
    out.timing += test.timing.size();
    for (const CheckedFinding& f : test.findings)
      ++(f.accepted ? out.accepted : f.is_new || !HasBase(result) ? out.fresh : out.old);
  }
  out.causes = FailingCausesOf(FindingsOf(result)).size();
  return out;
}

std::string KeepEnd(std::string_view text, std::size_t most, bool* cut) {
  if (text.size() <= most) return std::string(text);
  if (cut) *cut = true;
  std::size_t from = text.size() - most;
  while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xc0) == 0x80) ++from;
  return std::string(text.substr(from));
}

std::string FailingText(const CheckTotals& totals, bool has_base) {
  return fmt::format("{} {}finding{}{}", totals.causes, has_base ? "new " : "", Plural(totals.causes),
                     totals.causes == totals.fresh ? "" : fmt::format(" ({} before grouping by cause)", totals.fresh));
}

}  // namespace reweave::inline report
