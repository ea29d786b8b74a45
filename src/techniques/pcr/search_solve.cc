// The search: candidates of runs are solved for in portions, the best first; what the closure solver left open comes last.
#include <algorithm>
#include <tuple>

#include "techniques/pcr/order.h"
#include "techniques/pcr/search.h"

namespace reweave::pcr {

void Search::MarkCarried(const Run& run, std::vector<Pattern>& list) {
  if (!options_.seen_before) return;
  std::vector<Pattern> last;
  for (Pattern& p : list) {
    std::array<std::uint32_t, 4> sites{};
    for (std::size_t i = 0; i < p.length; ++i) sites[i] = run.events[p.steps[i]].site;
    p.carried = options_.seen_before(p.number, std::span(sites).first(p.length));
    if (p.carried) carried_.insert(p.key), last.push_back(p);
  }
  counts_.carried = carried_.size();
  std::erase_if(list, [](const Pattern& p) { return p.carried; });
  list.insert(list.end(), last.begin(), last.end());
}

bool Search::IsToBeSolved(const Pattern& p) const {
  const auto attempt = attempts_.find(p.key);
  if (attempt != attempts_.end() && (attempt->second.queued || IsGivenUp(attempt->second))) return false;
  return options_.rules.off[2] || !covered_.Covers(p.key);
}

// The questions of the next portion, as far as they are known before the first is answered.
void Search::SolveAhead(const Candidacy& list) {
  if (!solver_.WorksAhead(*list.run)) return;
  const Kept kept = list.run->has_branches ? options_.kept : Kept::kAll;
  std::vector<Query> queries;
  for (std::size_t i = list.next; i < list.patterns.size() && queries.size() < options_.portion; ++i)
    if (IsToBeSolved(list.patterns[i])) queries.push_back(list.patterns[i].ToQuery(kept));
  solver_.Ahead(*list.run, std::move(queries));
}

// The next portion. What was covered meanwhile, or waits for its run, costs nothing.
void Search::SolveSome(Candidacy& list) {
  if (list.events <= kMostEvents && !Over()) SolveAhead(list);
  for (std::size_t solved = 0; list.next < list.patterns.size() && solved < options_.portion && !Over();) {
    const Pattern& p = list.patterns[list.next++];
    if (!IsToBeSolved(p)) continue;
    Attempt& attempt = attempts_[p.key];
    if (list.events > kMostEvents) {
      ++counts_.capped;
      continue;
    }
    ++solved;
    attempt.pattern = p.number;
    for (std::size_t i = 0; i < p.length; ++i) attempt.sites[i] = list.run->events[p.steps[i]].site;
    const Kept kept = list.run->has_branches ? options_.kept : Kept::kAll;
    const std::uint64_t before = solver_.counts().events;
    const bool possible = Try(list.run, list.trace, p.ToQuery(kept), p, list.depth, kept);
    if (!solver_.withheld()) ++(possible && attempt.queued ? attempt.tries : attempt.unsolved);
    list.events += solver_.counts().events - before;
  }
  solver_.DropAhead();
}

bool Search::SolveNext() {
  if (Over()) return false;
  if (candidacies_.empty()) return SolveUndecided();
  const auto rank = [this](const Candidacy& list) {
    const int length = list.patterns[list.next].length;
    const int first = !options_.order342 ? 4 - length : length == 3 ? 0 : length == 2 ? 1 : 2;
    const Pattern& next = list.patterns[list.next];
    return std::tuple(next.carried, -next.impacted, first, list.depth, list.number);
  };
  const auto best = std::ranges::min_element(candidacies_, {}, rank);
  SolveSome(*best);
  if (best->next == best->patterns.size()) candidacies_.erase(best);
  return true;
}

// With other writers of the same values, and with Z3, whose library takes longer to load than most searches need.
bool Search::SolveUndecided() {
  if (undecided_.empty()) return false;
  const Undecided one = std::move(undecided_.front());
  undecided_.pop_front();
  if (!IsToBeSolved(one.pattern)) return true;
  solver_.TakeTime(true);
  const bool possible = Try(one.run, one.trace, one.pattern.ToQuery(one.kept), one.pattern, one.depth, one.kept);
  solver_.TakeTime(false);
  Attempt& attempt = attempts_[one.pattern.key];
  ++(possible && attempt.queued ? attempt.tries : attempt.unsolved);
  return true;
}

std::optional<Search::Work> Search::NextElsewhere() {
  const std::uint64_t before = solver_.counts().events;
  while (!Over() && solver_.counts().events - before <= kMostEvents) {
    const std::optional<OtherPaths::Turn> turn = other_paths_.Next();
    if (!turn) break;
    const Run& run = *turn->run;
    const Kept kept = run.has_branches ? options_.kept : Kept::kAll;
    Query used;
    const Answer answer = solver_.Solve(run, turn->ToQuery(kept), &used);
    if (answer.verdict != Verdict::kPossible) continue;
    const Problem problem(run, used);
    if (!Simulate(problem, answer.order).empty()) {
      ++counts_.refused;
      continue;
    }
    Work work;
    work.schedule = MakeSchedule(*turn->trace, StopsOf(turn->trace), problem, answer.order);
    work.aim.key = turn->key, work.aim.pattern = 2, work.aim.kept = kept, work.aim.path = true;
    work.depth = turn->depth, work.number = number_++;
    work.basis = turn->trace, work.run = turn->run;
    work.aim.steps = work.schedule.steps;
    work.signature = SignatureOf(work.schedule);
    if (!pool_.try_emplace(work.signature).second) continue;  // a run went this way
    ++counts_.other_paths;
    other_paths_.Took(*turn);
    return work;
  }
  return std::nullopt;
}

}  // namespace reweave::pcr
