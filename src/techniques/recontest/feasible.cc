#include "techniques/recontest/feasible.h"

#include <algorithm>

namespace reweave::recontest {

namespace {

constexpr std::uint32_t kMostStates = 1000;  // of a window: beyond it the answer is "possible"

}  // namespace

// Was the lock acquired and given back again between two lock states of the thread?
bool Feasibility::ReleasedSince(std::uint16_t thread, std::uint32_t from, std::uint32_t to, std::uint32_t lock) const {
  const std::vector<LockState>& states = run_.threads[thread].states;
  if (to - from > kMostStates) return false;
  const auto section = [&](std::uint32_t state) -> std::uint32_t {
    for (const HeldNow& held : run_.HeldIn(states[state]))
      if (held.lock == lock) return held.section;
    return 0;
  };
  const std::uint32_t before = section(from), after = section(to);
  for (std::uint32_t s = from + 1; s < to; ++s)
    if (const std::uint32_t now = section(s); now != 0 && now != before && now != after) return true;
  return false;
}

// Lock histories: no schedule has u inside l after it went through l2, and v inside l2 after it went through l.
bool Feasibility::Reachable(std::uint16_t u, std::uint32_t state, std::uint16_t v, std::uint32_t other) const {
  const History::Thread& first = run_.threads[u];
  const History::Thread& second = run_.threads[v];
  if (!first.nested || !second.nested) return true;
  for (const HeldNow& a : run_.HeldIn(first.states[state]))
    for (const HeldNow& b : run_.HeldIn(second.states[other])) {
      if (a.lock == b.lock || a.shared || b.shared) continue;
      if (ReleasedSince(u, a.since, state, b.lock) && ReleasedSince(v, b.since, other, a.lock)) return false;
    }
  return true;
}

// Is there a point of the thread of a and c, after a and before c, at which another thread may perform r?
bool Feasibility::Window(std::uint32_t a, std::uint32_t c, std::uint32_t r) const {
  const Access& first = run_.accesses[a];
  const Access& last = run_.accesses[c];
  const Access& remote = run_.accesses[r];
  if (last.state - first.state > kMostStates) return true;
  const std::uint32_t needed = run_.StateOf(remote).set;
  const std::vector<LockState>& states = run_.threads[first.thread].states;
  for (std::uint32_t s = first.state; s <= last.state; ++s)
    if (!sets_.Protected(states[s].set, needed) && Reachable(first.thread, s, remote.thread, remote.state)) return true;
  return false;
}

bool Feasibility::Race(std::uint32_t a, std::uint32_t b) const {
  const Access& x = run_.accesses[a];
  const Access& y = run_.accesses[b];
  if (sets_.Protected(run_.StateOf(x).set, run_.StateOf(y).set)) return false;
  return !HappensBefore(a, b) && !HappensBefore(b, a) && Reachable(x.thread, x.state, y.thread, y.state);
}

bool Feasibility::Possible(std::span<const std::uint32_t> order) const {
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j)
      if (HappensBefore(order[j], order[i])) return false;
  for (std::size_t i = 0; i < order.size(); ++i) {
    // The next access of the same thread, and what others do before it.
    std::size_t next = i + 1;
    while (next < order.size() && run_.accesses[order[next]].thread != run_.accesses[order[i]].thread) ++next;
    if (next == order.size()) continue;
    for (std::size_t r = i + 1; r < next; ++r)
      if (!Window(order[i], order[next], order[r])) return false;
  }
  return true;
}

bool Feasibility::SoftlyOrdered(std::span<const std::uint32_t> order) const {
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j)
      if (Ordered(run_.orders, &Epoch::order, order[j], order[i])) return true;
  return false;
}

}  // namespace reweave::recontest
