// The states of the object that threads begin in: a constructor and a few calls.
#include <fmt/format.h>

#include <algorithm>

#include "gen/search.h"

namespace reweave::gen {

namespace {

constexpr std::size_t kMostStates = 250;
constexpr std::size_t kUselessTries = 400;  // after so many attempts that gave no new state, no more are made
constexpr std::uint64_t kMostVariants = 3;  // of one method's arguments that are looked at in a state, besides the simplest
constexpr std::size_t kMostValues = 5;      // of a method's only argument
constexpr double kMostWorth = 12;
constexpr std::uint64_t kFreeRuns = 1500, kShare = 4;  // runs that states may cost: so many, then one in four of all

std::uint64_t Mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t state = a ^ (b * 0x9e3779b97f4a7c15ull);
  return SplitMix(state);
}

std::uint64_t HashOf(const std::vector<Step>& steps) {
  std::uint64_t out = steps.size();
  for (const Step& step : steps)
    for (const Touch& touch : step.footprint.touches) out = Mixed(out, Mixed(touch.address, touch.place));
  return out;
}

}  // namespace

// Each method with its simplest arguments; of containers, with an element: what is empty touches nothing.
Result<std::vector<Step>> Search::StepsOf(const Candidate& state) {
  std::vector<Step> out;
  for (std::size_t op = 0; op < subject_.methods.size() && !LookedLongEnough(); ++op) {
    const Operation& method = subject_.methods[op];
    if (method.only_probe || (!pairs_.empty() && !paired_.contains(static_cast<int>(op)))) continue;
    Step step{{static_cast<int>(op), {}}, {}};
    for (const Argument& argument : method.arguments) {
      const std::string& kind = argument.type.kind;
      const bool empty = (kind == "container" || kind == "map") && argument.values.size() > 1;
      step.call.arguments.push_back(empty ? 1 : 0);
    }
    RW_ASSIGN(step.footprint, runner_.Alone(state, step.call));
    out.push_back(std::move(step));
  }
  return out;
}

// And with others; on the other object, too, where it takes one.
Result<void> Search::AddVariants(State& state) {
  const std::size_t simplest = state.steps.size();
  for (std::size_t i = 0; i < simplest; ++i) {
    const int op = state.steps[i].call.op;
    const Operation& method = subject_.method(op);
    std::vector<Call> calls;
    // Of one argument, each of its values: the rare ones (an empty string) lead elsewhere.
    const bool single = method.arguments.size() == 1;
    for (std::size_t value = 0; single && value < std::min(method.arguments[0].values.size(), kMostValues); ++value)
      calls.push_back({op, {static_cast<std::uint8_t>(value)}});
    for (std::uint64_t n = 0; !single && n < std::min<std::uint64_t>(method.arguments.size(), kMostVariants); ++n)
      calls.push_back(RandomCall(method, op, rng_));
    if (TakesOther(method)) calls.push_back(state.steps[i].call), calls.back().on = 1;
    for (const Call& call : calls) {
      if (LookedLongEnough()) return {};
      if (std::ranges::any_of(state.steps, [&](const Step& step) { return step.call == call; })) continue;
      Step step{call, {}};
      RW_ASSIGN(step.footprint, runner_.Alone(state.candidate, call));
      state.steps.push_back(std::move(step));
    }
  }
  return {};
}

// One that throws or crashes is no state. One that looks like another and in which every method touches the same memory at the
// same places is that other one.
Result<std::optional<Search::Added>> Search::AddState(const Candidate& candidate) {
  RW_ASSIGN(const Sequential alone, runner_.RunOrders(candidate, trials_.probes()));
  if (alone.fails || alone.may_block || alone.orders.empty()) return std::nullopt;
  std::string digest = fmt::format("{}:", candidate.constructor.op);
  for (const auto& [name, value] : alone.orders[0].parts) digest += name + "=" + value + "\n";
  State state{.candidate = candidate, .steps = {}, .edges = {}, .worth = 0.5, .extended = 0};
  if (!trials_.probes().empty() || !candidate.prefix.empty()) {
    RW_ASSIGN(state.steps, StepsOf(candidate));
    const bool looks_new = digests_.insert(digest).second;
    const std::uint64_t behaviour = Mixed(std::hash<std::string>()(digest), HashOf(state.steps));
    const auto [same, behaves_new] = behaviours_.try_emplace(behaviour, states_.size());
    if (!looks_new && !behaves_new) return Added{same->second, false};
    if (looks_new) state.worth += 0.5;
    if (!options_.random_only) RW_TRY(AddVariants(state));
  }
  states_.push_back(std::move(state));
  return Added{states_.size() - 1, true};
}

Result<void> Search::FindStates() {
  states_.clear();
  digests_.clear();
  behaviours_.clear();
  for (std::size_t op = 0; op < subject_.constructors.size(); ++op) {
    const Operation& constructor = subject_.constructors[op];
    for (std::size_t round = 0; round < 4; ++round) {
      if (!states_.empty() && LookedLongEnough()) return {};
      Candidate state;
      state.constructor.op = static_cast<int>(op);
      state.other = subject_.has_other();
      for (const Argument& argument : constructor.arguments)
        state.constructor.arguments.push_back(static_cast<std::uint8_t>((round + (round == 1 ? 1 : 0)) % argument.values.size()));
      RW_TRY(AddState(state));
      if (constructor.arguments.empty()) break;
    }
  }
  if (states_.empty() && Over())
    return Fail(ErrorCategory::kTarget, "the time was over before an object could be made", subject_.model.name, {},
                "--time gives more");
  if (states_.empty()) {
    const std::string why = runner_.counts().unsupported_text.empty() ? "every constructor throws, crashes or waits"
                                                                      : runner_.counts().unsupported_text;
    return Fail(ErrorCategory::kUsage, fmt::format("no object of '{}' can be made", subject_.model.name), subject_.model.header,
                why, "give values for the constructor's arguments with --value 'TYPE=EXPRESSION'");
  }
  return {};
}

// What the methods do alone tells what the class is made for, if nothing else does.
Result<void> Search::TakeSummaries() {
  std::set<int> locking;
  std::set<std::uint64_t> written;  // atomics that some method writes
  for (State& state : states_) {
    if (state.steps.empty()) {
      RW_ASSIGN(state.steps, StepsOf(state.candidate));
      if (!options_.random_only) RW_TRY(AddVariants(state));
    }
    for (const Step& step : state.steps)
      for (const Touch& touch : step.footprint.touches)
        if (touch.atomic && touch.writes) written.insert(touch.address);
  }
  for (const State& state : states_)
    for (const Step& step : state.steps)
      if (step.footprint.synchronises ||
          std::ranges::any_of(step.footprint.looks, [&](std::uint64_t address) { return written.contains(address); }))
        locking.insert(step.call.op);
  if (subject_.promise.kind == Promise::Kind::kNone && 2 * locking.size() >= subject_.callable_methods()) {
    subject_.promise.kind = Promise::Kind::kThreadSafe;
    subject_.promise.reason =
        fmt::format("{} of its {} methods use locks or atomics", locking.size(), subject_.callable_methods());
  }
  return {};
}

double Search::AddMeetings(std::size_t state) {
  const std::vector<Step>& steps = states_[state].steps;
  unguarded_.Add(state, steps);
  if (std::ranges::any_of(steps, [](const Step& step) { return step.footprint.usable && step.footprint.waits; }))
    waiting_.push_back(state);
  const auto allowed = [&](int a, int b) -> std::optional<bool> {
    const auto at = allowed_.find(std::minmax(a, b));
    return at == allowed_.end() ? std::nullopt : std::optional(at->second);
  };
  return std::min(kMostWorth, 2.0 * static_cast<double>(meetings_.Add(state, steps, allowed)));
}

// Lengthens states by a call. Those that made new meetings possible come first, and those that were not lengthened often.
Result<void> Search::GrowStates(std::size_t attempts) {
  const auto& methods = subject_.methods;
  const auto affordable = [&] { return growth_runs_ < std::max(kFreeRuns, runner_.counts().runs / kShare); };
  for (std::size_t i = 0; i < attempts && states_.size() < kMostStates && useless_ < kUselessTries && affordable() && !Over();
       ++i) {
    std::size_t best = rng_.Below(states_.size());
    const auto worth = [&](std::size_t state) {
      return states_[state].worth / (1 + 0.15 * static_cast<double>(states_[state].extended));
    };
    for (int n = 0; n < 3; ++n) {
      const std::size_t one = rng_.Below(states_.size());
      if (worth(one) > worth(best)) best = one;
    }
    ++states_[best].extended;
    const int op = static_cast<int>(rng_.Below(methods.size()));
    if (states_[best].candidate.prefix.size() >= kLongestPrefix || methods[static_cast<std::size_t>(op)].only_probe) continue;
    // What changes nothing gives no other state; the behaviour tells it of methods that are not const, too.
    if (methods[static_cast<std::size_t>(op)].callable.is_const && rng_.Below(4) != 0) continue;
    const Call call = RandomCall(methods[static_cast<std::size_t>(op)], op, rng_);
    if (std::ranges::any_of(states_[best].edges, [&](const Edge& edge) { return edge.step.call == call; })) continue;
    Candidate longer = states_[best].candidate;
    longer.prefix.push_back(call);
    ++useless_;
    const std::uint64_t before = runner_.counts().runs;
    RW_ASSIGN(const std::optional<Added> added, AddState(longer));
    if (added) {
      Edge edge{{call, {}}, added->index};
      RW_ASSIGN(edge.step.footprint, runner_.Alone(states_[best].candidate, call));
      states_[best].edges.push_back(std::move(edge));
    }
    growth_runs_ += runner_.counts().runs - before;
    if (!added || !added->fresh) continue;
    useless_ = 0;
    states_.back().worth += AddMeetings(states_.size() - 1);
  }
  return {};
}

// For random generation: as many calls as it happens.
Candidate Search::RandomState() {
  Candidate out = states_[rng_.Below(states_.size())].candidate;
  for (std::uint64_t left = rng_.Below(kLongestPrefix + 1); left > 0; --left) {
    const int op = static_cast<int>(rng_.Below(subject_.methods.size()));
    if (!subject_.method(op).only_probe) out.prefix.push_back(RandomCall(subject_.method(op), op, rng_));
  }
  return out;
}

// One of the states: by chance, or the better of two.
Candidate Search::AnyState() {
  const State &one = states_[rng_.Below(states_.size())], &two = states_[rng_.Below(states_.size())];
  return rng_.Below(2) == 0 || one.worth >= two.worth ? one.candidate : two.candidate;
}

}  // namespace reweave::gen
