#include "explore/collect/casebook.h"

#include <algorithm>

namespace reweave::inline collect {

namespace {
constexpr std::size_t kMostKeptBytes = 512u << 20;  // of runs kept as evidence

// The first of two numbers from 1; 0 is none.
std::uint64_t First(std::uint64_t a, std::uint64_t b) { return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b); }
}  // namespace

Result<std::unique_ptr<Casebook>> Casebook::Create(const std::string& suppressions, bool defaults, SiteNames& names,
                                                   KeepSchedule keep) {
  std::unique_ptr<Casebook> out(new Casebook(names, std::move(keep)));
  if (defaults) {
    RW_ASSIGN(out->defaults_, detect::Suppressions::Parse(detect::DefaultSuppressionText(), "bundled suppressions"));
  }
  if (!suppressions.empty()) {
    RW_ASSIGN(out->suppressions_, detect::Suppressions::Read(suppressions));
  }
  return out;
}

Evidence Casebook::Keep(const ObservedRun& run) {
  if (!copy_ && copied_bytes_ < kMostKeptBytes) {
    copy_ = std::make_shared<const Trace>(run.trace);
    copied_bytes_ += run.trace.events.size() * sizeof(abi::Event);
  }
  return {copy_, run.plan};
}

void AtLeastOnce(Finding& finding) {
  finding.first_schedule = std::max<std::uint64_t>(finding.first_schedule, 1);
  finding.occurrences = std::max<std::uint64_t>(finding.occurrences, 1);
}

void AddOccurrences(Finding& into, const Finding& other) {
  into.occurrences += other.occurrences;
  into.first_schedule = First(into.first_schedule, other.first_schedule);
  into.first_execution = First(into.first_execution, other.first_execution);
}

void MergeFindings(std::vector<Finding>& into, std::vector<Finding>&& more) {
  for (Finding& finding : more) {
    const auto known = std::ranges::find(into, finding.id, &Finding::id);
    if (known == into.end()) into.push_back(std::move(finding));
    else AddOccurrences(*known, finding);
  }
}

}  // namespace reweave::inline collect
