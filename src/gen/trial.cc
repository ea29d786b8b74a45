#include "gen/trial.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "detect/findings.h"
#include "trace/kinds.h"

namespace reweave::gen {

namespace {

std::string Demangled(const std::string& name) {
  int status = 0;
  char* text = ::abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string out = status == 0 && text != nullptr ? text : name;
  std::free(text);
  return out;
}

bool IsCounted(reweave::abi::EndKind end) {
  using enum reweave::abi::EndKind;
  return IsFailure(end) && end != kTimeout && end != kMemory;
}

}  // namespace

Failure Trials::Make(const std::string& kind, const Candidate& candidate) const {
  Failure out;
  out.kind = kind;
  out.candidate = candidate;
  out.const_only = true;
  std::vector<std::string>& names = out.methods;
  for (const auto& calls : candidate.threads)
    for (const Call& call : calls) {
      const Callable& callable = subject_.method(call.op).callable;
      out.const_only &= callable.is_const;
      names.push_back(callable.name);
    }
  out.first = names.empty() ? "" : names.front();
  out.second = names.empty() ? "" : names.back();
  return out;
}

std::string Trials::WhoIs(const Candidate& candidate, const Trace& trace, const detect::RacingAccess& access) {
  const SitePosition& position = names_.PositionOf(trace.events[access.event]);
  if (!position.function.empty() && !position.file.ends_with("wrapper.cc") && !position.in_library) return position.function;
  const std::size_t thread = access.tid == 0 ? candidate.threads.size() : access.tid - 1u;  // main creates them in order
  if (thread >= candidate.threads.size()) return "main";
  return subject_.method(candidate.threads[thread].front().op).callable.name;
}

void Trials::SeeRaces(const Candidate& candidate, const Trace& trace, bool again, TrialResult& result) {
  races_.Analyse(trace);
  if (!races_.any_race()) return;
  names_.Use(trace);
  for (const detect::RacePair& pair : races_.pairs()) {
    if (pair.potential || (!known_races_.insert(pair.key()).second && !again)) continue;
    Failure failure = Make("race", candidate);
    failure.message = detect::RaceFinding(trace, pair, names_).message;
    failure.first = WhoIs(candidate, trace, pair.first);
    failure.second = WhoIs(candidate, trace, pair.second);
    result.failures.push_back(std::move(failure));
  }
}

void Trials::See(const Candidate& candidate, const Trace& trace, const Outcome& outcome, const Sequential& sequential,
                 bool may_block, bool again, TrialResult& result) {
  ++schedules_;
  patterns_.Analyse(trace, false);
  result.fresh_patterns += patterns_.fresh().size();
  SeeRaces(candidate, trace, again, result);
  const auto known = [&](const std::string& kind) {
    return std::ranges::any_of(result.failures, [&](const Failure& f) { return f.kind == kind; });
  };
  const auto end = trace.end_kind();
  if (IsCounted(end)) {
    const std::string kind(EndKindName(end));
    if ((end == reweave::abi::EndKind::kDeadlock && may_block) || known(kind)) return;
    Failure failure = Make(kind, candidate);
    failure.message = Summarize(trace).message;
    if (end == reweave::abi::EndKind::kSignal) failure.message = SignalName(trace.end().value);
    if (end == reweave::abi::EndKind::kHeap)
      failure.message = HeapErrorName(static_cast<reweave::abi::HeapError>(trace.end().value));
    result.failures.push_back(std::move(failure));
  } else if (end == reweave::abi::EndKind::kPass && !outcome.threw.empty()) {
    if (known("exception")) return;
    Failure failure = Make("exception", candidate);
    failure.message = fmt::format("a call throws {}", Demangled(outcome.threw));
    result.failures.push_back(std::move(failure));
  } else if (end == reweave::abi::EndKind::kPass && subject_.promise.linearisable && sequential.comparable() &&
             !Explained(outcome, sequential.orders) && !known("linearisability")) {
    Failure failure = Make("linearisability", candidate);
    failure.seen = outcome;
    failure.orders = sequential.orders;
    failure.telling = TellingParts(outcome, sequential.orders, [&](const std::string& part) {
      // Best to read is what a const method shows; worst is what can be had only by changing the object.
      if (!part.starts_with("probe ")) return 1;
      return subject_.method(probes_[static_cast<std::size_t>(std::atoi(part.c_str() + 6))].op).callable.is_const ? 2 : 0;
    });
    failure.message = "no order of the calls gives these results";
    result.failures.push_back(std::move(failure));
  }
}

// Whether the threads can all wait for ever though none was preempted: then a deadlock is no fault. What such runs come to is
// allowed, too.
Result<bool> Trials::MayBlock(const Candidate& candidate, Sequential& sequential) {
  bool blocks = false;
  Candidate turned = candidate;
  std::vector<Outcome> seen;
  for (std::size_t i = 0; i < candidate.threads.size() && !blocks; ++i) {
    const auto see = [&](const Trace& trace, const Outcome& outcome) {
      if (trace.end_kind() == reweave::abi::EndKind::kDeadlock) blocks = true;
      else if (i == 0 && trace.end_kind() == reweave::abi::EndKind::kPass) seen.push_back(outcome);
      return true;
    };
    RW_TRY(runner_.RunThreads(turned, probes_, Runner::UnforcedPlan(), see));
    std::ranges::rotate(turned.threads, turned.threads.begin() + 1);
  }
  if (!blocks) sequential.orders.insert(sequential.orders.end(), seen.begin(), seen.end());
  return blocks;
}

Result<TrialResult> Trials::Try(const Candidate& candidate, std::uint32_t runs, std::uint64_t seed, bool again) {
  TrialResult out;
  RW_ASSIGN(Sequential sequential, runner_.RunOrders(candidate, probes_));
  out.dropped = sequential.fails;
  if (out.dropped) return out;
  bool may_block = false;
  if (sequential.may_block) {
    RW_ASSIGN(may_block, MayBlock(candidate, sequential));
    if (may_block && sequential.orders.empty()) out.dropped = true;
    if (out.dropped) return out;
  }
  constexpr reweave::abi::TailPolicy kTails[] = {reweave::abi::TailPolicy::kPos, reweave::abi::TailPolicy::kRandom,
                                                 reweave::abi::TailPolicy::kPct};
  const std::uint32_t batch = std::min<std::uint32_t>(runs, 16);
  for (std::uint32_t done = 0, round = 0; done < runs; done += batch, ++round) {
    const Plan plan = Runner::RandomPlan(kTails[(seed + round) % 3], seed * 1000 + done, std::min(batch, runs - done));
    RW_TRY(runner_.RunThreads(candidate, probes_, plan, [&](const Trace& trace, const Outcome& outcome) {
      See(candidate, trace, outcome, sequential, may_block, again, out);
      return true;
    }));
  }
  return out;
}

std::uint64_t Trials::TotalPatterns() {
  return patterns_.Total([&](std::uint32_t site) { return names_.Lookup(site).variable; });
}

}  // namespace reweave::gen
