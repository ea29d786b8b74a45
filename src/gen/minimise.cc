#include "gen/minimise.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace reweave::gen {

namespace {

constexpr std::uint32_t kRuns = 192;  // schedules a smaller candidate gets to show the failure

bool IsSame(const Failure& a, const Failure& b) {
  if (a.kind != b.kind) return false;
  if (a.kind != "race") return true;
  return (a.first == b.first && a.second == b.second) || (a.first == b.second && a.second == b.first);
}

// Every candidate that is one step smaller, larger steps first.
std::vector<Candidate> Smaller(const Candidate& from) {
  std::vector<Candidate> out;
  for (std::size_t t = 0; from.threads.size() > 2 && t < from.threads.size(); ++t) {
    out.push_back(from);
    out.back().threads.erase(out.back().threads.begin() + static_cast<std::ptrdiff_t>(t));
  }
  if (!from.prefix.empty()) {
    out.push_back(from);
    out.back().prefix.clear();
  }
  for (std::size_t i = 0; i < from.prefix.size(); ++i) {
    out.push_back(from);
    out.back().prefix.erase(out.back().prefix.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (std::size_t t = 0; t < from.threads.size(); ++t)
    for (std::size_t i = 0; from.threads[t].size() > 1 && i < from.threads[t].size(); ++i) {
      out.push_back(from);
      auto& calls = out.back().threads[t];
      calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(i));
    }
  // The first call is made on the first object.
  if (!from.threads.empty() && !from.threads[0].empty() && from.threads[0][0].on != 0) {
    out.push_back(from);
    const auto turn = [](Call& call) { call.on = 1 - call.on; };
    std::ranges::for_each(out.back().prefix, turn);
    for (auto& calls : out.back().threads) std::ranges::for_each(calls, turn);
  }
  const auto simpler = [&](auto&& call_of) {
    const std::size_t count = call_of(const_cast<Candidate&>(from)).arguments.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (call_of(const_cast<Candidate&>(from)).arguments[i] == 0) continue;
      out.push_back(from);
      call_of(out.back()).arguments[i] = 0;
    }
  };
  simpler([](Candidate& c) -> Call& { return c.constructor; });
  for (std::size_t i = 0; i < from.prefix.size(); ++i) simpler([i](Candidate& c) -> Call& { return c.prefix[i]; });
  for (std::size_t t = 0; t < from.threads.size(); ++t)
    for (std::size_t i = 0; i < from.threads[t].size(); ++i) simpler([t, i](Candidate& c) -> Call& { return c.threads[t][i]; });
  return out;
}

Result<std::optional<Failure>> Shows(Trials& trials, const Failure& failure, const Candidate& candidate) {
  for (std::uint32_t done = 0; done < kRuns; done += kRuns / 4) {
    RW_ASSIGN(TrialResult result, trials.Try(candidate, kRuns / 4, 7 + done, true));
    if (result.dropped) return std::nullopt;
    for (Failure& found : result.failures)
      if (IsSame(found, failure)) return std::move(found);
  }
  return std::nullopt;
}

}  // namespace

Result<Failure> Minimise(Trials& trials, const Failure& failure, std::chrono::nanoseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  Failure best = failure;
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const Candidate& candidate : Smaller(best.candidate)) {
      if (std::chrono::steady_clock::now() > end) return best;
      RW_ASSIGN(std::optional<Failure> found, Shows(trials, best, candidate));
      if (!found) continue;
      best = std::move(*found);
      smaller = true;
      break;
    }
  }
  return best;
}

}  // namespace reweave::gen
