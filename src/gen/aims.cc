// Candidates for faults that no two calls from one state show: memory without a common lock, and calls that wait.
#include <algorithm>

#include "gen/search.h"

namespace reweave::gen {

bool Search::IsAllowed(const Candidate& candidate) const {
  for (std::size_t a = 0; a < candidate.threads.size(); ++a)
    for (std::size_t b = a + 1; b < candidate.threads.size(); ++b)
      for (const Call& one : candidate.threads[a])
        for (const Call& two : candidate.threads[b])
          if (!allowed_.contains(std::minmax(one.op, two.op))) return false;
  return KeepsToRules(candidate);
}

// Two calls that touch the same memory with no lock in common, each in a state of its own. The first thread makes its call from
// its state. The second one makes the calls that its own state needs, then its call: what the first call did may have undone
// them.
std::optional<Candidate> Search::MakeUnguarded() {
  const auto uses = unguarded_.Rarest(rng_);
  if (!uses) return std::nullopt;
  const State &here = states_[uses->first.state], &there = states_[uses->second.state];
  if (here.candidate.constructor.op != there.candidate.constructor.op) return std::nullopt;
  std::vector<Call> calls = there.candidate.prefix;
  std::erase_if(calls, [&](const Call& call) { return subject_.method(call.op).callable.is_const; });
  std::size_t made = std::min<std::size_t>(calls.size(), gen_wrapper::kMostCalls - 1);
  if (rng_.Below(3) == 0) made = rng_.Below(made + 1);
  calls.erase(calls.begin(), calls.end() - static_cast<std::ptrdiff_t>(made));
  calls.push_back(there.steps[uses->second.step].call);
  Candidate out = here.candidate;
  out.threads = {{here.steps[uses->first.step].call}, std::move(calls)};
  return IsAllowed(out) ? std::optional(out) : std::nullopt;
}

// Several threads whose calls wait, and one whose calls touch what these wait for: who is woken, and is it enough?
std::optional<Candidate> Search::MakeWaiters() {
  if (waiting_.empty()) return std::nullopt;
  const State& state = states_[waiting_[rng_.Below(waiting_.size())]];
  std::vector<const Step*> waiting, giving;
  for (const Step& step : state.steps)
    if (step.footprint.usable && step.footprint.waits) waiting.push_back(&step);
  const auto any = [&](const std::vector<const Step*>& steps) { return steps[rng_.Below(steps.size())]; };
  const Step* const first = any(waiting);
  for (const Step& step : state.steps)
    if (step.footprint.usable && !step.footprint.waits && !subject_.method(step.call.op).callable.is_const &&
        !SharedMemory(first->footprint.touches, step.footprint.touches).empty())
      giving.push_back(&step);
  if (giving.empty()) return std::nullopt;
  Candidate out = state.candidate;
  out.threads = {{first->call}, {rng_.Below(2) == 0 ? first->call : any(waiting)->call}};
  if (rng_.Below(4) == 0) out.threads.push_back({any(waiting)->call});
  std::vector<Call> gives = {any(giving)->call};
  if (rng_.Below(2) == 0) gives.push_back(any(giving)->call);
  out.threads.push_back(std::move(gives));
  return IsAllowed(out) ? std::optional(out) : std::nullopt;
}

}  // namespace reweave::gen
