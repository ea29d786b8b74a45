// Which runs to make: takes each run as it was executed and says which one comes next.
//
//   kDefault  the reads-from graph of every run; a variant is left out only if an executed run already shows what it would show
//   kPaper    as published: version graph, groups by the order of a branch's operations, table of branch outcomes
//   kReach    reachability testing: every variant of the version graph of every run
//   kPairs    the same for each two threads alone
//
// Pure: the same runs give the same answers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "techniques/paths/branch_table.h"
#include "techniques/paths/graph.h"
#include "techniques/paths/outcomes.h"
#include "techniques/paths/relevance.h"
#include "techniques/paths/run.h"

namespace reweave::paths {

enum class Mode : std::uint8_t { kDefault, kPaper, kReach, kPairs };

struct SearchOptions {
  Mode mode = Mode::kDefault;
  std::uint64_t node_cap = 1'000'000;
  std::function<bool()> over = {};  // true: leave off, whatever is left
  bool stop_at_rows = true;  // end when all combinations of branch outcomes were seen, though orders are left
  bool every_turn = false;   // of loops, though it depends on the same operations as an earlier one
};

// A run to make: the first operations of an earlier run in another order.
struct Test {
  std::uint32_t id = 0;
  std::uint32_t source = 0;                // number of the run
  std::vector<std::uint32_t> order;        // its operations
  std::vector<std::pair<std::uint32_t, std::uint8_t>> choices;  // which waiter a signal wakes
  bool dead = false;                       // should end in a deadlock
};

struct BranchReport {
  std::uint32_t site = 0;
  std::uint64_t instances = 0;
  std::set<std::uint64_t> groups;                   // realised
  std::map<std::uint32_t, std::uint64_t> outcomes;  // outcome -> runs
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_run;  // run, outcome of the first instance
  std::set<std::uint32_t> reads, writers;           // sites of what it depends on
  bool external = false;
  std::uint32_t possible = 2;                       // outcomes it can have
};

struct SearchCounts {
  std::uint64_t executed = 0, variants = 0, nodes = 0;
  std::uint64_t branches = 0;        // static branches executed, or instances if sites are not known
  std::uint64_t branch_instances = 0;
  std::uint64_t groups = 0, untested_groups = 0;
  std::uint64_t rows = 0;            // combinations of outcomes that were seen
  std::uint64_t covered = 0;         // variants that needed no run
  std::uint64_t dead = 0;            // predicted deadlocks
  std::uint64_t unrealised = 0;      // variants whose run went elsewhere, three times where that can help
  bool capped = false;               // a graph was too large: pairs of a read and a write were turned instead
  bool reduced = false;              // too many combinations of outcomes, or orders: each outcome of each branch is the goal
};

// kRows: every combination of branch outcomes was seen, and orders are left. kVariants: the mode has no order left to choose.
enum class Ended : std::uint8_t { kNo, kRows, kVariants };

class Search {
 public:
  explicit Search(SearchOptions options) : options_(options) {}

  // A run was executed: the first, or the one that Next() asked for. followed: it kept to the order. repeatable: the same order
  // would lead to the same run, so that an order which was not brought about is not tried again.
  void Add(std::shared_ptr<const Execution> run, std::optional<std::uint32_t> test, bool followed = true,
           bool repeatable = false);
  std::optional<Test> Next();
  Ended ended() const { return ended_; }
  // It ended, and no order was left out that could turn a branch. Never where the mode leaves such orders out by design: the
  // published choice of runs and pairs of threads lose paths.
  bool complete() const;
  SearchCounts counts() const;
  const std::map<std::uint64_t, BranchReport>& branches() const { return branches_; }  // by branch, over its instances
  std::uint64_t left() const { return pending_.size(); }
  // Whether an executed run did these operations of a run in the same way, every access included, and then each of the threads
  // did more than in that run.
  bool GoesOnAfter(const Execution& run, const std::vector<std::uint32_t>& order,
                   const std::vector<std::uint16_t>& threads) const;
  std::vector<bool> NeededRuns() const;  // by run: what is still to be tried begins with it
  // Whether the run that Next() asks for would be of no use any more (another run shows the same).
  const Relevance& last_relevance() const { return relevance_; }
  const Shown& shown() const { return shown_; }

  // Orders that turn a branch which this says of, or one that depends on an operation of which it says so, come first (kDefault).
  using Touches = std::function<bool(std::uint32_t site)>;
  void Prefer(Touches touches) { touches_ = std::move(touches); }
  std::uint64_t preferred_left() const;

 private:
  using Key = std::vector<std::pair<Anchor, std::uint64_t>>;
  struct Group {
    std::uint64_t key = 0;
    std::uint64_t branch = 0;  // of branches_
  };
  struct Pending {
    std::uint32_t id = 0, source = 0;
    Variant variant = {};
    std::vector<Group> groups = {};  // predicted: what each branch would see
    std::uint64_t turn = 0;  // which place would read what another place wrote
    bool dead = false, preferred = false;
    bool hidden = false;  // turns what no recorded branch depends on: what it leads to is not among the known outcomes
    std::uint32_t pair = 0;  // kPairs
    std::uint32_t failures = 0;
  };
  struct Known {
    std::unordered_map<Anchor, std::uint64_t> sees;  // relevant reads, results of synchronisation
    std::vector<std::unordered_map<Anchor, std::uint64_t>> versions;  // of all accesses; kPairs: one a pair of threads
    std::unordered_map<std::uint64_t, std::size_t> lengths;  // by name of a thread: its operations
    std::unordered_set<std::uint64_t> objects;  // names of synchronisation that it uses
    bool Repeats(const Key& key) const;  // of versions
  };

  Known WhatItShows(const Execution& run) const;
  void LookAgain(std::size_t number, const Key& key);
  void Report(const Execution& run);
  void AddVariants(const std::shared_ptr<const Execution>& run, std::uint32_t source);
  void AddDefault(const Execution& run, std::uint32_t source);
  void AddPaper(const Execution& run, std::uint32_t source);
  void AddVersions(const Execution& run, std::uint32_t source, const std::vector<bool>& threads, std::uint32_t pair);
  void AddDead(const Execution& run, std::uint32_t source, std::vector<Variant> ends, const std::vector<bool>& kept);
  std::vector<Group> PredictedGroups(const Execution& run, const Variant& variant) const;
  bool Covered(const Pending& pending, const Known& known) const;
  bool CoveredByAny(const Pending& pending) const;
  static Key VersionsOf(const Execution& run, const std::vector<std::uint32_t>& order, bool last_differs);
  std::size_t RepeatedRun(const Pending& pending) const;
  void Push(Pending pending);
  std::vector<std::uint64_t> NoteUsers(const Execution& run);
  void LookAgainFor(const std::vector<std::uint64_t>& objects);
  void NoteTurns(const Execution& run);
  static std::uint64_t TurnOf(const Execution& run, const Op& op, const Op* writer, bool result);
  std::vector<bool> Contended(const Execution& run) const;
  std::vector<bool> Kept(const Execution& run, bool relevant_only) const;
  std::vector<bool> Preferred(const Execution& run) const;
  std::optional<Test> Take(std::size_t index);
  std::optional<Test> NextDefault();
  // Beyond this many combinations of outcomes the goal is each outcome of each branch, and untested groups.
  static constexpr std::uint64_t kMostRows = 4096;
  static constexpr std::size_t kMostCompared = 50'000;  // operations of a run that is compared as a whole
  static constexpr std::size_t kMostKept = 1'000'000;  // operations of runs that are kept only to be looked at again
  bool Reduced() const;
  bool EachOutcomeSeen() const;
  std::size_t BestPending(bool rows, bool reduced) const;
  std::optional<Test> NextPaper();
  // What was not looked at then is left.
  bool Over() { return options_.over && options_.over() && (counts_.capped = true); }

  SearchOptions options_;
  std::vector<std::shared_ptr<const Execution>> runs_;
  std::vector<Known> known_;
  std::vector<std::unordered_set<Anchor>> also_;  // by run: reads of orders that it shows, relevant whatever depends on them
  Relevance relevance_;  // of the run added last
  std::vector<Pending> pending_;
  std::optional<Pending> out_;
  std::set<Key> keys_;  // of variants that were ever pending
  std::unordered_set<std::uint64_t> dead_;
  std::unordered_set<std::uint64_t> tested_, groups_;
  std::unordered_set<std::uint64_t> turns_;  // that runs showed, or that could not be brought about
  std::unordered_map<std::uint64_t, std::uint32_t> missed_;  // by turn: runs that went elsewhere
  bool coarse_ = false;  // too many combinations or orders: that each place reads what each other place wrote, once, is the goal
  OutcomeTree outcomes_;
  Shown shown_;
  static constexpr std::uint64_t kSeveral = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> users_;  // by name of a synchronisation object: the thread's, or kSeveral
  std::unordered_set<Anchor> affected_;  // branches, in any run
  std::map<std::uint64_t, BranchReport> branches_;
  // First outcome by run of branches that no run has shown to be affected.
  std::unordered_map<std::uint64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> unaffected_;
  Touches touches_;
  BranchTable table_;  // kPaper
  std::map<Anchor, std::uint32_t> columns_;
  std::vector<std::uint32_t> round_;  // kPaper: tests of this round, the next last
  std::unordered_set<std::uint64_t> completed_;  // kPaper: groups as they are printed
  bool forgotten_ = false;  // a run that would have to be looked at again is not kept any more
  std::uint32_t next_id_ = 0;
  std::size_t most_threads_ = 0;
  SearchCounts counts_;
  Ended ended_ = Ended::kNo;
};

}  // namespace reweave::paths
