// Work that many processes share through a store: jobs, and their units, which workers lease.
//
// A unit is bytes that its worker understands. It is open, leased until a time, or done. Whoever holds a lease may keep its state
// (Keep), divide it, finish it, or give it back; each is one transaction and says whether the lease is still held. A lease that
// ran out is anybody's, with the state that was kept last: so what a worker did since then is done again, and counts once. Times
// are the server's, not the workers'.
//
// A generation of units becomes void as a whole when a job begins anew (Restart).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace reweave::inline store {

enum class JobState : std::int64_t { kRunning, kStopped, kFailed, kDone };  // kFailed: something was found, which ends it

struct WorkJob {
  std::string id, name;
  std::string spec;  // what is to be done, for workers
  JobState state = JobState::kRunning;
  std::int64_t generation = 0, created = 0, used = 0;  // milliseconds since 1970; used: its state changed last
};

struct WorkUnit {
  std::string id, token;
  std::string work;
  std::int64_t generation = 0, tries = 0;  // tries: leases so far, this one included
};

struct WorkerStatus {
  std::string id, node;
  std::string state;  // "idle", "busy"
  std::int64_t began = 0, seen = 0, units = 0, schedules = 0;
};

struct WorkFinding {
  std::string id, finding, schedule;  // as the worker wrote them
};

struct JobStatus {
  WorkJob job;
  std::int64_t open = 0, leased = 0, done = 0;
  std::int64_t now = 0;  // the server's clock
  std::vector<WorkerStatus> workers;
};

// What a worker needs to know between two runs.
struct Pulse {
  bool held = false;  // the lease
  JobState state = JobState::kRunning;
  std::int64_t open = 0, idle = 0;  // units that nobody has, workers that have none
};

class WorkStore {
 public:
  using Milliseconds = std::chrono::milliseconds;
  virtual ~WorkStore() = default;

  // False: there is one of this id. Its first units come with it.
  virtual Result<bool> PutJob(const WorkJob& job, const std::vector<std::string>& units) = 0;
  virtual Result<std::optional<WorkJob>> FindJob(const std::string& id) = 0;
  virtual Result<std::vector<WorkJob>> Jobs() = 0;  // newest first
  // Only from kRunning; going on from any other state is only for who asks for it by name.
  virtual Result<void> EndJob(const std::string& id, JobState state) = 0;
  // Ends a running job whose units are all done. False: one is open or leased, or the job has begun anew since this generation.
  virtual Result<bool> CompleteJob(const std::string& id, std::int64_t generation) = 0;
  virtual Result<void> ReopenJob(const std::string& id) = 0;
  virtual Result<void> RemoveJob(const std::string& id) = 0;

  // Empty: nothing is free now, or the job does not run.
  virtual Result<std::vector<WorkUnit>> Lease(const std::string& job, const std::string& worker, Milliseconds duration,
                                              unsigned most = 1) = 0;
  virtual Result<Pulse> Beat(const std::string& job, const WorkUnit& unit, Milliseconds duration) = 0;
  // The unit's work from now on, and new units that were taken from it. False: the lease is lost, nothing was changed.
  virtual Result<bool> Keep(const std::string& job, const WorkUnit& unit, const std::string& work,
                            const std::vector<std::string>& parts, Milliseconds duration) = 0;
  virtual Result<bool> Finish(const std::string& job, const WorkUnit& unit, const std::string& work) = 0;
  virtual Result<void> FinishMany(const std::string& job, const std::vector<WorkUnit>& units) = 0;
  virtual Result<bool> GiveBack(const std::string& job, const WorkUnit& unit, const std::string& work) = 0;
  // All units are void; `work` is the only one of the next generation.
  virtual Result<bool> Restart(const std::string& job, const WorkUnit& unit, const std::string& work) = 0;
  // What every unit of the generation holds, whatever its state.
  virtual Result<void> ForEachUnit(const std::string& job,
                                   const std::function<Result<void>(std::string work, bool done)>& visit) = 0;

  virtual Result<void> AddFinding(const std::string& job, const WorkFinding& finding) = 0;  // the first of an id is kept
  virtual Result<std::vector<WorkFinding>> Findings(const std::string& job, const std::vector<std::string>& known) = 0;

  virtual Result<void> Report(const std::string& job, const WorkerStatus& worker) = 0;
  virtual Result<std::optional<JobStatus>> Status(const std::string& job) = 0;
};

Result<std::unique_ptr<WorkStore>> OpenWorkStore(const std::string& where, const StoreOptions& options = {});

// Of these bytes, 32 digits: what the same content has everywhere.
std::string ContentId(std::string_view bytes);

}  // namespace reweave::inline store
