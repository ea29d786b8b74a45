#include "explore/finishing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/interrupt.h"
#include "detect/cause.h"
#include "detect/findings.h"
#include "detect/races.h"
#include "detect/reorder.h"
#include "explore/minimise_finding.h"
#include "explore/replay.h"
#include "explore/schedule/schedule.h"
#include "findings/causes.h"
#include "findings/interleaving.h"

namespace reweave::inline explore {

using std::chrono::steady_clock;

namespace {

// Who pressed Ctrl-C waits; and findings of a cause that has one in full already can do without a replay of their own.
constexpr std::chrono::milliseconds kAfterInterrupt{500}, kForFirst{1000}, kForOthers{10'000};
constexpr int kReplays = 3;     // of one finding, until it happens again
constexpr std::size_t kMostWords = 1000;  // that are recorded for sizes of containers
constexpr int kSharedTime = 5;  // times that of one finding, for the schedules of all races, and of all others of known causes

// Those of a cause that come first are read in full.
std::vector<Finding*> InOrder(std::vector<Finding>& findings, std::size_t& leads) {
  std::vector<const Finding*> all;
  for (const Finding& finding : findings) all.push_back(&finding);
  const ByCause by_cause = LeadsFirst(all);
  leads = by_cause.leads;
  std::vector<Finding*> out;
  for (const std::size_t i : by_cause.order) out.push_back(&findings[i]);
  return out;
}

// The accesses that the kept schedule has side by side. Minimising may have come to others of the same race than those which were
// seen first.
void ShowAccesses(Finding& finding, const Trace& trace, const RaceExpectation& race, const SiteNames& names) {
  for (const detect::RacePair& pair : detect::AdjacentPairs(trace)) {
    if (detect::NameOf(trace.events[pair.first.event]) != race.first) continue;
    if (detect::NameOf(trace.events[pair.second.event]) != race.second) continue;
    Finding shown = detect::RaceFinding(trace, pair, names);
    if (shown.id != finding.id) continue;
    finding.message = std::move(shown.message);
    finding.sites = std::move(shown.sites);
    return;
  }
}

// A run records what threads share. Sizes of containers may depend on more, so the schedule is replayed once more with that.
Interleaving WithSizes(Target& target, Schedule& schedule, const ReplayOutcome& outcome, SiteNames& names,
                       const std::vector<EventMark>& about) {
  const bool and_end = !schedule.race;
  const std::vector<std::uint64_t> words =
      WordsOfSizes(outcome.trace, [&](std::uint32_t site) -> const Inside& { return names.InsideOf(site); });
  std::vector<abi::SharedSlot> slots;
  for (const std::uint64_t word : words) slots.push_back({.address = word, .mask = 0xff});
  if (!words.empty() && words.size() <= kMostWords && target.AddShared(slots)) {
    const auto again = Replay(target, schedule, names, true);
    if (again && again->Shows(schedule))
      return InterleavingOf(again->trace, names, about, and_end, [&](std::uint64_t word) {
        return std::ranges::binary_search(words, word) ? target.WordAtStart(word) : std::nullopt;
      });
  }
  return InterleavingOf(outcome.trace, names, about, and_end);
}

}  // namespace

Result<void> Finishing::Minimise(std::vector<Finding>& findings, const std::vector<abi::SharedSlot>& shared,
                                 const std::vector<abi::SharedSlot>& racing) const {
  if (options.minimise.count() == 0) return {};
  TargetOptions own = target;
  own.spin = DefaultSpin(1), own.together = false;
  RW_ASSIGN(const auto process, Target::Create(own));
  process->AddShared(shared);
  process->AddRacing(racing);
  // Half of what is left until the end: confirming comes after it.
  const auto end = end_by == steady_clock::time_point::max() ? end_by : steady_clock::now() + (end_by - steady_clock::now()) / 2;
  const auto shorten = [&](Finding& finding, std::chrono::nanoseconds time) {
    return MinimiseFinding(*process, names, finding, std::min(time, options.minimise), failed);
  };
  std::vector<Finding*> leads, races, others;
  std::size_t number_of_leads = 0, at = 0;
  for (Finding* finding : InOrder(findings, number_of_leads)) {
    const bool lead = at++ < number_of_leads;
    (finding->kind == FindingKind::kRace ? races : lead ? leads : others).push_back(finding);
  }
  for (Finding* finding : leads)
    if (steady_clock::now() < end) RW_TRY(shorten(*finding, end - steady_clock::now()));
  // There may be hundreds of races, and of failures of one cause: each kind shares some time, one of each cause before the
  // others.
  for (const auto& list : {races, others}) {
    auto left = static_cast<std::int64_t>(list.size());
    const auto until = std::min(end, steady_clock::now() + kSharedTime * options.minimise);
    for (Finding* finding : list) {
      const auto share = (until - steady_clock::now()) / left--;
      if (share.count() > 0) RW_TRY(shorten(*finding, share));
    }
  }
  return {};
}

// An interrupt ends everything only if it is for others too; else what was found is still confirmed.
bool Finishing::GivenUp() const { return Interrupted() && options.one_of_many; }

Result<void> Finishing::Confirm(ExploreResult& result, const std::vector<abi::SharedSlot>& racing) const {
  auto end = end_by;
  bool first = true;  // it decides whether the program has a fault: it is replayed even if the time is over
  if (Interrupted() && !options.one_of_many)
    ClearInterrupt(), end = std::min(end, steady_clock::now() + kAfterInterrupt), first = false;
  for (std::vector<Finding>* list : {&result.findings, &result.timing}) {
    std::size_t leads = 0, done = 0;
    for (Finding* one : InOrder(*list, leads)) {
      Finding& finding = *one;
      if (done++ == leads) end = std::min(end, steady_clock::now() + kForOthers);
      const bool has_schedule = !finding.schedule_file.empty();
      const auto until = has_schedule && std::exchange(first, false) ? std::max(end, steady_clock::now() + kForFirst) : end;
      if (steady_clock::now() >= until || GivenUp() || !has_schedule) {
        finding.confirmed = false;
        continue;
      }
      // What depends on the world outside may need another try.
      bool again = false;
      for (int left = kReplays; !again && left > 0 && !GivenUp(); --left) {
        RW_ASSIGN(again, ConfirmOne(finding, racing, until, left == 1));
      }
      finding.unrepeated = !again && !GivenUp();
      if (!again) ++result.diverged;
    }
  }
  return {};
}

// False: it did not happen again.
Result<bool> Finishing::ConfirmOne(Finding& finding, const std::vector<abi::SharedSlot>& racing, steady_clock::time_point until,
                                   bool last) const {
  RW_ASSIGN(Schedule schedule, ReadSchedule(finding.schedule_file));
  TargetOptions own = target;
  own.fallback = false;
  own.end = std::min(options.target.end, until);
  ApplySchedule(schedule, own);
  RW_ASSIGN(const auto fresh, Target::Create(own));
  auto replayed = Replay(*fresh, schedule, names, true);
  if (!replayed && (GivenUp() || fresh->late())) {
    finding.confirmed = false;
    return true;
  }
  if (!replayed) return std::unexpected(replayed.error());
  const ReplayOutcome outcome = WithRacing(*fresh, schedule, std::move(*replayed), names, true, racing);
  if (!outcome.divergence) {
    names.Use(outcome.trace);
    std::vector<detect::EventName> race;
    if (schedule.race) race = {schedule.race->first, schedule.race->second};
    std::vector<EventMark> about;
    about.reserve(race.size());
    for (const detect::EventName& name : race) about.push_back({name.tid, name.ordinal});
    const detect::CauseText cause = detect::CauseOf(outcome.trace, race, names);
    finding.cause = cause.text;
    // The steps that the sentence names are those to look at first.
    if (race.empty())
      for (const detect::EventName& name : cause.events) about.push_back({name.tid, name.ordinal});
    finding.interleaving = WithSizes(*fresh, schedule, outcome, names, about);
    if (schedule.race) ShowAccesses(finding, outcome.trace, *schedule.race, names);
    if (finding.kind == FindingKind::kAtomicity) MarkSites(finding.interleaving, finding.sites);
  }
  finding.confirmed = outcome.Shows(schedule);
  if (finding.confirmed) return true;
  if (!last) return false;
  if (outcome.divergence)
    say(fmt::format("{} {} did not happen again: step {}: expected {}, saw {}", Name(finding.kind), finding.id,
                    outcome.divergence->step, outcome.divergence->expected, outcome.divergence->seen));
  else
    say(fmt::format("{} {} did not happen again: {}", Name(finding.kind), finding.id,
                    outcome.same_end ? "the two accesses were ordered" : "the replay ended in another way"));
  return false;
}

}  // namespace reweave::inline explore
