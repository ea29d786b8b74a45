// Solving with everything there is: reasons known from earlier, the closure solver, other writers of the same values where the
// recorded ones stand in the way, and Z3 for what stays open.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "techniques/pcr/closure.h"

namespace reweave::pcr {

class Z3;

// Reasons why something was impossible, kept over runs. An event is the same in another run if its thread did the same up to it.
class CoreStore {
 public:
  void Add(const Problem& problem, const std::vector<Literal>& core);
  // Whether a stored reason holds for the problem as well.
  bool Forbids(const Problem& problem) const;
  std::size_t size() const { return size_; }
  static constexpr std::size_t kMost = 100000;

 private:
  struct Name {
    std::uint16_t tid = 0;
    std::uint32_t seq = 0;  // 0: no event
    std::uint64_t history = 0;
  };
  struct Named {
    Literal::Kind kind;
    Name a, b, c, d;
    bool open_a = false, open_b = false;
  };
  struct Core {
    std::vector<Named> literals;
    Name first, last;  // steps
  };
  static Name NameOf(const Run& run, EventId e);
  static EventId Find(const Run& run, const Name& name);  // kNoEvent: not there
  static std::uint64_t KeyOf(const Run& run, EventId a, EventId b);
  static bool Holds(const Problem& problem, const Core& core);
  std::unordered_map<std::uint64_t, std::vector<Core>> cores_;  // by one of the steps that are asked to follow each other
  std::size_t size_ = 0;
};

struct SolveOptions {
  bool cores = true;
  // Gives Z3, or null; asked when something is left open. Loading its library takes longer than most searches.
  std::function<const Z3*()> z3 = {};
  // Other writers and Z3 only after TakeTime(true): most searches end before they are worth their time.
  bool quick_first = false;
  bool only_z3 = false;              // for comparison
  std::size_t z3_events = 600;       // larger problems are not given to it
  unsigned z3_timeout_ms = 1000;
  std::size_t most_events = 200000;  // larger problems are not solved
  unsigned other_sources = 16;       // attempts with other writers of the same values: one, two, ... of them
  unsigned threads = 1;              // that Ahead may use
  std::size_t worth_threads = 1000;  // events of a run: below, starting threads takes longer than solving
};

struct SolveCounts {
  std::uint64_t solved = 0, possible = 0, unsat = 0, unknown = 0, avoided = 0, closure = 0, z3 = 0, capped = 0;
  std::uint64_t withheld = 0;  // attempts that were put off (quick_first)
  std::uint64_t other_sources = 0, decisions = 0, largest = 0, events = 0;  // events: of all problems together
  double closure_ms = 0, z3_ms = 0;  // of all threads together
  void Add(const SolveCounts& other);
};

class Solver {
 public:
  explicit Solver(const SolveOptions& options = {}) : options_(options) {}
  // `used`: the query that the answer is for, which may ask for other sources.
  Answer Solve(const Run& run, const Query& query, Query* used);
  // Works out, in several threads, what these questions will need if Solve is asked them next. Solve then answers as it would
  // have without: what it counts, which reasons it keeps and in which order do not depend on how many threads there are, and
  // what it is not asked after all leaves no trace.
  void Ahead(const Run& run, std::vector<Query> queries);
  void DropAhead() { ready_.clear(); }
  bool WorksAhead(const Run& run) const { return options_.threads > 1 && run.events.size() >= options_.worth_threads; }
  // Of the last answer, if it is not "possible": an attempt that was put off might succeed.
  bool withheld() const { return withheld_; }
  void TakeTime(bool take) { takes_time_ = take; }
  const SolveCounts& counts() const { return counts_; }
  const CoreStore& cores() const { return cores_; }

 private:
  bool IsQuick() const { return options_.quick_first && !options_.only_z3 && !takes_time_; }
  struct Work {  // what solving a problem takes beside it
    Closure closure;
    SolveCounts counts;
  };
  struct Ready {
    const Run* run = nullptr;
    Query query, used;
    Problem problem;
    Answer answer;
    SolveCounts counts;
  };
  // Depends on nothing but its arguments and the options.
  Answer Settle(const Problem& problem, Work& work, Query* used) const;
  Answer One(const Problem& problem, Work& work) const;
  Answer WithOtherSources(const Problem& problem, const Answer& first, Work& work, Query* used) const;

  SolveOptions options_;
  bool takes_time_ = false, withheld_ = false;
  SolveCounts counts_;
  CoreStore cores_;
  Work work_;
  std::deque<Ready> ready_;
};

}  // namespace reweave::pcr
