// The search for failing candidates of a class. docs/gen.md says how it goes on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "gen/failure.h"
#include "gen/meetings.h"
#include "gen/runner.h"
#include "gen/subject.h"
#include "gen/trial.h"
#include "gen/unguarded.h"

namespace reweave::gen {

struct SearchOptions {
  std::chrono::nanoseconds time = std::chrono::seconds(45);  // from the start of the search to the last test written
  bool writes = false;                  // tests are written afterwards: a third of the time is for that
  std::optional<std::uint64_t> tests;   // at most so many candidates
  std::uint64_t seed = 1;
  bool assume_safe = false;             // try all methods beside each other whatever the class promises
  bool random_only = false;             // no feedback: a baseline for measurements
  std::set<int> only;                   // pairs must have one of these methods; empty: any
  std::function<void(const std::string&)> status;
};

struct SearchResult {
  std::vector<Failure> failures;        // as found, one a (kind, pair)
  std::vector<Failure> unclear;         // see TrialResult; the first of each pair
  std::vector<Candidate> covering;      // passed, each with patterns that no earlier one had; best first
  std::uint64_t tried = 0, dropped = 0, schedules = 0;
  std::uint64_t patterns = 0, total_patterns = 0;
  double seconds = 0, cpu_seconds = 0;  // cpu: of this process and the one under test
  std::map<std::string, double> first_seconds;  // by kind: when its first failure was found
  bool const_only = false;              // only const methods were tried beside each other
  bool saturated = false;               // ended because nothing new came for long
  bool no_time = false;                 // there was something to try, but the time was over before the first test
};

class Search {
 public:
  Search(Subject& subject, Runner& runner, SearchOptions options);
  // Errors (kUsage): no object of the class can be made; nothing could be run.
  Result<SearchResult> Run();
  Trials& trials() { return trials_; }

 private:
  struct Pair {
    int first, second;
    std::uint64_t tries = 0;
    double reward = 0;        // new patterns, decaying
  };
  struct Seed {
    Candidate candidate;
    std::uint64_t runs = 0;
  };

  // A call that leads from one state to another.
  struct Edge {
    Step step;
    std::size_t to = 0;
  };
  struct State {
    Candidate candidate;      // without threads: constructor and prefix
    std::vector<Step> steps;  // calls that can be made in it
    std::vector<Edge> edges;
    double worth = 0;         // what it made possible
    std::uint64_t extended = 0;
  };
  static constexpr std::size_t kLongestPrefix = 7, kMostSuccessorCalls = 5;
  static constexpr std::size_t kFirstGrowth = 60, kLaterGrowth = 4;  // attempts

  // states.cc
  Result<void> FindStates();
  Result<void> TakeSummaries();
  Result<std::vector<Step>> StepsOf(const Candidate& state);
  Result<void> AddVariants(State& state);
  struct Added {
    std::size_t index = 0;
    bool fresh = false;
  };
  // Nothing: it is no state.
  Result<std::optional<Added>> AddState(const Candidate& candidate);
  // What its calls may do beside each other, and beside those of other states. Returns its worth.
  double AddMeetings(std::size_t state);
  Result<void> GrowStates(std::size_t attempts);
  // splits.cc
  struct Split {
    std::uint64_t tries = 0, known = 0;
    std::vector<Candidate> ways;
  };
  void FindSplits();
  void AddSplits(const State& state, const Edge& first);
  void AddSplit(const State& state, const Edge& first, std::vector<Call> calls, const Step& last);
  std::optional<Candidate> MakeSplit();
  // aims.cc
  bool IsAllowed(const Candidate& candidate) const;  // calls of different threads may be made beside each other
  std::optional<Candidate> MakeUnguarded();
  std::optional<Candidate> MakeWaiters();
  Candidate RandomState();
  Candidate AnyState();

  Result<void> FindProbes();
  Result<bool> KeepsStateOutside();
  void MakePairs();
  Pair& ChoosePair();
  Call AnyCall(int op);
  Candidate MakeCandidate(Pair& pair);
  std::optional<Candidate> MakeAimed();
  std::optional<Candidate> MakeMeeting();
  std::optional<Candidate> MakeSuccessor();
  void Lengthen(Candidate& out, int first, int second);
  bool KeepsToRules(const Candidate& candidate) const;
  Result<void> TryOne();
  Result<void> TryDeeper();
  void Take(TrialResult&& result, const Candidate& candidate, Pair* pair);
  bool Over() const;
  bool LookedLongEnough() const;  // at the class: the rest of the time is for tests
  double Seconds() const;
  double Budget() const;  // of the search itself

  Subject& subject_;
  Runner& runner_;
  SearchOptions options_;
  Trials trials_;
  Rng rng_;
  std::chrono::steady_clock::time_point start_;
  std::vector<State> states_;
  std::set<std::string> digests_;         // of what can be seen of them
  std::map<std::uint64_t, std::size_t> behaviours_;  // and of what the methods touch in them; which state it is
  std::set<int> paired_;                  // methods that are in a pair
  std::uint64_t growth_runs_ = 0;         // what lengthening states has cost
  std::size_t useless_ = 0;               // attempts to lengthen a state since one gave a new state
  Meetings meetings_;
  Unguarded unguarded_;
  std::vector<std::size_t> waiting_;      // states in which a call waits
  std::map<std::uint64_t, Split> splits_;  // by the memory that both threads touch
  std::vector<Pair> pairs_;
  std::map<std::pair<int, int>, bool> allowed_;  // pairs of methods that may be called beside each other: are both const?
  std::size_t first_pass_ = 0;          // pairs that had their first try
  std::vector<Seed> deeper_;
  std::set<Candidate> done_;
  std::set<std::string> failed_;        // kind and methods that were reported
  std::uint64_t last_news_ = 0, repeated_ = 0;
  std::uint64_t repeated_row_ = 0;      // candidates since the last one that was not tried before
  SearchResult result_;
};

}  // namespace reweave::gen
