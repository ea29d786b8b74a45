// A schedule: what people keep of a run so that it can be made again. The file format (.rws) is docs/formats/schedule.md;
// schedule_file.cc reads and writes it.
//
// The choices are only the switches. Next to them stands the list of all steps the run made, by which a replay is verified
// step by step; it is never needed to steer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abi/control.h"
#include "base/result.h"
#include "detect/reorder.h"
#include "explore/schedule/plan.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline schedule {

struct ScheduleStep {
  std::uint16_t tid = 0;
  abi::EventKind kind = abi::EventKind::kNone;
  std::uint32_t ordinal = 0;
  std::uint32_t site = 0;
  friend bool operator==(const ScheduleStep&, const ScheduleStep&) = default;
};

// Two accesses that are not ordered in the run.
struct RaceExpectation {
  detect::EventName first, second;
  friend bool operator==(const RaceExpectation&, const RaceExpectation&) = default;
};

struct Schedule {
  std::vector<std::string> command;   // as given
  std::string directory;              // where the program ran, "" = where the command was given
  std::vector<std::pair<std::string, std::string>> environment;  // on top of the caller's
  std::string build_key;
  std::string tool_version;
  abi::Isolation isolation = abi::Isolation::kRewind;
  std::uint32_t pool_threads = 16;
  std::uint32_t follow = 0;           // the program's fork whose child this is a run of; 0 = the program itself
  std::uint64_t start_at = 0;         // the rewind point, in steps after the first thread; 0 = the first thread
  std::uint32_t window = 0;           // points that were varied (abi::Extras); 0 = all
  std::uint32_t gather = 0;           // the rewind point is a gathering (abi::Extras) at these call sites of the program
  std::vector<std::uint32_t> gather_calls;
  std::string strategy;               // for the record
  std::uint64_t schedule_number = 0;  // for the record: which one of the search

  Plan plan;                          // one run, with the switches; granularity, record, limits, flags
  bool by_seed = false;               // the run's steps were lost with its process: the plan repeats tail policy and seed
  std::vector<std::string> thread_paths;       // by tid
  std::map<std::uint32_t, std::string> sites;  // stable text of the sites used, where known

  abi::EndKind end = abi::EndKind::kPass;      // what is expected to happen
  std::string message;
  std::uint16_t end_tid = 0;
  std::optional<RaceExpectation> race;         // the schedule was kept for this race
  std::vector<ScheduleStep> steps;
};

// The plan (segments, outcomes, tail stay) that makes the run of this trace again. `ran` is the plan it was run with: settings
// are taken from there.
Plan PlanFromTrace(const Trace& trace, const Plan& ran);
// The same up to this operation of the thread, which must be in the trace; then the default policy.
Plan PlanUpTo(const Trace& trace, const Plan& ran, std::uint16_t tid, std::uint32_t ordinal);
std::vector<ScheduleStep> StepsOf(const Trace& trace);
// Plan, steps, threads, sites and end; the caller fills in program and origin.
Schedule ScheduleFromTrace(const Trace& trace, const Plan& ran, const SiteNames& names);

std::string EncodeSchedule(const Schedule& schedule);
// Files of one run that differ only in the race they were kept for. What they have in common is encoded once.
class ScheduleEncoder {
 public:
  explicit ScheduleEncoder(const Schedule& schedule);
  ~ScheduleEncoder();
  ScheduleEncoder(const ScheduleEncoder&) = delete;
  ScheduleEncoder& operator=(const ScheduleEncoder&) = delete;
  std::string Encode(const std::optional<RaceExpectation>& race);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};
// `name` is for messages. Errors are kUsage and say at which byte.
Result<Schedule> DecodeSchedule(std::string_view bytes, const std::string& name);
Result<Schedule> ReadSchedule(const std::string& path);
Result<void> WriteSchedule(const Schedule& schedule, const std::string& path);

}  // namespace reweave::inline schedule
