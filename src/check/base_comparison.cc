#include "check/base_comparison.h"

#include <algorithm>
#include <cstdlib>

#include "check/saturation.h"
#include "explore/grouping.h"
#include "explore/replay.h"
#include "suite/native_run.h"

namespace reweave {

namespace {

// "write of 4 bytes" and "write" are the same side of a race.
std::string FirstWord(const std::string& text) { return text.substr(0, text.find_first_of(" ,")); }

}  // namespace

std::string CauseOf(const Finding& finding) {
  std::vector<std::string> places;
  const bool whole = finding.kind == "race" || finding.kind == "deadlock";
  for (const FindingSite& site : finding.sites) {
    if (whole && site.role.empty() && !places.empty()) continue;  // who called: another caller is the same cause
    places.push_back(FirstWord(site.role) + " " + site.position.function + " " + site.position.variable);
    if (!whole) break;
  }
  std::ranges::sort(places);
  std::string out = finding.kind + "\n" + finding.subkind.value_or("");
  if (!whole) out += "\n" + finding.message;
  for (const std::string& place : places) out += "\n" + place;
  return out;
}

bool SameCause(const Finding& a, const Finding& b) { return a.id == b.id || CauseOf(a) == CauseOf(b); }

Result<TargetOptions> TargetOf(const TestSpec& test) {
  TargetOptions options;
  RW_ASSIGN(options.program, InspectProgram(test.command));
  options.program.directory = test.directory;
  for (const std::string& entry : TestEnvironment(test, {})) {
    const auto equals = entry.find('=');
    const std::string name = entry.substr(0, equals), value = entry.substr(equals + 1);
    const char* ours = std::getenv(name.c_str());
    if (ours == nullptr || value != ours) options.program.environment.emplace_back(name, value);
  }
  return options;
}

bool BaseComparison::Known(const Finding& finding) const {
  return std::ranges::any_of(findings_, [&](const Finding& known) { return SameCause(known, finding); });
}

Result<bool> BaseComparison::Shows(const Finding& finding, std::chrono::nanoseconds time) {
  if (Known(finding)) return true;
  if (exhausted_) return false;
  RW_ASSIGN(const bool replayed, Replays(finding));
  if (replayed) return true;
  // One search answers for all findings, unless this one was harder to find.
  if (time > searched_) RW_TRY(Search(time - searched_));
  return Known(finding);
}

Result<void> BaseComparison::Search(std::chrono::nanoseconds time, const std::string& strategy) {
  ExploreOptions options;
  RW_ASSIGN(options.target, TargetOf(before_));
  options.strategy = strategy;
  options.strategy_options.seed = seed_++;
  options.time = time;
  options.keep_going = true;
  options.minimise = {};
  options.out_dir = out_dir_;
  Saturation saturation(Saturation::Patience::kShort);
  options.enough = [&](const ExploreStatus& status) { return saturation.Reached(status); };
  RW_ASSIGN(ExploreResult found, Explore(options));
  searched_ += time;  // also if it was saturated before
  schedules_ += found.schedules;
  exhausted_ |= found.exhausted;
  for (Finding& finding : found.findings)
    if (std::ranges::find(findings_, finding.id, &Finding::id) == findings_.end()) findings_.push_back(std::move(finding));
  return {};
}

// The schedule of the new version, followed as far as the old one goes with it.
Result<bool> BaseComparison::Replays(const Finding& finding) {
  const auto schedule = ReadSchedule(finding.schedule_file);
  if (!schedule || schedule->by_seed) return false;
  RW_ASSIGN(TargetOptions options, TargetOf(before_));
  ApplySchedule(*schedule, options);
  RW_ASSIGN(const auto target, Target::Create(options));
  SiteNames names;
  const auto outcome = Replay(*target, *schedule, names, false);
  if (!outcome) return false;
  ++schedules_;
  if (!outcome->trace.failed()) return false;  // a race is looked for by the search: its places have other numbers here
  names.Use(outcome->trace);
  Finding seen = FindingFromTrace(outcome->trace, names);
  const bool same = SameCause(seen, finding);
  findings_.push_back(std::move(seen));
  return same;
}

}  // namespace reweave
