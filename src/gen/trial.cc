#include "gen/trial.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "detect/findings.h"
#include "explore/collect/grouping.h"
#include "gen/excuses.h"
#include "gen/wrapper.h"
#include "trace/kinds.h"
#include "trace/meaning.h"

namespace reweave::gen {

namespace {

std::string Demangled(const std::string& name) {
  int status = 0;
  char* text = ::abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string out = status == 0 && text != nullptr ? text : name;
  std::free(text);
  return out;
}

// Of time limits only that of the wall clock counts: a call does not end, and makes no step either. More steps than a run may
// have are made by many correct calls, too, and nobody knows when the outside answers.
bool IsCounted(const Trace& trace) {
  using enum reweave::abi::EndKind;
  const reweave::abi::EndKind end = trace.end_kind();
  return IsFailure(end) && end != kMemory && (end != kTimeout || trace.end().value == 0);
}

// Threads with a call that found a lock taken and went on without it: it may say that it did nothing, which no order of whole
// calls shows, and who waits for what it would have done waits for ever.
std::set<std::size_t> MissedALock(const Trace& trace) {
  std::set<std::size_t> out;
  for (const reweave::abi::Event& event : trace.events)
    if (event.tid > 0 && LockUseOf(event).misses()) out.insert(event.tid - 1u);  // main creates the threads in order
  return out;
}

// The class has threads of its own, which go on between two calls: what calls return depends on how far those are, in every
// order of the calls.
bool HasMoreThreads(const Trace& trace, const Candidate& candidate) {
  const auto created = std::ranges::count(trace.events, reweave::abi::EventKind::kCreate, &reweave::abi::Event::kind);
  return static_cast<std::size_t>(created) > candidate.threads.size();
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
      if (out.doubt.empty()) out.doubt = DoubtOf(callable, kind, subject_.promise);
    }
  out.first = names.empty() ? "" : names.front();
  out.second = names.empty() ? "" : names.back();
  return out;
}

std::string Trials::WhoIs(const Candidate& candidate, const Trace& trace, const detect::RacingAccess& access) {
  const SitePosition& position = names_.PositionOf(trace.events[access.event]);
  if (!position.function.empty() && !position.file.ends_with("wrapper.cc") && !position.in_library) return position.function;
  if (const auto op = MethodOfWrapper(position.function); op && *op < subject_.methods.size())
    return subject_.methods[*op].callable.name;
  const std::size_t thread = access.tid == 0 ? candidate.threads.size() : access.tid - 1u;  // main creates them in order
  if (thread >= candidate.threads.size()) return "main";
  return subject_.method(candidate.threads[thread].front().op).callable.name;
}

void Trials::SeeRaces(const Candidate& candidate, const Trace& trace, bool again, TrialResult& result) {
  races_.Analyse(trace);
  if (!races_.any_race()) return;
  names_.Use(trace);
  for (const detect::RacePair& pair : races_.pairs()) {
    if (pair.potential || hidden_races_.contains(pair.key())) continue;
    const bool first = known_races_.insert(pair.key()).second;
    if (!first && !again) continue;
    const Finding finding = detect::RaceFinding(trace, pair, names_);
    const auto of_library = [&] {
      return !library_.empty() && library_.Matches(detect::RaceDescriber(trace, names_).DescribeRaw(pair));
    };
    if (first && (of_library() || IsSuppressed(finding))) {
      hidden_races_.insert(pair.key());
      continue;
    }
    Failure failure = Make("race", candidate);
    failure.message = finding.message;
    failure.first = WhoIs(candidate, trace, pair.first);
    failure.second = WhoIs(candidate, trace, pair.second);
    result.failures.push_back(std::move(failure));
  }
}

bool Trials::IsSuppressed(const Finding& finding) {
  if (users_.empty() || !users_.Matches(finding)) return false;
  if (hidden_.insert(finding.id).second) ++suppressed_;
  return true;
}

// A callback changes the object in the middle of the call that it is given to, or the result changes it when it goes away: then
// the call is not one step for others.
bool Trials::InSteps(const Candidate& candidate) const {
  const auto one = [&](const Call& call) {
    if (ReturnsAnEnding(subject_.method(call.op).callable.returns)) return true;
    const auto& arguments = subject_.method(call.op).arguments;
    for (std::size_t i = 0; i < call.arguments.size() && i < arguments.size(); ++i)
      if (arguments[i].values[call.arguments[i]].calls_back) return true;
    return false;
  };
  return std::ranges::any_of(candidate.prefix, one) ||
         std::ranges::any_of(candidate.threads, [&](const auto& calls) { return std::ranges::any_of(calls, one); });
}

bool Trials::IsCompared(const Candidate& candidate) const { return subject_.promise.linearisable && !InSteps(candidate); }

// The part of an invariant that holds after every order of the calls, but not after this run; "" if there is none.
std::string Trials::BrokenInvariant(const Outcome& outcome, const std::vector<Outcome>& orders) const {
  for (std::size_t k = 0; k < probes_.size(); ++k) {
    if (!IsInvariant(subject_.method(probes_[k].op))) continue;
    const std::string part = fmt::format("probe {} value", k);
    const auto is = [&](const Outcome& one, const char* value) {
      const std::string* text = PartOf(one, part);
      return text != nullptr && *text == value;
    };
    if (is(outcome, "false") && std::ranges::all_of(orders, [&](const Outcome& order) { return is(order, "true"); })) return part;
  }
  return "";
}

bool Trials::IsNew(const Failure& failure, const Known& known, const TrialResult& result,
                   const std::vector<Suspect>& suspects) const {
  const auto same = [&](const Failure& other) { return other.kind == failure.kind; };
  if (std::ranges::any_of(result.failures, same)) return false;
  if (std::ranges::any_of(suspects, [&](const Suspect& suspect) { return same(suspect.failure); })) return false;
  return known.again || !known_.contains(failure.key());
}

void Trials::See(const Candidate& candidate, const Trace& trace, const Outcome& outcome, const Known& known, TrialResult& result,
                 std::vector<Suspect>& suspects) {
  ++schedules_;
  patterns_.Analyse(trace, false);
  result.fresh_patterns += patterns_.fresh().size();
  SeeRaces(candidate, trace, known.again, result);
  const auto end = trace.end_kind();
  const bool passed = end == reweave::abi::EndKind::kPass;
  std::string kind;
  if (IsCounted(trace)) kind = EndKindName(end);
  else if (passed && !outcome.threw.empty()) kind = "exception";
  else if (passed && !BrokenInvariant(outcome, known.sequential.orders).empty()) kind = "invariant";
  else if (passed && known.sequential.comparable() && IsCompared(candidate) && !Explained(outcome, known.sequential.orders)) {
    if (HasMoreThreads(trace, candidate)) own_threads_ = true;
    else kind = "linearisability";
  }
  if (kind.empty()) return;
  // How much fits depends on what others do meanwhile, the class says: more or less than in any order.
  if (kind == "linearisability" && subject_.promise.room_varies &&
      (Refused(candidate, outcome) ||
       std::ranges::any_of(known.sequential.orders, [&](const Outcome& order) { return Refused(candidate, order); })))
    return;
  Suspect suspect{.failure = Make(kind, candidate), .end = {}, .waits_for_itself = WaitsForItself(trace), .missed = {}};
  if (kind == "linearisability" || kind == "exception" || end == reweave::abi::EndKind::kDeadlock)
    suspect.missed = MissedALock(trace);
  Failure& failure = suspect.failure;
  if (!IsNew(failure, known, result, suspects)) return;
  if (!passed && !users_.empty()) {
    names_.Use(trace);
    if (IsSuppressed(FindingFromTrace(trace, names_))) return;
  }
  failure.seen = outcome;
  if (kind == "exception") failure.message = fmt::format("a call throws {}", Demangled(outcome.threw));
  else if (kind == "invariant") failure.message = "the invariant does not hold";
  else if (kind == "linearisability") failure.message = "no order of the calls gives these results";
  else if (end == reweave::abi::EndKind::kSignal) failure.message = SignalName(trace.end().value);
  else if (end == reweave::abi::EndKind::kHeap)
    failure.message = HeapErrorName(static_cast<reweave::abi::HeapError>(trace.end().value));
  else failure.message = Summarize(trace).message;
  if (!passed) suspect.end = end;
  suspects.push_back(std::move(suspect));
}

void Trials::Tell(Failure& failure) const {
  failure.telling = TellingParts(failure.seen, failure.orders, [&](const std::string& part) {
    // Best to read is what a const method shows; worst is what can be had only by changing the object.
    if (!part.starts_with("probe ")) return 1;
    return subject_.method(probes_[static_cast<std::size_t>(std::atoi(part.c_str() + 6))].op).callable.is_const ? 2 : 0;
  });
}

Result<void> Trials::Judge(const Candidate& candidate, Known& known, std::vector<Suspect>& suspects, TrialResult& result) {
  if (!suspects.empty() && !known.turns) {
    RW_ASSIGN(known.turns, runner_.RunTurns(candidate, probes_));
    const auto& turns = known.turns->orders;
    known.sequential.orders.insert(known.sequential.orders.end(), turns.begin(), turns.end());
  }
  for (Suspect& suspect : suspects) {
    Failure& failure = suspect.failure;
    const auto& turns = *known.turns;
    const bool deadlock = suspect.end == reweave::abi::EndKind::kDeadlock;
    if (!deadlock && suspect.end && std::ranges::find(turns.ended, *suspect.end) != turns.ended.end()) continue;
    if (failure.kind == "exception" &&
        std::ranges::any_of(turns.orders, [&](const Outcome& outcome) { return outcome.threw == failure.seen.threw; }))
      continue;
    if (failure.kind == "invariant") {
      failure.telling = {BrokenInvariant(failure.seen, known.sequential.orders)};
      failure.orders = known.sequential.orders;
      if (failure.telling[0].empty()) continue;
    }
    if (failure.kind == "linearisability") {
      if (Explained(failure.seen, known.sequential.orders)) continue;
      failure.orders = known.sequential.orders;
    }
    if (deadlock || failure.kind == "linearisability" || failure.kind == "exception") {
      RW_ASSIGN(const bool excused, IsExcused(candidate, known, suspect));
      if (excused) continue;
    }
    if (failure.kind == "linearisability") Tell(failure);
    if (!suspect.missed.empty()) {
      result.unclear.push_back(std::move(failure));
      continue;
    }
    known_.insert(failure.key());
    result.failures.push_back(std::move(failure));
  }
  suspects.clear();
  return {};
}

// A call that should put something in says that it did not.
bool Trials::Refused(const Candidate& candidate, const Outcome& outcome) const {
  for (std::size_t t = 0; t < candidate.threads.size(); ++t)
    for (std::size_t i = 0; i < candidate.threads[t].size(); ++i) {
      const std::string* said = PartOf(outcome, fmt::format("{}.{} value", t, i));
      if (said != nullptr && *said == "false" && RolesOf(subject_.method(candidate.threads[t][i].op).callable).produces)
        return true;
    }
  return false;
}

Result<bool> Trials::IsExcused(const Candidate& candidate, Known& known, Suspect& suspect) {
  Failure& failure = suspect.failure;
  const bool deadlock = suspect.end.has_value();
  if (deadlock) {
    // Without the other threads, too; or too many orders to know, and fewer calls will show it.
    if (suspect.waits_for_itself && (known.turns->waits_for_itself || !known.sequential.all)) return true;
    const auto& ended = known.turns->ended;
    const bool waits = known.may_block || std::ranges::find(ended, *suspect.end) != ended.end();
    if (waits && !known.may_hang) {
      RW_ASSIGN(known.may_hang, MayHang(runner_, candidate));
    }
    if (waits && *known.may_hang) return true;
  }
  if (suspect.missed.empty()) return false;
  const auto reduced = WithoutSome(candidate, suspect.missed, !deadlock);
  if (!reduced) return true;
  for (const Candidate& one : *reduced) {
    if (deadlock) {
      RW_ASSIGN(const bool hangs, MayHang(runner_, one));
      if (hangs) return true;
      continue;
    }
    if (failure.kind == "exception") {
      RW_ASSIGN(const Runner::Turns turns, runner_.RunTurns(one, probes_));
      if (std::ranges::any_of(turns.orders, [&](const Outcome& order) { return order.threw == failure.seen.threw; })) return true;
      continue;
    }
    RW_ASSIGN(const Sequential without, runner_.RunOrders(one, probes_));
    if (!without.fails) failure.orders.insert(failure.orders.end(), without.orders.begin(), without.orders.end());
  }
  return failure.kind == "linearisability" && Explained(failure.seen, failure.orders);
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
  Known known;
  known.again = again;
  RW_ASSIGN(known.sequential, runner_.RunOrders(candidate, probes_));
  out.dropped = known.sequential.fails;
  if (out.dropped) return out;
  if (known.sequential.may_block) {
    RW_ASSIGN(known.may_block, MayBlock(candidate, known.sequential));
    if (known.may_block && known.sequential.orders.empty()) out.dropped = true;
    if (out.dropped) return out;
  }
  constexpr reweave::abi::TailPolicy kTails[] = {reweave::abi::TailPolicy::kPos, reweave::abi::TailPolicy::kRandom,
                                                 reweave::abi::TailPolicy::kPct};
  const std::uint32_t batch = std::min<std::uint32_t>(runs, 16);
  std::vector<Suspect> suspects;
  for (std::uint32_t done = 0, round = 0; done < runs; done += batch, ++round) {
    const Plan plan = Runner::RandomPlan(kTails[(seed + round) % 3], seed * 1000 + done, std::min(batch, runs - done));
    RW_TRY(runner_.RunThreads(candidate, probes_, plan, [&](const Trace& trace, const Outcome& outcome) {
      See(candidate, trace, outcome, known, out, suspects);
      return true;
    }));
    RW_TRY(Judge(candidate, known, suspects, out));
  }
  return out;
}

// The published estimate, of the templates that are looked for: those over one variable.
std::uint64_t Trials::TotalPatterns() {
  struct Sites {
    std::uint64_t reading = 0, writing = 0;
  };
  std::map<std::string, Sites> variables;
  const auto count = [&](const auto&, const auto&, const auto& sites) {
    for (const auto& [site, use] : sites) {
      std::string name = names_.Lookup(site).variable;
      std::uint32_t root = site;
      for (auto at = sites.find(root); at != sites.end() && at->second.group != root; at = sites.find(root))
        root = at->second.group;
      if (name.empty()) name = fmt::format("#{}", root);  // sites that met at an address
      variables[name].reading += use.reads ? 1 : 0;
      variables[name].writing += use.writes ? 1 : 0;
    }
  };
  detect::PatternCoverage::Visit(count, patterns_);
  std::uint64_t out = 0;
  for (const auto& [name, sites] : variables) {
    const auto [r, w] = sites;
    out += 2 * r * w + w * w + r * r * w + 3 * r * w * w + w * w * w;
  }
  return out;
}

}  // namespace reweave::gen
