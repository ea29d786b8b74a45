#include "gen/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/interrupt.h"

namespace reweave::gen {

namespace {

constexpr std::size_t kMostStates = 60;
constexpr std::uint32_t kQuickRuns = 4, kDeepRuns = 48;
constexpr std::uint64_t kMostDeepRuns = 1500;
constexpr std::uint64_t kQuiet = 4000;  // candidates without news after which the search ends early

std::uint64_t Common(const std::set<std::uint64_t>& a, const std::set<std::uint64_t>& b) {
  return static_cast<std::uint64_t>(std::ranges::count_if(a, [&](std::uint64_t x) { return b.contains(x); }));
}

}  // namespace

Search::Search(Subject& subject, Runner& runner, SearchOptions options)
    : subject_(subject), runner_(runner), options_(std::move(options)), trials_(subject, runner), rng_(options_.seed) {}

double Search::Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

bool Search::Over() const {
  const double budget = std::chrono::duration<double>(options_.time).count();
  if (Interrupted() || Seconds() > budget) return true;
  return options_.tests && result_.tried >= *options_.tests;
}

// True: the state is new. One that throws or crashes is left out, and so is one that looks like another.
Result<bool> Search::AddState(const Candidate& state) {
  RW_ASSIGN(const Sequential alone, runner_.RunOrders(state, trials_.probes()));
  if (alone.fails || alone.may_block || alone.orders.empty()) return false;
  std::string digest;
  for (const auto& [name, value] : alone.orders[0].parts) digest += name + "=" + value + "\n";
  // Nothing can be seen of it: prefixes count as different by what they call.
  if (digest.empty())
    for (const Call& call : state.prefix) digest += fmt::format("{};", call.op);
  if (!options_.random_only && !digests_.insert(fmt::format("{}:{}", state.constructor.op, digest)).second) return false;
  states_.push_back(state);
  return true;
}

Result<void> Search::FindStates() {
  states_.clear();
  digests_.clear();
  for (std::size_t op = 0; op < subject_.constructors.size(); ++op) {
    const Operation& constructor = subject_.constructors[op];
    for (std::size_t round = 0; round < 4; ++round) {
      Candidate state;
      state.constructor.op = static_cast<int>(op);
      state.other = subject_.has_other();
      for (const Argument& argument : constructor.arguments)
        state.constructor.arguments.push_back(static_cast<std::uint8_t>((round + (round == 1 ? 1 : 0)) % argument.values.size()));
      RW_TRY(AddState(state));
      if (constructor.arguments.empty()) break;
    }
  }
  if (states_.empty()) {
    const std::string why = runner_.counts().unsupported_text.empty() ? "every constructor throws, crashes or waits"
                                                                      : runner_.counts().unsupported_text;
    return Fail(ErrorCategory::kUsage, fmt::format("no object of '{}' can be made", subject_.model.name), subject_.model.header,
                why, "give values for the constructor's arguments with --value 'TYPE=EXPRESSION'");
  }
  return {};
}

// Calls that show the object's state: const methods, and methods that only give something out. Each must work on a new object and
// say the same twice.
Result<void> Search::FindProbes() {
  std::vector<Call> probes;
  const auto works = [&](const Call& call) -> Result<bool> {
    const std::vector<Call> one = {call};
    RW_ASSIGN(const Sequential first, runner_.RunOrders(states_[0], one));
    if (first.fails || first.may_block || first.orders.empty()) return false;
    RW_ASSIGN(const Sequential second, runner_.RunOrders(states_[0], one));
    const Parts& parts = first.orders[0].parts;
    return !parts.empty() && !parts[0].second.starts_with("throw") && second.orders == first.orders;
  };
  for (const bool is_const : {true, false})
    for (std::size_t op = 0; op < subject_.methods.size(); ++op) {
      const Operation& method = subject_.methods[op];
      if (method.callable.is_const != is_const || method.callable.is_static || IsApproximate(method.callable.name)) continue;
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

Result<void> Search::GrowStates() {
  const auto& methods = subject_.methods;
  for (std::size_t tries = 0; tries < 300 && states_.size() < kMostStates && !Over(); ++tries) {
    Candidate state = states_[rng_.Below(states_.size())];
    if (state.prefix.size() >= 5) continue;
    const int op = static_cast<int>(rng_.Below(methods.size()));
    if (methods[static_cast<std::size_t>(op)].only_probe) continue;
    if (methods[static_cast<std::size_t>(op)].callable.is_const && !options_.random_only) continue;
    state.prefix.push_back(RandomCall(methods[static_cast<std::size_t>(op)], op, rng_));
    RW_TRY(AddState(state));
  }
  return {};
}

// What each method touches, on the states that are there: from a few of them.
Result<void> Search::Summarise() {
  summaries_.assign(subject_.methods.size(), {});
  for (std::size_t op = 0; op < subject_.methods.size(); ++op)
    for (std::size_t i = 0; i < states_.size() && i < 6 && !subject_.methods[op].only_probe; ++i) {
      Candidate alone = states_[i * states_.size() / std::min<std::size_t>(states_.size(), 6)];
      alone.threads = {{RandomCall(subject_.methods[op], static_cast<int>(op), rng_)}};
      RW_ASSIGN(const auto found, runner_.Summaries(alone));
      if (found.empty()) continue;
      summaries_[op].reads.insert(found[0].reads.begin(), found[0].reads.end());
      summaries_[op].writes.insert(found[0].writes.begin(), found[0].writes.end());
      summaries_[op].locks.insert(found[0].locks.begin(), found[0].locks.end());
      summaries_[op].synchronises |= found[0].synchronises;
    }
  const auto locking = std::ranges::count_if(summaries_, &AccessSummary::synchronises);
  if (subject_.promise.kind == Promise::Kind::kNone && 2 * static_cast<std::size_t>(locking) >= subject_.callable_methods()) {
    subject_.promise.kind = Promise::Kind::kThreadSafe;
    subject_.promise.reason = fmt::format("{} of its {} methods use locks or atomics", locking, subject_.callable_methods());
  }
  return {};
}

void Search::MakePairs() {
  result_.const_only = subject_.promise.kind != Promise::Kind::kThreadSafe && !options_.assume_safe;
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
      Pair pair{a, b};
      const AccessSummary &x = summaries_[static_cast<std::size_t>(a)], &y = summaries_[static_cast<std::size_t>(b)];
      const auto shared = Common(x.writes, y.writes) + Common(x.writes, y.reads) + Common(x.reads, y.writes);
      if (shared > 0) pair.conflict = 1;
      else if (Common(x.locks, y.locks) > 0) pair.conflict = 0.3;
      pairs_.push_back(pair);
    }
  const auto rank = [&](const Pair& p) {
    const bool both_const = subject_.method(p.first).callable.is_const && subject_.method(p.second).callable.is_const;
    return std::tuple(!both_const, -p.conflict, p.first, p.second);
  };
  if (!options_.random_only) std::ranges::sort(pairs_, {}, rank);
}

Search::Pair& Search::ChoosePair() {
  if (options_.random_only) return pairs_[rng_.Below(pairs_.size())];
  if (first_pass_ < 2 * pairs_.size()) return pairs_[first_pass_++ / 2];
  if (rng_.Below(10) == 0) return pairs_[rng_.Below(pairs_.size())];
  // The best of a few, by what the pair may still show.
  Pair* best = nullptr;
  double most = -1;
  for (int i = 0; i < 4; ++i) {
    Pair& pair = pairs_[rng_.Below(pairs_.size())];
    const double worth = (pair.conflict + pair.reward) / (1 + 0.02 * static_cast<double>(pair.tries));
    if (worth > most) best = &pair, most = worth;
  }
  return *best;
}

// What the documentation allows to one thread only is called by one thread only.
bool Search::KeepsToRules(const Candidate& candidate) const {
  const Promise& promise = subject_.promise;
  if (promise.limits.empty()) return true;
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

Candidate Search::MakeCandidate(const Pair& pair) {
  Candidate out = MakeAny(pair);
  for (int tries = 0; tries < 8 && !KeepsToRules(out); ++tries) out = MakeAny(pair);
  if (!KeepsToRules(out)) out.threads = {{out.threads[0][0]}, {out.threads[1][0]}};
  return out;
}

Candidate Search::MakeAny(const Pair& pair) {
  const bool two = subject_.has_other();
  const auto call = [&](int op) {
    Call out = RandomCall(subject_.method(op), op, rng_);
    if (two) out.on = static_cast<std::uint8_t>(rng_.Below(2));
    return out;
  };
  Candidate out = states_[rng_.Below(states_.size())];
  out.threads = {{call(pair.first)}, {call(pair.second)}};
  const Operation& second = subject_.method(pair.second);
  const std::vector<std::uint8_t>& mine = out.threads[0][0].arguments;
  std::vector<std::uint8_t>& theirs = out.threads[1][0].arguments;
  // The same values in both threads, so that they meet.
  for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i)
    if (mine[i] < second.arguments[i].values.size() && rng_.Below(2) == 0) theirs[i] = mine[i];
  const int other = rng_.Below(2) == 0 ? pair.first : pair.second;
  const Pair& any = pairs_[rng_.Below(pairs_.size())];
  switch (rng_.Below(8)) {
    case 0: out.threads[rng_.Below(2)].push_back(call(other)); break;
    case 1: out.threads[rng_.Below(2)].push_back(call(any.first)); break;
    case 2: out.threads[0].push_back(call(other)), out.threads[1].push_back(call(any.second)); break;
    case 3: out.threads.push_back({call(rng_.Below(2) == 0 ? other : any.second)}); break;
    default: break;
  }
  if (out.threads.size() == 3 && rng_.Below(4) == 0) out.threads.push_back({call(other)});
  return out;
}

void Search::Take(TrialResult&& result, const Candidate& candidate, Pair* pair) {
  if (result.dropped) return;
  if (result.fresh_patterns > 0) {
    if (result.failures.empty() && result_.covering.size() < 200) result_.covering.push_back(candidate);
    if (deeper_.size() < 400) deeper_.push_back({candidate});
    last_news_ = result_.tried + repeated_;
  }
  if (pair != nullptr) pair->reward = 0.7 * pair->reward + (result.fresh_patterns > 0 ? 1 : 0);
  for (Failure& failure : result.failures) {
    if (!failed_.insert(failure.key() + (failure.kind == "race" ? failure.message : "")).second) continue;
    result_.first_seconds.emplace(failure.kind, Seconds());
    last_news_ = result_.tried + repeated_;
    result_.failures.push_back(std::move(failure));
  }
}

Result<void> Search::TryOne() {
  Pair& pair = ChoosePair();
  const Candidate candidate = MakeCandidate(pair);
  ++pair.tries;
  if (!options_.random_only && !done_.insert(candidate).second) {
    ++repeated_;
    return {};
  }
  ++result_.tried;
  RW_ASSIGN(TrialResult result, trials_.Try(candidate, kQuickRuns, rng_.Next() >> 20));
  if (result.dropped) ++result_.dropped;
  Take(std::move(result), candidate, &pair);
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
  RW_TRY(FindStates());
  RW_TRY(FindProbes());
  RW_TRY(FindStates());  // now told apart by what the probes show
  RW_TRY(GrowStates());
  RW_TRY(Summarise());
  MakePairs();
  const double budget = std::chrono::duration<double>(options_.time).count();
  for (std::uint64_t round = 1; !pairs_.empty() && !Over(); ++round) {
    RW_TRY(TryOne());
    if (!options_.random_only && round % 10 == 0) RW_TRY(TryDeeper());
    if (round % 500 == 0) {
      if (options_.status)
        options_.status(fmt::format("{} tests tried, {:.0f}/s, {} patterns, {} failures", result_.tried,
                                    static_cast<double>(result_.tried) / std::max(Seconds(), 1e-9), trials_.patterns().patterns(),
                                    result_.failures.size()));
      if (!options_.random_only && states_.size() < kMostStates) RW_TRY(GrowStates());
      if (result_.tried + repeated_ - last_news_ > kQuiet && Seconds() > 0.2 * budget) {
        result_.saturated = true;
        break;
      }
    }
  }
  result_.schedules = trials_.schedules();
  result_.patterns = trials_.patterns().patterns();
  result_.total_patterns = std::max(trials_.TotalPatterns(), result_.patterns);
  result_.seconds = Seconds();
  return std::move(result_);
}

}  // namespace reweave::gen
