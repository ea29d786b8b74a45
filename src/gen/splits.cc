// Faults that need several calls in one thread: calls that were made one after the other are given to two threads. The first
// thread makes one call; the second makes those that lead on to a call which touches the same memory again.
#include <algorithm>

#include "gen/search.h"

namespace reweave::gen {

namespace {

constexpr std::size_t kLooks = 6;      // calls that are looked at each time
constexpr std::size_t kMostWays = 6;   // to the same memory that are remembered
constexpr std::size_t kMostStates = 40;  // that are looked at after a call

}  // namespace

void Search::AddSplit(const State& state, const Edge& first, std::vector<Call> calls, const Step& last) {
  if (!last.footprint.usable) return;
  calls.push_back(last.call);
  const auto allowed = [&](const Call& call) { return allowed_.contains(std::minmax(first.step.call.op, call.op)); };
  if (!std::ranges::all_of(calls, allowed)) return;
  const std::vector<std::uint64_t> shared = SharedMemory(first.step.footprint.touches, last.footprint.touches);
  if (shared.empty()) return;
  Candidate out = state.candidate;
  out.threads = {{first.step.call}, std::move(calls)};
  if (!KeepsToRules(out)) return;
  for (const std::uint64_t address : shared) {
    Split& split = splits_[address];
    const std::uint64_t slot = rng_.Below(++split.known);
    if (split.ways.size() < kMostWays) split.ways.push_back(out);
    else if (slot < kMostWays) split.ways[slot] = out;
  }
}

// By the shortest way to each state that can be reached.
void Search::AddSplits(const State& state, const Edge& first) {
  if (!first.step.footprint.usable) return;
  struct Reached {
    std::size_t state;
    std::vector<Call> calls;
  };
  std::vector<Reached> reached = {{first.to, {}}};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const State& at = states_[reached[i].state];
    for (const Step& last : at.steps) AddSplit(state, first, reached[i].calls, last);
    for (const Edge& edge : at.edges) {
      AddSplit(state, first, reached[i].calls, edge.step);
      const bool known = std::ranges::find(reached, edge.to, &Reached::state) != reached.end();
      if (known || reached[i].calls.size() + 1 >= gen_wrapper::kMostCalls || reached.size() >= kMostStates) continue;
      std::vector<Call> calls = reached[i].calls;
      calls.push_back(edge.step.call);
      reached.push_back({edge.to, std::move(calls)});
    }
  }
}

void Search::FindSplits() {
  for (std::size_t look = 0; look < kLooks; ++look) {
    const State& state = states_[rng_.Below(states_.size())];
    if (!state.edges.empty()) AddSplits(state, state.edges[rng_.Below(state.edges.size())]);
  }
}

// One for the memory that was tried least.
std::optional<Candidate> Search::MakeSplit() {
  const auto least = std::ranges::min_element(splits_, {}, [](const auto& entry) { return entry.second.tries; });
  if (least == splits_.end()) return std::nullopt;
  Split& split = least->second;
  ++split.tries;
  return split.ways[rng_.Below(split.ways.size())];
}

}  // namespace reweave::gen
