// Could a schedule perform these accesses of a run in this order? Told from locks held, message order and lock history alone
// (F1 to F5 of docs/techniques/recontest.md): "no" is certain for runs that do what this one did, "yes" is for a run to confirm.
#pragma once

#include <cstdint>
#include <span>

#include "detect/locksets.h"
#include "techniques/recontest/history.h"

namespace reweave::recontest {

class Feasibility {
 public:
  Feasibility(const Names& names, const History& run) : sets_(names.lock_sets), run_(run) {}

  // `order`: numbers of accesses, of two threads.
  bool Possible(std::span<const std::uint32_t> order) const;
  // Two accesses side by side.
  bool Race(std::uint32_t a, std::uint32_t b) const;
  // Only an order made by atomics forbids it.
  bool SoftlyOrdered(std::span<const std::uint32_t> order) const;

  bool HappensBefore(std::uint32_t a, std::uint32_t b) const { return Ordered(run_.messages, &Epoch::messages, a, b); }

 private:
  // A row tells how many accesses of a thread come before; numbers of accesses increase along a thread.
  bool Ordered(const Rows& rows, std::uint32_t Epoch::* row, std::uint32_t a, std::uint32_t b) const {
    const Access& first = run_.accesses[a];
    const Access& second = run_.accesses[b];
    if (first.thread == second.thread) return a < b;
    const std::uint32_t before = rows.At(run_.EpochOf(second).*row, first.thread);
    return before > 0 && run_.threads[first.thread].accesses[before - 1] >= a;
  }
  bool Window(std::uint32_t a, std::uint32_t c, std::uint32_t r) const;
  bool Reachable(std::uint16_t u, std::uint32_t state, std::uint16_t v, std::uint32_t other) const;
  bool ReleasedSince(std::uint16_t thread, std::uint32_t from, std::uint32_t to, std::uint32_t lock) const;

  const detect::LockSets& sets_;
  const History& run_;
};

}  // namespace reweave::recontest
