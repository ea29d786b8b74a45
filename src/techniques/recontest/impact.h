// Phase I: which accesses of the new run are new, or happen in another concurrency context than in the old one.
//
// An access of the new run pairs with one of the old run if thread, statement, call context and loop iterations are the same
// (docs/techniques/recontest.md, "Step 1"). Without a partner it is new. With one, it is impacted if the locks held, the messages
// before it, the releases before it, or the object it reaches differ. Values do not matter. The cost is linear in the two runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "techniques/recontest/history.h"
#include "techniques/recontest/options.h"

namespace reweave::recontest {

enum Reason : std::uint8_t {
  kNewStatement = 1,  // the change added or modified it
  kNewInstance = 2,  // an old statement executed where it was not before
  kLocks = 4,
  kOrder = 8,  // happens-before: messages of the thread, or what of other threads comes before
  kReleases = 16,  // between it and earlier accesses under the same lock
  kLocation = 32,  // another object or field
};
constexpr std::uint32_t kNoPartner = ~0u;

struct Impact {
  std::vector<std::uint32_t> partner;  // of each access of the new run: the old one, or kNoPartner
  std::vector<std::uint32_t> new_partner;  // of each access of the old run
  std::vector<std::uint8_t> reasons;  // of each access of the new run: Reason bits, 0 = not impacted
  std::uint64_t aligned = 0, fresh = 0, changed = 0;  // pairs; new accesses; accesses in another context
  std::uint64_t nonmonotone = 0;  // pairs given up because they ran in another order
  std::uint64_t orphan_statements = 0;  // executed in both runs without a pair
  bool coarsened = false;  // locks were compared without their ordinals
  bool impacted(std::uint32_t access) const { return reasons[access] != 0; }
};

// Error: two statements have the same key (a collision of 128-bit names).
Result<Impact> FindImpact(const Histories& runs, const Options& options);

// "new statement", "locks, order": for people.
std::string ReasonText(std::uint8_t reasons);

}  // namespace reweave::recontest
