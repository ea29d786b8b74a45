#include "techniques/pcr/solve.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "base/mix.h"
#include "techniques/pcr/formula.h"
#include "techniques/pcr/order.h"
#include "techniques/pcr/z3.h"

namespace reweave::pcr {

using Kind = Literal::Kind;

namespace {

constexpr unsigned kMostOtherSources = 4;  // of one question

class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() { sum_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

// --- Reasons kept ------------------------------------------------------------------------------------------------------

CoreStore::Name CoreStore::NameOf(const Run& run, EventId e) {
  if (e == kNoEvent) return {};
  return {run.events[e].tid, run.events[e].seq, run.events[e].history};
}

EventId CoreStore::Find(const Run& run, const Name& name) {
  if (name.seq == 0 || name.tid >= run.threads.size() || name.seq > run.threads[name.tid].size()) return kNoEvent;
  const EventId e = run.At(name.tid, name.seq);
  return run.events[e].history == name.history ? e : kNoEvent;
}

std::uint64_t CoreStore::KeyOf(const Run& run, EventId a, EventId b) {
  return QuickMix(QuickMix(run.events[a].history, run.events[a].tid), QuickMix(run.events[b].history, run.events[b].tid));
}

void CoreStore::Add(const Problem& problem, const std::vector<Literal>& core) {
  const Run& run = problem.run();
  const auto asked = std::ranges::find(core, Kind::kPattern, &Literal::kind);
  if (asked == core.end() || size_ >= kMost) return;
  Core kept;
  kept.first = NameOf(run, problem.query().steps.front()), kept.last = NameOf(run, problem.query().steps.back());
  for (const Literal& l : core) {
    if (l.kind != Kind::kLock) {
      kept.literals.push_back({l.kind, NameOf(run, l.a), NameOf(run, l.b), NameOf(run, l.c), {}});
      continue;
    }
    const Region &a = run.regions[l.a], &b = run.regions[l.b];
    kept.literals.push_back({l.kind, NameOf(run, a.take), NameOf(run, a.release), NameOf(run, b.take), NameOf(run, b.release),
                             problem.IsOpen(a), problem.IsOpen(b)});
  }
  cores_[KeyOf(run, asked->a, asked->b)].push_back(std::move(kept));
  ++size_;
}

bool CoreStore::Holds(const Problem& problem, const Core& core) {
  const Run& run = problem.run();
  const auto& steps = problem.query().steps;
  std::vector<Literal> same;
  for (const Named& l : core.literals) {
    const EventId a = Find(run, l.a), b = Find(run, l.b), c = Find(run, l.c);
    const auto has = [&](EventId e) { return problem.Has(e); };
    switch (l.kind) {
      case Kind::kProgram:
        if (!has(a) || !has(b)) return false;
        break;
      case Kind::kPattern: {
        const auto at = std::ranges::find(steps, a);
        if (at == steps.end() || std::next(at) == steps.end() || *std::next(at) != b) return false;
        break;
      }
      case Kind::kMust:
        if (!has(a) || !has(b) || std::ranges::none_of(run.MustsOf(b), [a](const Must& m) { return m.from == a && !m.if_kept; }))
          return false;
        break;
      case Kind::kSource:
      case Kind::kValue: {
        if (!has(b) || (l.a.seq != 0 && !has(a)) || (l.kind == Kind::kValue && !has(c))) return false;
        bool found = false;
        for (const CellAccess& access : run.AccessesOf(b))
          found |= problem.IsKept(access) && problem.SourceOf(access) == (l.a.seq == 0 ? kNoEvent : a) &&
                   (l.kind == Kind::kSource || run.AccessTo(c, access.cell) != nullptr);
        if (!found) return false;
        same.push_back({l.kind, l.a.seq == 0 ? kNoEvent : a, b, c});
        break;
      }
      case Kind::kLock: {
        const EventId d = Find(run, l.d);
        if (!has(a) || !has(c) || run.events[a].takes == kNone || run.events[c].takes == kNone) return false;
        const Region &one = run.regions[run.events[a].takes], &two = run.regions[run.events[c].takes];
        if (problem.IsOpen(one) != l.open_a || problem.IsOpen(two) != l.open_b) return false;
        if ((!l.open_a && one.release != b) || (!l.open_b && two.release != d) || one.lock != two.lock) return false;
        break;
      }
      case Kind::kAlone:
        if (!has(a) || Find(run, core.first) != steps.front() || Find(run, core.last) != steps.back() || problem.IsStep(a))
          return false;
        if (std::ranges::none_of(run.AccessesOf(a),
                                 [&](const CellAccess& x) { return x.writes && problem.IsPatternCell(x.cell); }))
          return false;
        break;
      case Kind::kGap: return false;  // not worth it
    }
  }
  return IsExact(problem, same);
}

bool CoreStore::Forbids(const Problem& problem) const {
  const auto& steps = problem.query().steps;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const auto known = cores_.find(KeyOf(problem.run(), steps[i - 1], steps[i]));
    if (known == cores_.end()) continue;
    if (std::ranges::any_of(known->second, [&](const Core& core) { return Holds(problem, core); })) return true;
  }
  return false;
}

// --- Solving -----------------------------------------------------------------------------------------------------------

void SolveCounts::Add(const SolveCounts& other) {
  for (auto field : {&SolveCounts::solved, &SolveCounts::possible, &SolveCounts::unsat, &SolveCounts::unknown,
                     &SolveCounts::avoided, &SolveCounts::closure, &SolveCounts::z3, &SolveCounts::capped, &SolveCounts::withheld,
                     &SolveCounts::other_sources, &SolveCounts::decisions, &SolveCounts::events})
    this->*field += other.*field;
  largest = std::max(largest, other.largest);
  closure_ms += other.closure_ms, z3_ms += other.z3_ms;
}

Answer Solver::One(const Problem& problem, Work& work) const {
  SolveCounts& counts = work.counts;
  Answer answer;
  counts.largest = std::max<std::uint64_t>(counts.largest, problem.size());
  counts.events += problem.size();
  if (!options_.only_z3) {
    const Stopwatch watch(counts.closure_ms);
    ++counts.closure;
    answer = work.closure.Solve(problem);
    counts.decisions += answer.decisions;
  }
  if (answer.verdict != Verdict::kUnknown || problem.size() > options_.z3_events) return answer;
  if (options_.z3 && IsQuick()) return ++counts.withheld, answer;
  const Z3* z3 = options_.z3 ? options_.z3() : nullptr;
  if (z3 == nullptr) return answer;
  const Stopwatch watch(counts.z3_ms);
  ++counts.z3;
  const Formula formula = MakeFormula(problem);
  const FormulaAnswer theirs = z3->Solve(formula, options_.z3_timeout_ms);
  answer.verdict = theirs.verdict;
  answer.order = theirs.order;
  answer.core.clear();
  for (const std::size_t c : theirs.core) answer.core.push_back(formula.clauses[c].why);
  answer.exact = theirs.verdict == Verdict::kImpossible && IsExact(problem, answer.core);
  return answer;
}

// Where reads in the reason could have got their values from somebody else, too. One other source may not be enough: a read of
// eight bytes that were written in pieces has one for each piece. So what stays impossible with one is tried with one more.
Answer Solver::WithOtherSources(const Problem& problem, const Answer& first, Work& work, Query* used) const {
  const Run& run = problem.run();
  struct Tried {
    Query query;
    std::vector<Literal> core;
  };
  std::vector<Tried> level = {{problem.query(), first.core}};
  for (unsigned depth = 0; depth < kMostOtherSources && !level.empty(); ++depth) {
    unsigned left = options_.other_sources;
    std::vector<Tried> next;
    for (const Tried& tried : level) {
      const auto attempt = [&](EventId read, std::uint32_t cell, EventId source) {
        Query other = tried.query;
        other.forced.push_back({read, cell, source});
        const Problem changed(run, other);
        ++work.counts.other_sources, --left;
        Answer answer = One(changed, work);
        if (answer.verdict == Verdict::kPossible) *used = std::move(other);
        else if (answer.verdict == Verdict::kImpossible && !answer.core.empty()) next.push_back({std::move(other), answer.core});
        return answer;
      };
      for (const Literal& l : tried.core) {
        if (l.kind != Kind::kValue && l.kind != Kind::kSource) continue;
        for (const CellAccess& read : run.AccessesOf(l.b)) {
          if (!read.reads || !read.read_known || read.source != l.a) continue;
          if (std::ranges::any_of(tried.query.forced,
                                  [&](const ForcedSource& f) { return f.read == l.b && f.cell == read.cell; }))
            continue;
          std::uint64_t initial = 0;
          if (read.source != kNoEvent && left != 0 && run.WrittenValue(kNoEvent, read.cell, &initial) && initial == read.read)
            if (Answer answer = attempt(l.b, read.cell, kNoEvent); answer.verdict == Verdict::kPossible) return answer;
          for (const std::uint32_t number : run.cells[read.cell].accesses) {
            const CellAccess& write = run.accesses[number];
            if (left == 0) break;
            if (!write.writes || !write.write_known || write.written != read.read || write.event == read.source ||
                write.event == l.b || run.Before(l.b, write.event))
              continue;
            if (Answer answer = attempt(l.b, read.cell, write.event); answer.verdict == Verdict::kPossible) return answer;
          }
        }
      }
    }
    level = std::move(next);
  }
  return {};
}

Answer Solver::Settle(const Problem& problem, Work& work, Query* used) const {
  Answer answer = One(problem, work);
  if (answer.verdict != Verdict::kImpossible || answer.exact || !problem.query().forced.empty()) return answer;
  if (IsQuick()) return ++work.counts.withheld, answer;
  Answer other = WithOtherSources(problem, answer, work, used);
  return other.verdict == Verdict::kPossible ? other : answer;
}

void Solver::Ahead(const Run& run, std::vector<Query> queries) {
  ready_.clear();
  if (queries.size() < 2) return;
  for (Query& query : queries) {
    Ready& ready = ready_.emplace_back();
    ready.run = &run, ready.query = std::move(query);
  }
  std::atomic<std::size_t> next = 0;
  const auto work_off = [&] {
    Work work;
    for (std::size_t i = next++; i < ready_.size(); i = next++) {
      Ready& ready = ready_[i];
      ready.used = ready.query;
      ready.problem.Set(run, ready.query);
      if (ready.problem.size() > options_.most_events) continue;
      work.counts = {};
      ready.answer = Settle(ready.problem, work, &ready.used);
      ready.counts = work.counts;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 1; t < std::min<std::size_t>(options_.threads, queries.size()); ++t) threads.emplace_back(work_off);
  work_off();
  for (std::thread& thread : threads) thread.join();
}

Answer Solver::Solve(const Run& run, const Query& query, Query* used) {
  *used = query;
  withheld_ = false;
  const std::uint64_t withheld = counts_.withheld;
  const auto ready = std::ranges::find_if(ready_, [&](const Ready& r) { return r.run == &run && r.query == query; });
  const bool known = ready != ready_.end();
  Problem own;
  if (!known) own.Set(run, query);
  const Problem& problem = known ? ready->problem : own;
  if (problem.size() > options_.most_events) return ++counts_.capped, Answer{};
  const bool cores = options_.cores && run.first == 0;  // a reason in a window speaks of how the window begins
  if (cores && cores_.Forbids(problem)) {
    ++counts_.avoided;
    Answer impossible;
    impossible.verdict = Verdict::kImpossible, impossible.exact = true;
    return impossible;
  }
  ++counts_.solved;
  Answer answer;
  if (known) {
    answer = ready->answer, *used = ready->used;
    counts_.Add(ready->counts);
  } else {
    work_.counts = {};
    answer = Settle(problem, work_, used);
    counts_.Add(work_.counts);
  }
  withheld_ = answer.verdict != Verdict::kPossible && counts_.withheld != withheld;
  if (answer.verdict == Verdict::kPossible) ++counts_.possible;
  else if (answer.verdict == Verdict::kUnknown) ++counts_.unknown;
  else ++counts_.unsat;
  if (cores && answer.verdict == Verdict::kImpossible && answer.exact) cores_.Add(problem, answer.core);
  return answer;
}

}  // namespace reweave::pcr
