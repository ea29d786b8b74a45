// One run of a program with everything recorded that comparing two versions needs, always under the same deterministic policy:
// run one thread until it blocks or ends.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "explore/target/target.h"
#include "techniques/recontest/options.h"
#include "trace/trace.h"

namespace reweave::recontest {

struct Analysis;

// `base`: what the user decided (step limit, flags). The run is in a process of its own. `seed` other than 0: a random schedule
// instead, to see what depends on the recorded one.
Result<std::shared_ptr<const Trace>> RecordRun(TargetOptions options, const Plan& base, std::uint64_t seed = 0);

// A program that was named as a file: one without a slash is in this directory, not looked for in PATH.
std::string AsFile(const std::string& path);

constexpr std::uint32_t kRecordForComparison =
    abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess | abi::kRecordCall | abi::kRecordLoop | abi::kRecordAlloc;

// The old version with the arguments and settings of `options`.
Result<TargetOptions> OldTarget(const std::string& old_program, const TargetOptions& options);

// Runs the old version and the program of `options` once each, with the same arguments, and compares the runs, both phases. An
// old version that fails is an error: its interleavings are what counts as good.
Result<std::shared_ptr<const recontest::Analysis>> CompareWithOld(const std::string& old_program, const TargetOptions& options,
                                                                  const Plan& base, const recontest::Options& rules);

}  // namespace reweave::recontest
