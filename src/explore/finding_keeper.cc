#include "explore/finding_keeper.h"

#include <fmt/format.h>

#include <algorithm>

#include "explore/collect/grouping.h"

namespace reweave::inline explore {

namespace {

bool Has(const std::vector<Finding>& list, const std::string& id) {
  return std::ranges::find(list, id, &Finding::id) != list.end();
}

}  // namespace

bool FindingKeeper::Expected(const Finding& finding) const {
  return std::ranges::find(known_before_, finding.id) != known_before_.end() || options_.expected.contains(finding.id);
}

Result<std::string> FindingKeeper::Write(const ObservedRun& run, const Finding& finding) const {
  RW_ASSIGN(auto paths, helpers_.write(run.trace, run.plan, {{&finding}}));
  return std::move(paths.at(0));
}

Result<bool> FindingKeeper::Keep(const ObservedRun& run) {
  names_.Use(run.trace);
  Finding finding = FindingFromTrace(run.trace, names_);
  if (helpers_.suppressed(finding)) return false;
  if (NeedsDelay(run.trace) && !options_.timing_fails) {
    RW_TRY(KeepTiming(run, std::move(finding)));
    return false;
  }
  const bool ends_it = (!options_.keep_going || options_.stop_on.contains(std::string(Name(finding.kind)))) &&
                       (run.counts() || !options_.end_at_counted);
  const bool stop = (ends_it && !Expected(finding)) || run.trace.sequential;
  if (Again(finding.id, run)) return stop;
  MarkFirst(finding, run);
  RW_ASSIGN(finding.schedule_file, Write(run, finding));
  news_.push_back(finding);
  findings_.push_back(std::move(finding));
  return stop;
}

bool FindingKeeper::Again(const std::string& id, const ObservedRun& run) {
  const auto known = std::ranges::find(findings_, id, &Finding::id);
  if (known == findings_.end()) return false;
  MarkAgain(*known, run);
  if (known->first_execution == 0) known->first_execution = run.execution;
  return true;
}

Result<void> FindingKeeper::KeepTiming(const ObservedRun& run, Finding finding) {
  const auto known = std::ranges::find(timing_, finding.id, &Finding::id);
  if (known != timing_.end()) {
    ++known->occurrences;
    return {};
  }
  finding.first_schedule = std::max<std::uint64_t>(run.schedule, 1), finding.occurrences = 1;
  RW_ASSIGN(finding.schedule_file, Write(run, finding));
  timing_.push_back(std::move(finding));
  return {};
}

Result<void> FindingKeeper::KeepWarnings(const ObservedRun& run, std::vector<Finding> warnings) {
  for (Finding& warning : warnings) {
    const auto known = std::ranges::find(warnings_, warning.id, &Finding::id);
    if (known != warnings_.end()) {
      ++known->occurrences;
      continue;
    }
    names_.Use(run.trace);
    warning.first_schedule = std::max<std::uint64_t>(run.schedule, 1), warning.occurrences = 1,
    warning.first_execution = run.execution;
    RW_ASSIGN(warning.schedule_file, Write(run, warning));
    warnings_.push_back(std::move(warning));
  }
  return {};
}

void FindingKeeper::KeepStray(const ObservedRun& run, const std::vector<Finding>& known) {
  // Runs that confirm or shorten a finding may overtake a sleep, too: what they show then does not fail, as in the search.
  std::vector<Finding>& list = NeedsDelay(run.trace) && !options_.timing_fails ? late_strays_ : strays_;
  names_.Use(run.trace);
  Finding finding = FindingFromTrace(run.trace, names_);
  if (Has(known, finding.id) || Has(list, finding.id) || helpers_.suppressed(finding)) return;
  if (list.size() >= helpers_.most_strays) {
    ++dropped_strays_;
    return;
  }
  finding.first_execution = run.execution, finding.first_schedule = run.schedule;
  auto path = Write(run, finding);
  if (!path) return helpers_.say("a failure was seen but its schedule could not be written: " + path.error().ToString());
  finding.schedule_file = std::move(*path);
  list.push_back(std::move(finding));
}

void FindingKeeper::TakeStrays(ExploreResult& result) {
  for (Finding& stray : std::exchange(strays_, {}))
    if (!Has(result.findings, stray.id)) result.findings.push_back(std::move(stray));
  for (Finding& stray : std::exchange(late_strays_, {}))
    if (!Has(result.timing, stray.id)) result.timing.push_back(std::move(stray));
  if (const std::size_t dropped = std::exchange(dropped_strays_, 0); dropped > 0)
    helpers_.say(fmt::format("{} more failing {} seen while findings were confirmed; only {} different failures are kept",
                             dropped, dropped == 1 ? "run was" : "runs were", helpers_.most_strays));
}

void FindingKeeper::Restarted() { std::ranges::for_each(findings_, ForgetCounts); }

void FindingKeeper::Finish(ExploreResult& result) {
  std::ranges::for_each(findings_, AtLeastOnce);  // some may have been seen only before the search began anew
  std::ranges::move(findings_, std::back_inserter(result.findings));
  std::ranges::move(timing_, std::back_inserter(result.timing));
  std::ranges::move(warnings_, std::back_inserter(result.warnings));
  findings_.clear(), timing_.clear(), warnings_.clear();
}

void FindingKeeper::AddSaved(Finding finding) {
  if (!Has(findings_, finding.id)) findings_.push_back(std::move(finding));
}

void FindingKeeper::ExpectAgain() {
  for (const Finding& finding : findings_) known_before_.push_back(finding.id);
}

void FindingKeeper::Absorb(FindingKeeper& part) {
  MergeFindings(findings_, std::move(part.findings_));
  MergeFindings(timing_, std::move(part.timing_));
}

}  // namespace reweave::inline explore
