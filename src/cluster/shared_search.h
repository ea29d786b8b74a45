// One search on many workers, from the side of who wants its result.
//
// The search is a job of the store, known by its content: whoever asks for the same search again goes on with it, or gets its
// result. The process that asked may end at any time; the workers go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "cluster/launcher.h"
#include "explore/explorer.h"
#include "store/work.h"

namespace reweave::inline cluster {

struct SharedStatus {
  JobStatus job;
  std::uint64_t schedules = 0;
  std::size_t findings = 0;
  double seconds = 0;
};

struct SharedOptions {
  std::string job, name;
  std::string spec;    // for the workers
  unsigned tasks = 1;
  std::chrono::nanoseconds patience = std::chrono::minutes(10);
  std::function<void(const SharedStatus&)> status = {};
  // Ctrl-C: true stops the search, false leaves it running. Asked once. Null: it is stopped.
  std::function<bool()> on_interrupt = {};
};

struct SharedResult {
  ExploreResult result;
  bool left_running = false;  // there is no result yet
};

Result<SharedResult> ExploreShared(const ExploreOptions& options, const SharedOptions& shared, WorkStore& store,
                                   Launcher& launcher);

// The result of a job that has ended or was stopped, from what the store holds.
Result<ExploreResult> ResultOf(const ExploreOptions& options, const std::string& job, WorkStore& store);

}  // namespace reweave::inline cluster
