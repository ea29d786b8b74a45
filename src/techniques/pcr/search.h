// The exploration: a run is looked at for patterns that could be and were not; what is worth it is solved for; the schedules
// that come out are run, and what they show is looked at in turn. Pure: traces in, plans out.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "detect/patterns.h"
#include "techniques/pcr/other_paths.h"
#include "techniques/pcr/patterns.h"
#include "techniques/pcr/schedule.h"
#include "techniques/pcr/solve.h"

namespace reweave::pcr {

enum class Goal : std::uint8_t {
  kPatterns,  // PCR: each pattern that was not covered
  kValues,    // MCR: each read, each value that it could have read and did not
};

struct SearchOptions {
  Goal goal = Goal::kPatterns;
  Kept kept = Kept::kBranches;
  RuleOptions rules = {};
  CandidateLimits limits = {};
  SolveOptions solve = {};
  unsigned max_tries = 5;      // schedules of a key
  unsigned max_unsolved = 20;  // instances of a key without a new schedule: a run on another path may have one
  bool order342 = false;       // triples, pairs, then length 4
  std::size_t portion = 8;     // candidates of a run that are solved for at a time
  bool skip_equivalent = true; // a run with the locks and the open patterns of an earlier one is not solved for again ...
  std::size_t short_run = 256; // ... unless it has at most so many events: its reads saw something else, and solving is cheap
  bool raw_signatures = false; // two schedules are the same only if their threads take the same turns
  std::size_t long_run = kLongRun, window = kWindowEvents;  // runs of more events are looked at in windows of so many
  // Kept::kConditions: what conditions of a run were computed from (conditions.h).
  std::function<std::vector<std::uint32_t>(const Trace&)> first_uses = {};
  std::function<std::string(std::uint32_t site)> variable_of = {};  // for the estimate: the class of what a place accesses
  std::function<bool()> over = {};  // true: leave off, whatever is left
  std::function<bool(const abi::Event&)> impacted = {};  // rule 0: patterns without such an access are left out
  // Runs of the old version had this pattern at these places (coverage that is carried over): it comes after all others.
  std::function<bool(std::uint8_t pattern, std::span<const std::uint32_t> sites)> seen_before = {};
};

struct SearchCounts {
  std::uint64_t runs = 0, looked_at = 0, candidates = 0, proposed = 0, schedules = 0, duplicates = 0, late_covered = 0;
  std::array<std::uint64_t, 8> dropped{};
  std::uint64_t intended = 0, other_instance = 0, missed_diverged = 0, missed = 0, crashed_before = 0, timeout = 0;
  std::uint64_t retries = 0, unstable_keys = 0, capped = 0, unexplained = 0, refused = 0;
  std::uint64_t variables = 0;  // shared ones, of the run with most of them
  std::uint64_t carried = 0;  // patterns that runs suggested and the old version's runs had
  std::uint64_t equivalent = 0;  // runs that suggested what an earlier one had suggested
  std::uint64_t other_paths = 0;  // schedules on paths that no run took
  std::uint64_t long_runs = 0, windows = 0;  // runs that were looked at in windows, and in how many
};

class Search {
 public:
  explicit Search(const SearchOptions& options) : options_(options), solver_(options.solve) {}

  // A pattern that a schedule is for.
  struct Aim {
    std::uint64_t key = 0;
    std::uint8_t pattern = 0;
    Kept kept = Kept::kAll;
    bool path = false;         // a read that has another value, not a pattern (other_paths.h)
    Pattern instance;          // in the run that the schedule was made from
    std::vector<Place> steps;  // as other runs name them
  };
  struct Work {
    Schedule schedule;
    Aim aim;
    std::uint32_t span = 0, depth = 0;
    bool repeats = false;                // another schedule orders the accesses of each variable alike
    std::uint64_t number = 0;            // first come, first served
    std::uint64_t signature = 0;
    std::shared_ptr<const Trace> basis;  // the run that it was made from
    std::shared_ptr<const Run> run;      // the same, or a window of it
  };

  // What to run next; none: nothing is left. Work whose pattern was covered meanwhile is passed over.
  std::optional<Work> Next();
  // When nothing is left: a run on a path that no run took (other_paths.h).
  std::optional<Work> NextElsewhere();
  // A run: of this work, or of none (a first run, or one that nobody planned).
  enum class Result : std::uint8_t { kNone, kIntended, kOtherInstance, kDiverged, kMissed, kCrashedBefore, kTimeout };
  Result Observe(const Work* work, const Trace& trace);
  // A run that was made for another purpose: what it covers is covered.
  void Learn(const Trace& trace);

  // Solves for all candidates that are left, without running anything.
  void SolveRest() {
    while (SolveNext()) {
    }
  }
  // Schedules that wait to be run, by the patterns that they are for.
  std::unordered_map<std::uint64_t, const Schedule*> Planned() const;

  // Rule 0 off from here on. False: it was off already.
  bool ForgetImpact() { return std::exchange(options_.impacted, {}) != nullptr; }

  const SearchCounts& counts() const { return counts_; }
  const SolveCounts& solving() const { return solver_.counts(); }
  const detect::PatternCoverage& covered() const { return covered_; }
  detect::Denominators Possible() const { return covered_.Possible(options_.variable_of); }
  const Solver& solver() const { return solver_; }
  std::size_t left() const {
    std::size_t count = work_.size() + undecided_.size();
    for (const Candidacy& list : candidacies_) count += list.patterns.size() - list.next;
    return count;
  }
  Goal goal() const { return options_.goal; }

  // Patterns that the runs suggest of which nothing is known yet: not covered, not infeasible, not undecided.
  std::size_t Open() const;
  // Patterns covered after so many runs, where that grew.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& curve() const { return curve_; }
  // Patterns that were solved for and cannot be, or could not be decided; by key.
  enum class Fate : std::uint8_t { kOpen, kInfeasible, kUnknown };
  struct Attempt {
    unsigned tries = 0, unsolved = 0, misses = 0, put_off = 0;
    Fate fate = Fate::kOpen;
    bool queued = false;  // a schedule for it waits to be run
    bool possible = false;  // some instance of it has a schedule: it is not infeasible, whatever becomes of other instances
    bool shown = false;     // mcr: a run read the value
    std::uint8_t pattern = 0;
    std::array<std::uint32_t, 4> sites{};
  };
  const std::unordered_map<std::uint64_t, Attempt>& attempts() const { return attempts_; }

 private:
  struct Later {
    bool operator()(const Work& a, const Work& b) const;
    bool order342 = false;
  };
  void Derive(const Trace& trace, std::uint32_t depth, std::size_t prefix);
  void DeriveInWindows(const Run& whole, std::span<const std::uint32_t> uses, const std::shared_ptr<const Trace>& trace,
                       std::uint32_t depth, std::size_t prefix);
  void DerivePatterns(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Trace>& trace, std::uint32_t depth,
                      const CandidateLimits& limits);
  void DeriveValues(const std::shared_ptr<const Run>& made, const std::shared_ptr<const Trace>& trace, std::uint32_t depth,
                    std::size_t prefix);
  bool Try(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Trace>& trace, const Query& query,
           const Pattern& pattern, std::uint32_t depth, Kept kept);
  std::uint64_t SignatureOf(const Schedule& schedule) const;
  const Stops& StopsOf(const std::shared_ptr<const Trace>& trace) {
    if (stops_of_ != trace) stops_of_ = trace, stops_.emplace(*trace);
    return *stops_;
  }
  // Candidates of a run, the best first, which are solved for in portions: what is found soon needs few of them.
  struct Candidacy {
    std::shared_ptr<const Run> run;
    std::shared_ptr<const Trace> trace;
    std::vector<Pattern> patterns;
    std::size_t next = 0;
    std::uint32_t depth = 0;
    std::uint64_t number = 0, events = 0;  // events: of all problems so far
  };
  struct Undecided {  // by the closure solver
    std::shared_ptr<const Run> run;
    std::shared_ptr<const Trace> trace;
    Pattern pattern;
    std::uint32_t depth = 0;
    Kept kept = Kept::kAll;
  };
  static constexpr std::uint64_t kMostEvents = 20'000'000;  // of all problems of a run together: some seconds
  void Cover(const Trace& trace);
  bool Over() const { return options_.over && options_.over(); }
  void SolveSome(Candidacy& list);
  bool IsToBeSolved(const Pattern& pattern) const;
  bool IsGivenUp(const Attempt& attempt) const {
    return attempt.tries >= options_.max_tries || attempt.unsolved >= options_.max_unsolved;
  }
  void SolveAhead(const Candidacy& list);
  void MarkCarried(const Run& run, std::vector<Pattern>& list);
  bool SolveNext();  // false: no candidates are left, or no time
  bool SolveUndecided();

  SearchOptions options_;
  Solver solver_;
  OtherPaths other_paths_;
  SearchCounts counts_;
  detect::PatternCoverage covered_;
  std::unordered_map<std::uint64_t, Attempt> attempts_;
  // By signature of a schedule: the patterns that wait for it to be run. Two patterns of one effect cost one run, and neither is
  // solved for again while that run is still to come.
  std::unordered_map<std::uint64_t, std::vector<Aim>> pool_;
  std::unordered_set<std::uint64_t> carried_;  // keys
  std::unordered_set<std::uint64_t> looked_at_;  // runs by their manners and open patterns
  std::vector<Work> work_;  // a heap
  std::vector<Candidacy> candidacies_;
  std::deque<Undecided> undecided_;
  std::uint64_t number_ = 0;
  std::uint64_t values_tried_ = 0, events_before_ = 0;  // mcr: of the run that is looked at
  std::shared_ptr<const Trace> stops_of_;  // the run of stops_
  std::optional<Stops> stops_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve_;
};

}  // namespace reweave::pcr
