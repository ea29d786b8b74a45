#include "explore/schedule_room.h"

#include "findings/causes.h"

namespace reweave::inline explore {

bool ScheduleRoom::HasFor(const Finding& finding) const {
  if (used_ < most_ || !finding.schedule_file.empty()) return true;
  std::vector<const Finding*> all;
  all.reserve(kept_.size() + 1);
  for (const Finding& kept : kept_) all.push_back(&kept);
  all.push_back(&finding);
  for (const auto& group : GroupByCause(all))
    for (const Finding* one : group)
      if (one == &finding) return group.size() == 1;
  return true;
}

void ScheduleRoom::Took(const Finding& finding, std::uint64_t bytes) {
  used_ += bytes;
  if (!finding.schedule_file.empty()) return;
  Finding& kept = kept_.emplace_back();
  kept.id = finding.id, kept.kind = finding.kind, kept.subkind = finding.subkind, kept.message = finding.message;
  kept.sites = finding.sites;
}

}  // namespace reweave::inline explore
