// From a trace to the run that path exploration works on: follows every thread through its calls and carries along what each
// value was computed from.
//
// The trace needs branches, calls, all accesses and allocations (kRecordForPaths). A value's origin is found with the slices of
// the function that the thread is in: a load stands for its last execution in this call of the function, a parameter for what the
// caller passed, a call's result for what the callee returned; a callee without facts is taken to use all of its arguments.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "abi/event.h"
#include "techniques/paths/run.h"
#include "techniques/paths/slices.h"
#include "trace/trace.h"

namespace reweave::paths {

constexpr std::uint32_t kRecordForPaths =
    abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess | abi::kRecordCall | abi::kRecordBranch | abi::kRecordAlloc;

// Empty if the trace can be used; else what it lacks and how to record it.
std::string Unusable(const Trace& trace);

// `shared`: names of variables that other runs have shown to be shared.
Execution Extract(const Trace& trace, ProgramSlices& program, const std::unordered_set<std::uint64_t>& shared = {});

// The run's events in the order of these operations, each with what its thread did before it: what OrderToPlan takes.
std::vector<std::uint32_t> EventOrder(const Trace& trace, const Execution& run, const std::vector<std::uint32_t>& order);

}  // namespace reweave::paths
