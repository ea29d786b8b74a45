// One run of a program with everything recorded that comparing two versions needs, always under the same deterministic policy:
// run one thread until it blocks or ends.
#pragma once

#include <memory>

#include "base/result.h"
#include "explore/target.h"
#include "trace/trace.h"

namespace reweave {

// `base`: what the user decided (step limit, flags). The run is in a process of its own.
Result<std::shared_ptr<const Trace>> RecordRun(TargetOptions options, const Plan& base);

constexpr std::uint32_t kRecordForComparison =
    abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess | abi::kRecordCall | abi::kRecordLoop | abi::kRecordAlloc;

}  // namespace reweave
