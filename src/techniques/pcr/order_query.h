// For others that want accesses of a run in an order of theirs: the solver's schedule for it.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "techniques/pcr/schedule.h"
#include "techniques/pcr/solve.h"

namespace reweave::pcr {

class OrderQuery {
 public:
  explicit OrderQuery(std::shared_ptr<const Trace> trace);
  // The events (numbers into trace->events) in this order, with nobody else writing in between what two of them access. None:
  // it is impossible, or not known to be possible. With all reads kept, the program does what the schedule says.
  std::optional<Schedule> Solve(std::span<const std::uint32_t> events);

 private:
  std::optional<Schedule> Solve(const Query& query);

  std::shared_ptr<const Trace> trace_;
  std::optional<Run> run_;  // none: damaged, or too long
  std::optional<Stops> stops_;
  Solver solver_;
};

}  // namespace reweave::pcr
