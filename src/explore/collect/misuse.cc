#include "explore/collect/misuse.h"

#include <fmt/format.h>

#include <algorithm>

#include "explore/schedule/schedule.h"

namespace reweave::inline collect {

namespace {

Plan Whole(const Evidence& evidence) { return evidence.trace ? PlanFromTrace(*evidence.trace, evidence.plan) : evidence.plan; }

}  // namespace

void MisuseCollector::Observe(const ObservedRun& run, const RunFacts& facts) {
  std::vector<std::uint32_t> counted;  // a place counts once in each run
  for (const std::size_t index : facts.foreign_unlocks) {
    const abi::Event& event = run.trace.events[index];
    if (std::ranges::find(counted, event.site) != counted.end()) continue;
    counted.push_back(event.site);
    const auto [entry, fresh] = seen_.try_emplace(event.site);
    Seen& seen = entry->second;
    if (!fresh) {
      MarkAgain(seen.counts, run);
      continue;
    }
    seen = {.tid = event.tid, .ordinal = event.ordinal, .counts = {}, .evidence = book_.Keep(run)};
    MarkFirst(seen.counts, run);
    book_.NoteKind("misuse");
  }
}

Result<void> MisuseCollector::Confirm(const Confirming& runs) {
  for (auto& [site, seen] : seen_) {
    const Evidence& evidence = seen.evidence;
    Plan plan = evidence.trace ? PlanUpTo(*evidence.trace, evidence.plan, seen.tid, seen.ordinal) : evidence.plan;
    plan.flags &= static_cast<std::uint8_t>(~abi::kPlanPassMisuse);
    plan.runs = 1;
    RW_ASSIGN(const auto run, runs.RunWithCalls(plan));
    seen.repeated = run && run->end_kind() == abi::EndKind::kMisuse;
  }
  return {};
}

void MisuseCollector::Stamp(std::vector<Finding>& findings) const {
  for (const auto& [site, seen] : seen_) {
    const std::string identity = book_.names().Lookup(site).identity;
    for (Finding& finding : findings) {
      if (finding.kind != FindingKind::kMisuse || finding.sites.empty() || finding.sites.front().position.identity != identity)
        continue;
      finding.first_execution = seen.counts.first_execution;
      finding.first_schedule = seen.counts.first_schedule;
      finding.occurrences = seen.counts.occurrences;
      AtLeastOnce(finding);
    }
  }
}

std::vector<std::string> MisuseCollector::NotRepeated() const {
  std::vector<std::string> out;
  for (const auto& [site, seen] : seen_) {
    if (seen.repeated) continue;
    const SitePosition at = book_.names().Lookup(site);
    out.push_back(
        fmt::format("a lock that a thread gave back at {}:{} without holding it: a run showed it, and it was not repeated",
                    at.file, at.line));
  }
  return out;
}

void MisuseCollector::Restarted() {
  for (auto& [site, seen] : seen_) ForgetCounts(seen.counts);
}

void MisuseCollector::AddLeads(std::vector<Plan>& leads) const {
  for (const auto& [site, seen] : seen_) leads.push_back(Whole(seen.evidence));
}

}  // namespace reweave::inline collect
