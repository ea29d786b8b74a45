// What `campaign status` shows: campaigns of this checkout and searches of a store, on a terminal and as a page.
#pragma once

#include <string>
#include <vector>

#include "cluster/campaign.h"
#include "store/work.h"

namespace reweave::inline cluster {

struct CampaignView {
  CampaignState state;
  bool running = false;
};

std::string CampaignText(const CampaignView& campaign);
std::string JobText(const JobStatus& job, std::size_t findings);
// One page that needs no network and loads itself again every ten seconds.
std::string StatusPage(const std::vector<CampaignView>& campaigns, const std::vector<std::pair<JobStatus, std::size_t>>& jobs);

}  // namespace reweave::inline cluster
