// Orders of the events of a problem: making one, and checking one from the first principles that the solvers' rules come from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "techniques/pcr/problem.h"

namespace reweave::pcr {

// State of locks, cells and waits while events of a problem are executed one by one.
class Execution {
 public:
  explicit Execution(const Problem& problem);
  // Empty: the event may be next in its thread. Otherwise what is against it.
  std::string Against(EventId e) const { return Check(e, true); }
  bool Allows(EventId e) const { return Check(e, false).empty(); }
  void Do(EventId e);
  std::uint32_t done(std::uint16_t tid) const { return done_[tid]; }
  bool Done(EventId e) const { return run_.events[e].seq <= done_[run_.events[e].tid]; }
  bool all_steps_done() const { return next_step_ == problem_.query().steps.size(); }

 private:
  std::string Check(EventId e, bool say) const;
  const Problem& problem_;
  const Run& run_;
  std::vector<std::uint32_t> done_;
  std::vector<EventId> writer_;        // by cell
  std::vector<std::uint32_t> pending_;  // by access of a write: kept reads of it that have not happened; by cell: of the start
  std::vector<std::uint32_t> initial_pending_;
  std::vector<std::uint32_t> exclusive_, shared_;  // holders by lock
  std::size_t next_step_ = 0;
};

enum class Preference : std::uint8_t { kStay, kAsRecorded };
// Clock row of an event: how many events of each thread must come before. False: got stuck, `order` is how far it came.
bool Arrange(const Problem& problem, const std::function<const std::uint32_t*(EventId)>& clock, Preference preference,
             std::vector<EventId>& order);

// Executes the order from the start; empty if it is one that could have been run and does what the query asks.
std::string Simulate(const Problem& problem, std::span<const EventId> order);

}  // namespace reweave::pcr
