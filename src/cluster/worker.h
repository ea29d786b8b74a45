// A worker: leases units of a job from the store, runs them, splits them when others have nothing to do, and reports.
//
// It may be killed at any time: its unit is taken by another one when the lease has run out, from the state that was kept last.
// If the lease is lost while the worker lives (it was stopped for too long), its work is thrown away.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/result.h"
#include "explore/explorer.h"
#include "store/work.h"

namespace reweave::inline cluster {

struct WorkerSettings {
  std::string id, node;
  std::chrono::milliseconds lease = std::chrono::seconds(60);
  std::chrono::milliseconds beat = std::chrono::milliseconds(500);   // how often the store is asked
  std::chrono::milliseconds keep = std::chrono::seconds(10);         // and the unit's state kept: what a kill can cost
  std::chrono::milliseconds split_after = std::chrono::seconds(1);   // a unit is run so long before it is split
  std::chrono::nanoseconds patience = std::chrono::minutes(10);      // with a store that does not answer
  std::function<void(const std::string&)> say = {};
};

// What the job's spec means; asked once.
using OptionsOfSpec = std::function<Result<ExploreOptions>(const std::string& spec)>;

// Until the job has ended, or an interrupt. Errors: there is no such job, its program cannot be run here, the store is gone.
Result<void> RunWorker(WorkStore& store, const std::string& job, const OptionsOfSpec& options, const WorkerSettings& settings);

// The id under which a job's trouble (its program cannot be run) is kept among its findings.
constexpr char kTroubleId[] = "!trouble";

}  // namespace reweave::inline cluster
