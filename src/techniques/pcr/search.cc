#include "techniques/pcr/search.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/mix.h"
#include "techniques/pcr/equivalence.h"
#include "techniques/pcr/order.h"

namespace reweave::pcr {

namespace {

constexpr std::size_t kAheadOfValues = 16;  // values of a read whose questions are worked out before the first is asked
constexpr unsigned kMostMisses = 5;  // of a key in a row

}  // namespace

bool Search::Later::operator()(const Work& a, const Work& b) const {
  const auto rank = [this](const Work& w) {
    const int length = detect::kTemplates[w.aim.pattern].length;
    if (!order342) return 4 - length;
    return length == 3 ? 0 : length == 2 ? 1 : 2;
  };
  const auto order = [&](const Work& w) {
    return std::tuple(w.repeats, w.aim.instance.carried, -w.aim.instance.impacted, rank(w), w.depth, w.number);
  };
  return order(a) > order(b);
}

std::optional<Search::Work> Search::Next() {
  while (!work_.empty() || SolveNext()) {
    if (work_.empty()) continue;
    std::ranges::pop_heap(work_, Later{options_.order342});
    Work work = std::move(work_.back());
    work_.pop_back();
    const std::vector<Aim> aims = std::exchange(pool_[work.signature], {});
    for (const Aim& aim : aims) attempts_[aim.key].queued = false;
    if (options_.goal == Goal::kValues) {  // reads that have the same sources in one schedule are shown by one run
      for (const Aim& aim : aims)
        if (aim.key != work.aim.key) attempts_[aim.key].shown = true;
    }
    if (options_.goal == Goal::kPatterns) {
      const auto open = std::ranges::find_if(aims, [this](const Aim& aim) { return !covered_.Covers(aim.key); });
      if (open == aims.end()) {
        ++counts_.late_covered;
        continue;
      }
      work.aim = *open;
    }
    if (work.run->first != 0)
      work.schedule = WithBeginning(*work.basis, StopsOf(work.basis), *work.run, std::move(work.schedule));
    return work;
  }
  return std::nullopt;
}

void Search::Cover(const Trace& trace) {
  ++counts_.runs;
  covered_.Analyse(trace);
  if (!covered_.fresh().empty()) curve_.emplace_back(counts_.runs, covered_.patterns());
}

void Search::Learn(const Trace& trace) { Cover(trace); }

Search::Result Search::Observe(const Work* work, const Trace& trace) {
  Cover(trace);
  Result result = Result::kNone;
  const bool diverged = trace.end_kind() == abi::EndKind::kDiverged;
  if (work != nullptr) {
    const std::vector<std::uint32_t> steps = FindSteps(trace, work->aim.steps);
    const bool there = std::ranges::find(steps, kNone) == steps.end() && std::ranges::is_sorted(steps);
    const bool covers = options_.goal == Goal::kValues || work->aim.path ? there : covered_.Covers(work->aim.key);
    if (options_.goal == Goal::kValues && there) attempts_[work->aim.key].shown = true;
    if (there && covers) result = Result::kIntended, ++counts_.intended;
    else if (covers) result = Result::kOtherInstance, ++counts_.other_instance;
    else if (diverged) result = Result::kDiverged, ++counts_.missed_diverged;
    else if (trace.end_kind() == abi::EndKind::kTimeout) result = Result::kTimeout, ++counts_.timeout;
    else if (trace.failed()) result = Result::kCrashedBefore, ++counts_.crashed_before;
    else result = Result::kMissed, ++counts_.missed;
  }
  if (work != nullptr && !work->aim.path) {
    Attempt& attempt = attempts_[work->aim.key];
    const bool missed = result != Result::kIntended && result != Result::kOtherInstance;
    attempt.misses = missed ? attempt.misses + 1 : 0;
    if (attempt.misses == kMostMisses) ++counts_.unstable_keys;
    // Reads that were left free led elsewhere: once more with all of them kept.
    if (missed && work->aim.kept != Kept::kAll && options_.goal == Goal::kPatterns) {
      ++counts_.retries;
      Try(work->run, work->basis, work->aim.instance.ToQuery(Kept::kAll), work->aim.instance, work->depth, Kept::kAll);
    }
  }
  if (diverged) return result;  // the rest of it comes with the run that catches up
  std::size_t prefix = 0;
  if (work != nullptr && options_.goal == Goal::kValues) {  // reads up to the one that was changed are not looked at again
    for (const std::uint32_t at : FindSteps(trace, work->aim.steps)) prefix = at == kNone ? 0 : at + 1;
  }
  Derive(trace, work != nullptr ? work->depth + 1 : 0, prefix);
  return result;
}

void Search::Derive(const Trace& trace, std::uint32_t depth, std::size_t prefix) {
  auto run = Run::Make(trace);
  if (!run) {
    ++counts_.refused;
    return;
  }
  ++counts_.looked_at;
  values_tried_ = 0, events_before_ = solver_.counts().events;
  counts_.unexplained += run->unexplained, counts_.capped += run->capped_ranges;
  counts_.variables = std::max<std::uint64_t>(counts_.variables, run->cells.size());
  if (run->cells.empty()) return;
  const auto basis = std::make_shared<const Trace>(trace);
  std::vector<std::uint32_t> uses;
  if (options_.kept == Kept::kConditions && options_.first_uses) uses = options_.first_uses(trace);
  if (run->events.size() > options_.long_run) return DeriveInWindows(*run, uses, basis, depth, prefix);
  run->SetFirstUses(uses);
  const auto made = std::make_shared<const Run>(std::move(*run));
  if (options_.goal == Goal::kValues) DeriveValues(made, basis, depth, prefix);
  else DerivePatterns(made, basis, depth, options_.limits), other_paths_.Look(made, basis, depth);
}

// Patterns over the border of two windows are not found; how many candidates there may be is for the whole run.
void Search::DeriveInWindows(const Run& whole, std::span<const std::uint32_t> uses, const std::shared_ptr<const Trace>& trace,
                             std::uint32_t depth, std::size_t prefix) {
  ++counts_.long_runs;
  CandidateLimits limits = options_.limits;
  limits.per_run = std::max<std::size_t>(8, limits.per_run / (whole.events.size() / options_.window + 1));
  limits.stop = true;
  StateBefore before;
  for (std::size_t at = 0; at < whole.events.size(); at += options_.window) {
    if (Over()) {
      ++counts_.capped;  // of the windows that follow nothing is known
      break;
    }
    const bool last = at + options_.window >= whole.events.size();
    Window window{.from = at == 0 ? 0 : whole.events[at].index, .to = last ? ~0u : whole.events[at + options_.window].index};
    before.Advance(*trace, window.from);
    if (at != 0) window.before = &before;
    auto run = Run::Make(*trace, window);
    if (!run) {
      ++counts_.refused;
      continue;
    }
    ++counts_.windows;
    if (run->cells.empty()) continue;
    run->SetFirstUses(uses);
    const auto made = std::make_shared<const Run>(std::move(*run));
    if (options_.goal == Goal::kValues) DeriveValues(made, trace, depth, prefix);
    else DerivePatterns(made, trace, depth, limits);
  }
}

void Search::DerivePatterns(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Trace>& trace, std::uint32_t depth,
                            const CandidateLimits& limits) {
  Candidates candidates(*run, options_.rules, limits);
  const auto known = [this](std::uint64_t key) {
    if (covered_.Covers(key)) return true;
    const auto attempt = attempts_.find(key);
    return attempt != attempts_.end() &&
           (attempt->second.queued || IsGivenUp(attempt->second) || attempt->second.misses >= kMostMisses);
  };
  std::function<bool(EventId)> impacted;
  if (options_.impacted) impacted = [&](EventId e) { return options_.impacted(trace->events[run->events[e].index]); };
  std::vector<Pattern> list = candidates.Find(known, impacted, options_.order342);
  counts_.candidates += list.size();
  counts_.proposed += candidates.proposed();
  counts_.capped += candidates.capped();
  for (std::size_t r = 0; r < counts_.dropped.size(); ++r) counts_.dropped[r] += candidates.dropped()[r];
  if (list.empty()) return;
  if (options_.skip_equivalent && run->events.size() > options_.short_run) {
    std::set<std::uint64_t> keys;  // with how often in a row a run for it went elsewhere: it may be tried again
    for (const Pattern& p : list) keys.insert(QuickMix(p.key, attempts_[p.key].misses));
    std::uint64_t name = MannersOf(*run);
    for (const std::uint64_t key : keys) name = QuickMix(name, key);
    if (!looked_at_.insert(name).second) {
      ++counts_.equivalent;
      return;
    }
  }
  MarkCarried(*run, list);
  Candidacy fresh{.run = run, .trace = trace, .patterns = std::move(list), .depth = depth, .number = number_++};
  SolveSome(fresh);
  if (fresh.next < fresh.patterns.size()) candidacies_.push_back(std::move(fresh));
}

std::size_t Search::Open() const {
  std::unordered_set<std::uint64_t> keys;
  const auto add = [&](std::uint64_t key) {
    const auto attempt = attempts_.find(key);
    if (attempt != attempts_.end() && (attempt->second.fate != Fate::kOpen || attempt->second.shown)) return;
    if (!covered_.Covers(key)) keys.insert(key);
  };
  for (const auto& [key, attempt] : attempts_) add(key);
  for (const Candidacy& list : candidacies_)
    for (std::size_t i = list.next; i < list.patterns.size(); ++i) add(list.patterns[i].key);
  return keys.size();
}

std::unordered_map<std::uint64_t, const Schedule*> Search::Planned() const {
  std::unordered_map<std::uint64_t, const Schedule*> out;
  for (const Work& work : work_)
    if (const auto aims = pool_.find(work.signature); aims != pool_.end())
      for (const Aim& aim : aims->second) out.emplace(aim.key, &work.schedule);
  return out;
}

// Each read after the prefix, each other value that its cell had.
void Search::DeriveValues(const std::shared_ptr<const Run>& made, const std::shared_ptr<const Trace>& trace, std::uint32_t depth,
                          std::size_t prefix) {
  const Run& run = *made;
  bool enough = false;
  for (const CellAccess& read : run.accesses) {
    if (!read.reads || run.events[read.event].index < prefix) continue;
    if (enough) {  // of the reads that follow nothing is known; at most so many values of each were not asked for
      counts_.capped += run.cells[read.cell].accesses.size();
      continue;
    }
    std::vector<std::uint64_t> seen;
    const auto ask_for = [&](EventId source) {
      Query query;
      query.steps = {read.event};
      query.forced = {{read.event, read.cell, source}};
      return query;
    };
    const auto attempt = [&](EventId source, bool known, std::uint64_t value) {
      if (known && read.read_known && value == read.read) return;
      if (known && std::ranges::find(seen, value) != seen.end()) return;
      enough = values_tried_ >= options_.limits.per_run || solver_.counts().events - events_before_ > kMostEvents || Over();
      if (enough) {
        ++counts_.capped;
        return;
      }
      const Query query = ask_for(source);
      ++counts_.candidates, ++values_tried_;
      Pattern nominal;
      nominal.number = 2, nominal.length = 1, nominal.steps[0] = read.event, nominal.cell = {read.cell, read.cell};
      nominal.key =
          QuickMix(QuickMix(run.events[read.event].history, run.events[read.event].tid), known ? value : ~std::uint64_t{source});
      if (Try(made, trace, query, nominal, depth, Kept::kAll) && known) seen.push_back(value);
    };
    const auto each_source = [&](auto&& ask) {
      std::uint64_t value = 0;
      if (read.source != kNoEvent) {
        const bool known = run.WrittenValue(kNoEvent, read.cell, &value);
        ask(kNoEvent, known, value);
      }
      for (const std::uint32_t number : run.cells[read.cell].accesses) {
        const CellAccess& write = run.accesses[number];
        if (!write.writes || write.event == read.event || write.event == read.source || run.Before(read.event, write.event))
          continue;
        ask(write.event, write.write_known, write.written);
        if (enough) return;
      }
    };
    if (solver_.WorksAhead(run) && !Over()) {
      std::vector<Query> queries;
      each_source([&](EventId source, bool known, std::uint64_t value) {
        if (queries.size() < kAheadOfValues && !(known && read.read_known && value == read.read))
          queries.push_back(ask_for(source));
      });
      solver_.Ahead(run, std::move(queries));
    }
    each_source(attempt);
    solver_.DropAhead();
  }
}

bool Search::Try(const std::shared_ptr<const Run>& made, const std::shared_ptr<const Trace>& trace, const Query& query,
                 const Pattern& pattern, std::uint32_t depth, Kept kept) {
  const Run& run = *made;
  Query used;
  const Answer answer = solver_.Solve(run, query, &used);
  if (solver_.withheld() && options_.goal == Goal::kPatterns) {
    if (attempts_[pattern.key].put_off++ < options_.max_unsolved)
      undecided_.push_back({.run = made, .trace = trace, .pattern = pattern, .depth = depth, .kept = kept});
    return false;
  }
  if (answer.verdict != Verdict::kPossible) {
    Attempt& attempt = attempts_[pattern.key];
    // In a window, another beginning might allow it. One instance that is not known to be infeasible is enough.
    const bool exact = answer.verdict == Verdict::kImpossible && answer.exact && run.first == 0;
    if (!exact && !attempt.possible) attempt.fate = Fate::kUnknown;
    else if (exact && attempt.fate == Fate::kOpen && !attempt.possible) attempt.fate = Fate::kInfeasible;
    return false;
  }
  Attempt& attempt = attempts_[pattern.key];
  attempt.possible = true, attempt.fate = Fate::kOpen;
  const Problem problem(run, used);
  if (!Simulate(problem, answer.order).empty()) return ++counts_.refused, false;
  Work work;
  work.schedule = MakeSchedule(*trace, StopsOf(trace), problem, answer.order);
  work.aim = {.key = pattern.key, .pattern = pattern.number, .kept = kept, .instance = pattern, .steps = work.schedule.steps};
  work.signature = SignatureOf(work.schedule);
  auto [known, fresh] = pool_.try_emplace(work.signature);
  if (!fresh) ++counts_.duplicates;
  // Equal signatures order the accesses of each variable alike, not those of different ones: a pattern on two variables need not
  // be shown by a schedule that was made for another. What the program does is the same, so such a schedule is only for the
  // coverage, and comes when nothing else is left.
  if (!fresh && pattern.cells == 2 && options_.goal == Goal::kPatterns) {
    work.repeats = true, work.signature = QuickMix(work.signature, pattern.key);
    std::tie(known, fresh) = pool_.try_emplace(work.signature);
  }
  if (!fresh && known->second.empty() && options_.goal == Goal::kValues) attempt.shown = true;
  // An empty list: it was run, and did not show this pattern.
  if (fresh || (!known->second.empty() && pattern.cells == 1)) {
    known->second.push_back(work.aim);
    attempt.queued = true;
  }
  if (!fresh) return true;
  ++counts_.schedules;
  work.span = pattern.span, work.depth = depth, work.number = number_++;
  work.basis = trace, work.run = made;
  work_.push_back(std::move(work));
  std::ranges::push_heap(work_, Later{options_.order342});
  return true;
}

std::uint64_t Search::SignatureOf(const Schedule& schedule) const {
  if (!options_.raw_signatures) return schedule.signature;
  std::uint64_t h = 1;
  for (const abi::Segment& s : schedule.segments) h = QuickMix(QuickMix(h, s.tid), s.until);
  return h;
}

}  // namespace reweave::pcr
