// What a search found, as findings of the test: known ones counted, others compared with the old version.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/interrupt.h"
#include "check/test_exploration.h"

namespace reweave::inline check {

using std::chrono::nanoseconds;

namespace {

// The old version is searched with three times the schedules after which the new one showed the finding, between these; so long
// at least, if the budget has it.
constexpr std::uint64_t kLeastBase = 500, kMostBase = 20'000;
constexpr nanoseconds kLeastBaseTime = std::chrono::seconds(5);
// For the comparison that decides the verdict: one of so many parts of what is left of the budget, and not more than this.
constexpr int kSparePart = 4;
constexpr nanoseconds kMostSpare = std::chrono::seconds(30);
// It gets no more once everything that its search found has taken one of so many parts of what was left. Once something is new,
// the rest of what the search found gets kMostAfterVerdict together.
constexpr int kSearchPart = 3;
constexpr nanoseconds kMostAfterVerdict = std::chrono::seconds(10);
constexpr int kReplaysAlone = 3;  // what depends on the world outside may need another try

std::uint64_t RunsToFind(const Finding& finding) { return std::max(finding.first_schedule, finding.first_execution); }

std::string Described(const Finding& finding) {
  return fmt::format("{}: {}, schedule {}", Name(finding.kind), finding.message, finding.schedule_file);
}

double Seconds(nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

// Races and failures that this test has shown already are counted, not listed again.
Result<void> TestExploration::Take(const std::string& phase, Finding finding, double found_after) {
  if (finding.kind == FindingKind::kTimeout) {
    row_.cut = "a run makes no progress for longer than a run may take";
    expected_.insert(finding.id);
    return {};
  }
  // It depends on something that a schedule does not fix: another test that uses the same file, the network, the time. Nobody can
  // look into it, so it does not fail the check; but the test cannot count as passed.
  if (finding.unrepeated) {
    row_.unrepeated = Described(finding);
    expected_.insert(finding.id);
    once_.insert(finding.id);
    return {};
  }
  const std::string id = StableId(finding, std::filesystem::path(row_.program).filename().string());
  const auto known = std::ranges::find(row_.findings, id, [](const CheckedFinding& f) { return f.finding.id; });
  if (known != row_.findings.end()) {
    known->finding.occurrences += finding.occurrences;
    expected_.insert(finding.id);
    return {};
  }
  CheckedFinding checked{.finding = std::move(finding), .phase = phase};
  checked.is_new = !settings_.judgements->IsOld(id) && IsNew(checked.finding, found_after);
  // Neither red nor passed: the schedule is there for people to look at.
  if (checked.is_new && undecided_.contains(CauseOf(checked.finding))) {
    const Finding& open = checked.finding;
    row_.uncompared = fmt::format("{} (it took {} runs to find, and there was time for {} of the old version)", Described(open),
                                  RunsToFind(open), base_->runs());
    expected_.insert(open.id);
    return {};
  }
  checked.finding.is_new = checked.is_new;
  checked.accepted = settings_.accepted.contains(id);
  settings_.judgements->Add(id, checked.is_new);
  if (!checked.is_new || checked.accepted) expected_.insert(checked.finding.id);
  checked.finding.id = id;
  row_.findings.push_back(std::move(checked));
  return {};
}

// It does not decide the verdict, so it gets no more time than is left for the test.
void TestExploration::TakeTiming(Finding finding) {
  const std::string cause = CauseWithoutDelay(finding);
  if (finding.kind == FindingKind::kTimeout || !delayed_.insert(cause).second) return;
  if (std::ranges::any_of(row_.findings, [&](const CheckedFinding& f) { return CauseOf(f.finding) == cause; })) return;
  if (base_) {
    Say("comparing with the old version");
    const auto shown =
        base_->ShowsDelayed(finding, {.schedules = kLeastBase, .end = std::min(LastMoment(), engine_.now() + kLeastBaseTime)});
    row_.base_schedules = base_->schedules();
    if (shown && *shown) return;
  }
  finding.is_new = true;
  row_.timing.push_back(std::move(finding));
}

// Findings of one cause (one missing lock shows in many pairs of lines) are compared once.
bool TestExploration::IsNew(const Finding& finding, double found_after) {
  if (!base_) return true;
  const auto [judged, fresh] = judged_.try_emplace(CauseOf(finding), true);
  if (!fresh) return judged->second;
  Say("comparing with the old version");
  if (settings_.old_labels && steered()) base_->Steer(settings_.old_labels(test_));
  if (!windows_.empty()) base_->InWindow(windows_[window_ % windows_.size()], test_.pair ? test_.pair->old_entries : "");
  const auto now = engine_.now();
  // The first new finding decides the verdict: schedules are made for it as long as the budget can spare the time.
  const bool any_new = settings_.judgements->any_new();
  if (!comparing_.spare_until) comparing_.spare_until = now + (LastMoment() - now) / kSearchPart;
  if (any_new && !settings_.keep_going && !comparing_.until) comparing_.until = now + kMostAfterVerdict;
  const nanoseconds spare =
      any_new ? nanoseconds(0) : std::min({kMostSpare, (LastMoment() - now) / kSparePart, *comparing_.spare_until - now});
  const auto wanted = std::max({kLeastBaseTime, nanoseconds(static_cast<std::int64_t>(3e9 * found_after)), spare});
  const auto shown =
      base_->Shows(finding, {.schedules = std::clamp(3 * finding.first_schedule, kLeastBase, kMostBase),
                             .end = std::min({LastMoment(), now + wanted, comparing_.until.value_or(Time::max())})});
  row_.base_schedules = base_->schedules();
  if (!shown) row_.note = "the old version cannot be explored, so all findings count as new";
  else if (!*shown && base_->cut_short())
    row_.note = fmt::format("there was time for only {} schedules of the old version, so a new finding may be an old one",
                            base_->schedules());
  judged->second = !shown || !*shown;
  // A failure of the program is always reported. A race is there whether or not it does harm: of one that the old version hardly
  // had the time to show, nobody can say that the change made it.
  if (finding.kind == FindingKind::kRace && shown && !*shown && base_->cut_short() && base_->runs() < RunsToFind(finding))
    undecided_.insert(judged->first);
  return judged->second;
}

bool TestExploration::doubtful() const { return !alone_ && engine_.replay && (failing() || !row_.unrepeated.empty()); }

Result<void> TestExploration::Alone(Time end) {
  alone_ = true;
  if (engine_.now() >= end || Interrupted()) return {};
  Say("replaying alone");
  const auto start = engine_.now();
  const std::string dropped = DropUnrepeated(end);
  row_.seconds += Seconds(engine_.now() - start);
  if ((dropped.empty() && row_.unrepeated.empty()) || failing()) return {};
  // What is left of it is found again by this search, or was the other test's doing. It was executed, so every report names it.
  row_.note = fmt::format("it failed while another test was explored at the same time ({}), and was explored again alone (do the "
                          "two use one file?)",
                          dropped.empty() ? row_.unrepeated : dropped);
  row_.unrepeated.clear();
  for (const std::string& id : std::exchange(once_, {})) expected_.erase(id);
  done_ = false;
  return Again(end);
}

// New findings that happen only beside another test. One of each cause is replayed; nobody can say: it stays. Returns the first.
std::string TestExploration::DropUnrepeated(Time end) {
  std::map<std::string, bool> shown;
  std::string first_dropped;
  const auto happens = [&](CheckedFinding& checked) {
    if (!checked.is_new || checked.accepted) return true;
    const auto [cause, first] = shown.try_emplace(CauseOf(checked.finding), true);
    for (int left = kReplaysAlone; first && left > 0 && engine_.now() < end; --left) {
      auto target = engine_.target(test_.now);
      if (!target) break;
      target->end = LastMoment();
      const auto again = engine_.replay(std::move(*target), checked.finding.schedule_file);
      cause->second = !again || *again;
      if (again && *again) checked.finding.confirmed = true;
      if (cause->second) break;
    }
    if (!cause->second) judged_.erase(cause->first);
    if (!cause->second && first_dropped.empty()) first_dropped = Described(checked.finding);
    return cause->second;
  };
  std::erase_if(row_.findings, [&](CheckedFinding& checked) { return !happens(checked); });
  return first_dropped;
}

}  // namespace reweave::inline check
