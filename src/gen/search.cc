#include "gen/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/interrupt.h"

namespace reweave::gen {

namespace {

constexpr std::uint32_t kQuickRuns = 4, kDeepRuns = 32;
constexpr std::uint64_t kDeepEvery = 16, kGrowEvery = 64;  // rounds
constexpr std::uint64_t kMostDeepRuns = 1500;
constexpr std::uint64_t kQuiet = 4000;  // candidates without news after which the search ends early

}  // namespace

Search::Search(Subject& subject, Runner& runner, SearchOptions options)
    : subject_(subject), runner_(runner), options_(std::move(options)), trials_(subject, runner), rng_(options_.seed) {}

double Search::Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

double Search::Budget() const {
  const double all = std::chrono::duration<double>(options_.time).count();
  return options_.writes ? all * 2 / 3 : all;
}

bool Search::Over() const {
  if (Interrupted() || Seconds() > Budget()) return true;
  return options_.tests && result_.tried >= *options_.tests;
}

// Of a class whose runs are slow, what is known by then has to do.
bool Search::LookedLongEnough() const { return Over() || (pairs_.empty() && Seconds() > 0.5 * Budget()); }

// Calls that show the object's state: const methods, and methods that only give something out. Each must work on a new object and
// say the same twice.
Result<void> Search::FindProbes() {
  std::vector<Call> probes;
  const auto works = [&](const Call& call) -> Result<bool> {
    const std::vector<Call> one = {call};
    const Candidate& fresh = states_[0].candidate;
    RW_ASSIGN(const Sequential first, runner_.RunOrders(fresh, one));
    if (first.fails || first.may_block || first.orders.empty()) return false;
    RW_ASSIGN(const Sequential second, runner_.RunOrders(fresh, one));
    const Parts& parts = first.orders[0].parts;
    return !parts.empty() && !parts[0].second.starts_with("throw") && second.orders == first.orders;
  };
  for (const bool is_const : {true, false})
    for (std::size_t op = 0; op < subject_.methods.size() && !LookedLongEnough(); ++op) {
      const Operation& method = subject_.methods[op];
      if (method.callable.is_const != is_const || method.callable.is_static || IsApproximate(method.callable)) continue;
      const bool gives = method.callable.returns.kind != "void" || std::ranges::any_of(method.arguments, &Argument::out);
      const bool takes = std::ranges::any_of(method.arguments, [](const Argument& a) { return !a.out; });
      if (!gives || (!is_const && takes) || TakesOther(method)) continue;
      const std::size_t variants = is_const ? (takes ? 2 : 1) : 3;
      for (std::size_t variant = 0; variant < variants && probes.size() < gen_wrapper::kMostProbes; ++variant) {
        Call call{static_cast<int>(op), {}};
        for (const Argument& argument : method.arguments)
          call.arguments.push_back(static_cast<std::uint8_t>(is_const && !argument.out ? variant % argument.values.size() : 0));
        RW_ASSIGN(const bool good, works(call));
        if (!good) break;
        probes.push_back(call);
        if (!subject_.has_other() || probes.size() >= gen_wrapper::kMostProbes) continue;
        call.on = 1;
        probes.push_back(std::move(call));
      }
    }
  trials_.set_probes(std::move(probes));
  return {};
}

// Whether what was done with one object shows in the next: there is only one, or the class has static members that change. Each
// method is called after a call that shows something, twice.
Result<bool> Search::KeepsStateOutside() {
  constexpr std::size_t kLooks = 3;
  for (const Operation& constructor : subject_.constructors)
    if (constructor.callable.factory && constructor.callable.returns.ref == "&") return true;
  const std::vector<Call>& probes = trials_.probes();
  for (std::size_t op = 0; op < subject_.methods.size(); ++op)
    for (std::size_t look = 0; look < std::min(kLooks, probes.size()) && !subject_.methods[op].only_probe; ++look) {
      Candidate candidate = states_[0].candidate;
      candidate.threads = {{probes[rng_.Below(probes.size())]}, {AnyCall(static_cast<int>(op))}};
      RW_ASSIGN(const bool leaves, runner_.LeavesSomething(candidate, probes));
      if (leaves) return true;
    }
  return false;
}

void Search::MakePairs() {
  result_.const_only = subject_.promise.kind != Promise::Kind::kThreadSafe && !options_.assume_safe;
  if (result_.const_only && subject_.promise.confined) return;
  const int count = static_cast<int>(subject_.methods.size());
  for (int a = 0; a < count; ++a)
    for (int b = a; b < count; ++b) {
      const bool both_const = subject_.method(a).callable.is_const && subject_.method(b).callable.is_const;
      if (result_.const_only && !both_const) continue;
      if (!options_.only.empty() && !options_.only.contains(a) && !options_.only.contains(b)) continue;
      if (subject_.method(a).only_probe || subject_.method(b).only_probe) continue;
      Candidate both;
      both.threads = {{{a, {}}}, {{b, {}}}};
      if (!KeepsToRules(both)) continue;
      pairs_.push_back({a, b});
      paired_.insert({a, b});
      allowed_.emplace(std::pair(a, b), both_const);
    }
  const auto rank = [&](const Pair& p) { return std::tuple(!allowed_.at({p.first, p.second}), p.first, p.second); };
  if (!options_.random_only) std::ranges::sort(pairs_, {}, rank);
}

Search::Pair& Search::ChoosePair() {
  if (options_.random_only) return pairs_[rng_.Below(pairs_.size())];
  if (first_pass_ < pairs_.size()) return pairs_[first_pass_++];
  if (rng_.Below(10) == 0) return pairs_[rng_.Below(pairs_.size())];
  // The best of a few, by what the pair may still show.
  Pair* best = nullptr;
  double most = -1;
  for (int i = 0; i < 4; ++i) {
    Pair& pair = pairs_[rng_.Below(pairs_.size())];
    const double conflict = meetings_.Meet(pair.first, pair.second) ? 1 : 0.05;
    const double worth = (conflict + pair.reward) / (1 + 0.02 * static_cast<double>(pair.tries));
    if (worth > most) best = &pair, most = worth;
  }
  return *best;
}

// What the documentation allows to one thread only is called by one thread only.
bool Search::KeepsToRules(const Candidate& candidate) const {
  const Promise& promise = subject_.promise;
  if (promise.limits.empty()) return true;
  for (const std::set<std::string>& names : promise.one_thread) {
    const auto one_of = [&](const Call& call) { return names.contains(subject_.method(call.op).callable.name); };
    if (std::ranges::count_if(candidate.threads, [&](const auto& calls) { return std::ranges::any_of(calls, one_of); }) > 1)
      return false;
  }
  int producers = 0, consumers = 0, writers = 0, readers = 0;
  for (const auto& calls : candidate.threads) {
    Roles all;
    for (const Call& call : calls) {
      const Roles one = RolesOf(subject_.method(call.op).callable);
      all.produces |= one.produces, all.consumes |= one.consumes, all.writes |= one.writes, all.reads |= one.reads;
    }
    producers += all.produces, consumers += all.consumes, writers += all.writes, readers += all.reads;
  }
  return !(promise.single_producer && producers > 1) && !(promise.single_consumer && consumers > 1) &&
         !(promise.single_writer && writers > 1) && !(promise.single_reader && readers > 1);
}

Call Search::AnyCall(int op) {
  Call out = RandomCall(subject_.method(op), op, rng_);
  if (subject_.has_other()) out.on = static_cast<std::uint8_t>(rng_.Below(2));
  return out;
}

Candidate Search::MakeCandidate(Pair& pair) {
  ++pair.tries;
  const auto make = [&] {
    Candidate out = options_.random_only ? RandomState() : AnyState();
    out.threads = {{AnyCall(pair.first)}, {AnyCall(pair.second)}};
    const Operation& second = subject_.method(pair.second);
    const std::vector<std::uint8_t>& mine = out.threads[0][0].arguments;
    std::vector<std::uint8_t>& theirs = out.threads[1][0].arguments;
    // The same values in both threads, so that they meet.
    for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i)
      if (mine[i] < second.arguments[i].values.size() && rng_.Below(2) == 0) theirs[i] = mine[i];
    Lengthen(out, pair.first, pair.second);
    return out;
  };
  Candidate out = make();
  for (int tries = 0; tries < 8 && !KeepsToRules(out); ++tries) out = make();
  if (!KeepsToRules(out)) out.threads = {{out.threads[0][0]}, {out.threads[1][0]}};
  return out;
}

// In one half of the cases: more calls, more threads.
void Search::Lengthen(Candidate& out, int first, int second) {
  const int other = rng_.Below(2) == 0 ? first : second;
  const Pair& any = pairs_[rng_.Below(pairs_.size())];
  switch (rng_.Below(8)) {
    case 0: out.threads[rng_.Below(2)].push_back(AnyCall(other)); break;
    case 1: out.threads[rng_.Below(2)].push_back(AnyCall(any.first)); break;
    case 2: out.threads[0].push_back(AnyCall(other)), out.threads[1].push_back(AnyCall(any.second)); break;
    case 3: out.threads.push_back({AnyCall(rng_.Below(2) == 0 ? other : any.second)}); break;
    default: break;
  }
  if (out.threads.size() == 3 && rng_.Below(4) == 0) out.threads.push_back({AnyCall(other)});
}

// Two calls that can meet where few did so far.
std::optional<Candidate> Search::MakeMeeting() {
  const Meetings::Way* way = meetings_.Rarest(rng_);
  if (way == nullptr) return std::nullopt;
  const State& state = states_[way->state];
  Candidate out = state.candidate;
  const Call &first = state.steps[way->first].call, &second = state.steps[way->second].call;
  out.threads = {{first}, {second}};
  if (!KeepsToRules(out)) return std::nullopt;
  const Candidate small = out;
  if (rng_.Below(3) == 0) Lengthen(out, first.op, second.op);
  return KeepsToRules(out) ? out : small;
}

// One that showed something new, with one more call or one call changed.
std::optional<Candidate> Search::MakeSuccessor() {
  if (deeper_.empty()) return std::nullopt;
  // The newest first: what they showed is what nobody has followed yet.
  const std::size_t newest = std::min<std::size_t>(deeper_.size(), rng_.Below(2) == 0 ? 8 : deeper_.size());
  Candidate out = deeper_[deeper_.size() - 1 - rng_.Below(newest)].candidate;
  auto& calls = out.threads[rng_.Below(out.threads.size())];
  const Pair& any = pairs_[rng_.Below(pairs_.size())];
  const int op = rng_.Below(2) == 0 ? any.first : any.second;
  switch (rng_.Below(4)) {
    case 0: {
      Call& call = calls[rng_.Below(calls.size())];
      call = AnyCall(call.op);
      break;
    }
    case 1:
      if (out.prefix.size() < kLongestPrefix) out.prefix.push_back(AnyCall(op));
      break;
    case 2:
      if (calls.size() < gen_wrapper::kMostCalls && out.calls() < kMostSuccessorCalls) calls.insert(calls.begin(), AnyCall(op));
      break;
    default:
      if (calls.size() < gen_wrapper::kMostCalls && out.calls() < kMostSuccessorCalls) calls.push_back(AnyCall(op));
      break;
  }
  return KeepsToRules(out) ? std::optional(out) : std::nullopt;
}

void Search::Take(TrialResult&& result, const Candidate& candidate, Pair* pair) {
  if (result.dropped) return;
  if (result.fresh_patterns > 0) {
    if (result.failures.empty() && result_.covering.size() < 200) result_.covering.push_back(candidate);
    if (deeper_.size() < 400) deeper_.push_back({candidate});
    last_news_ = result_.tried + repeated_;
  }
  if (pair != nullptr) pair->reward = 0.7 * pair->reward + (result.fresh_patterns > 0 ? 1 : 0);
  for (Failure& failure : result.unclear)
    if (failed_.insert("unclear " + failure.key()).second) result_.unclear.push_back(std::move(failure));
  for (Failure& failure : result.failures) {
    if (!failed_.insert(failure.key() + (failure.kind == "race" ? failure.message : "")).second) continue;
    result_.first_seconds.emplace(failure.kind, Seconds());
    last_news_ = result_.tried + repeated_;
    result_.failures.push_back(std::move(failure));
  }
}

// Nothing: there is none of the kind that it is the turn of, and a pair will do.
std::optional<Candidate> Search::MakeAimed() {
  const std::uint64_t kind = rng_.Below(16);
  if (kind < 2) return MakeSplit();
  if (kind < 4) return MakeUnguarded();
  if (kind < 5) return MakeWaiters();
  if (kind < 10) return MakeMeeting();
  if (kind < 13) return MakeSuccessor();
  return std::nullopt;
}

Result<void> Search::TryOne() {
  Pair* pair = nullptr;
  std::optional<Candidate> made;
  if (!options_.random_only && first_pass_ >= pairs_.size()) made = MakeAimed();
  if (!made) {
    pair = &ChoosePair();
    made = MakeCandidate(*pair);
  }
  const Candidate& candidate = *made;
  if (!options_.random_only && !done_.insert(candidate).second) {
    ++repeated_, ++repeated_row_;
    return {};
  }
  repeated_row_ = 0;
  ++result_.tried;
  RW_ASSIGN(TrialResult result, trials_.Try(candidate, kQuickRuns, rng_.Next() >> 20));
  if (result.dropped) ++result_.dropped;
  Take(std::move(result), candidate, pair);
  return {};
}

// More schedules for a candidate that showed something new.
Result<void> Search::TryDeeper() {
  if (deeper_.empty()) return {};
  Seed& seed = deeper_[rng_.Below(deeper_.size())];
  if (seed.runs > kMostDeepRuns) return {};
  seed.runs += kDeepRuns;
  const Candidate candidate = seed.candidate;
  RW_ASSIGN(TrialResult result, trials_.Try(candidate, kDeepRuns, rng_.Next() >> 20));
  Take(std::move(result), candidate, nullptr);
  return {};
}

Result<SearchResult> Search::Run() {
  start_ = std::chrono::steady_clock::now();
  const double cpu = CpuSeconds();
  RW_TRY(FindStates());
  RW_TRY(FindProbes());
  RW_ASSIGN(const bool outside, KeepsStateOutside());
  if (outside) runner_.SeparateOrders();
  RW_TRY(FindStates());  // now told apart by what the probes show
  RW_TRY(TakeSummaries());
  MakePairs();
  if (!options_.random_only) {
    for (std::size_t i = 0; i < states_.size(); ++i) states_[i].worth += AddMeetings(i);
    RW_TRY(GrowStates(kFirstGrowth));
    FindSplits();
  }
  for (std::uint64_t round = 1; !pairs_.empty() && !Over(); ++round) {
    RW_TRY(TryOne());
    if (!options_.random_only && round % kDeepEvery == 0) RW_TRY(TryDeeper());
    if (!options_.random_only && round % kGrowEvery == 0) {
      RW_TRY(GrowStates(kLaterGrowth));
      FindSplits();
    }
    if (round % 500 == 0) {
      if (options_.status)
        options_.status(fmt::format("{} tests tried, {:.0f}/s, {} patterns, {} failures", result_.tried,
                                    static_cast<double>(result_.tried) / std::max(Seconds(), 1e-9), trials_.patterns().patterns(),
                                    result_.failures.size()));
      const bool all_tried = repeated_row_ > kQuiet;  // a small class: there is nothing else to try
      if (all_tried || (result_.tried + repeated_ - last_news_ > kQuiet && Seconds() > 0.2 * Budget())) {
        result_.saturated = true;
        break;
      }
    }
  }
  result_.no_time = !pairs_.empty() && result_.tried == 0;
  result_.schedules = trials_.schedules();
  result_.patterns = trials_.patterns().patterns();
  result_.total_patterns = std::max(trials_.TotalPatterns(), result_.patterns);
  result_.seconds = Seconds();
  result_.cpu_seconds = CpuSeconds() - cpu;
  return std::move(result_);
}

}  // namespace reweave::gen
