// From an order of events to a plan that makes a run go this way: segments, outcomes, and what to compare the run with.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abi/control.h"
#include "techniques/pcr/problem.h"

namespace reweave::pcr {

struct Place {  // of an event in the run that is to come
  std::uint16_t tid = 0;
  std::uint32_t ordinal = 0, site = 0;
};

struct Schedule {
  std::vector<abi::Segment> segments;
  std::vector<abi::OutcomeChoice> outcomes;
  std::vector<Place> steps;     // of the query, in their order
  std::uint64_t signature = 0;  // the same for orders in which every read has the same source and every lock the same sequence
};

// Where the threads of a run can be stopped: made once for all schedules that are derived from the run.
struct Stops {
  explicit Stops(const Trace& trace);
  std::vector<std::vector<std::uint32_t>> events;  // by thread, ascending
  Summary summary;
};

// The order is cut after the last step. Threads are numbered as the new order creates them. Of a window: without what comes
// before it, which is as long as the run and is added when the schedule is to be run.
Schedule MakeSchedule(const Trace& trace, const Stops& stops, const Problem& problem, std::span<const EventId> order);

// The schedule of a window with what comes before the window.
Schedule WithBeginning(const Trace& trace, const Stops& stops, const Run& run, Schedule schedule);

// Numbers of the steps in a trace, kNone for those that are not there.
std::vector<std::uint32_t> FindSteps(const Trace& trace, std::span<const Place> steps);

}  // namespace reweave::pcr
