// What comes after a search: schedules of findings are made shorter, and each is replayed once more in a fresh process.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "abi/control.h"
#include "base/result.h"
#include "explore/collect/confirming.h"
#include "explore/explorer.h"
#include "explore/target/target.h"
#include "findings/finding.h"
#include "findings/site_names.h"

namespace reweave::inline explore {

struct Finishing {
  const ExploreOptions& options;
  TargetOptions target;  // as the search came to need it
  std::chrono::steady_clock::time_point end_by;  // what there is no time for stays as it was found
  SiteNames& names;
  Failed failed;  // takes a run that failed on the way
  std::function<void(const std::string&)> say;

  // Fewer preemptions, within options.minimise for each and before end_by. `shared` and `racing` are the locations that
  // the search found to be so.
  Result<void> Minimise(std::vector<Finding>& findings, const std::vector<abi::SharedSlot>& shared,
                        const std::vector<abi::SharedSlot>& racing) const;
  // Fills in `confirmed`, the interleaving and the cause. Counts those that did not happen again.
  Result<void> Confirm(ExploreResult& result, const std::vector<abi::SharedSlot>& racing) const;

 private:
  Result<bool> ConfirmOne(Finding& finding, const std::vector<abi::SharedSlot>& racing,
                          std::chrono::steady_clock::time_point until, bool last) const;
  bool GivenUp() const;
};

}  // namespace reweave::inline explore
