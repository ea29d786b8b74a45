#include "explore/search/strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/nearest.h"
#include "explore/strategies/makers.h"
#include "techniques/capp/capp_labels.h"
#include "techniques/capp/capp_strategy.h"
#include "techniques/paths/makers.h"
#include "techniques/paths/paths_strategy.h"
#include "techniques/pcr/options.h"
#include "techniques/pcr/strategies.h"
#include "techniques/recontest/recontest_strategy.h"

// explore/search declares the registry, so that a search can be made by its name without knowing the techniques. All are known
// only here, above them.
namespace reweave {

const std::vector<StrategyEntry>& search::Strategies() {
  constexpr bool kPlansLocks = true;
  static const std::vector<StrategyEntry> kTable = {
      {"none", "one run; threads are switched only when they must be", MakeNoneStrategy},
      {"random", "a random thread at every scheduling point", MakeRandomStrategy},
      {"pct", "random priorities with a few change points (probabilistic concurrency testing)", MakePctStrategy},
      {"pos", "partial-order sampling: random priorities, redrawn on conflict", MakePosStrategy},
      {"dfs", "every schedule, depth first", MakeDfsStrategy},
      {"icb", "every schedule with at most --bound preemptions, fewest first", MakeIcbStrategy},
      {"delay", "every schedule with at most --bound delays of the default scheduler, fewest first", MakeDelayStrategy},
      {"dpor", "one schedule of each class of equivalent ones (dynamic partial-order reduction)", MakeDporStrategy},
      {"rf", "random, guided to orders of conflicting accesses that were not seen yet", MakeRfStrategy},
      {"goal", "holds threads back at places, so that an order or a combination of values appears that was not seen yet",
       MakeGoalStrategy},
      {"stateful-dfs", "every state once, depth first; --state-key compares states", MakeStatefulDfsStrategy},
      {"stateful-bfs", "every state once, breadth first", MakeStatefulBfsStrategy},
      {"capp",
       "capp:HEURISTIC, schedules that preempt at changed code first: CA CS COA COS MA MS MOA MOS LA LS LOA LOS FA FS BASIC "
       "auto; with --against or --icps",
       MakeCappStrategy},
      {"recontest", "the problematic interleavings that --against OLD did not have; recontest:pta all of them, for comparison",
       recontest::MakeRecontestStrategy, kPlansLocks},
      {"paths",
       "one run for each way in which an interleaving can change a branch; --paths-mode, --why, --against; paths:all does not "
       "stop when all outcomes were seen",
       paths::MakePathsStrategy, kPlansLocks},
      {"reach", "reachability testing: every order that changes which version of a variable is accessed",
       paths::MakeReachStrategy, kPlansLocks},
      {"tpair", "the same for each two threads alone", paths::MakeThreadPairsStrategy, kPlansLocks},
      {"pcr", "solves for access patterns that could happen and were not seen yet, and runs them (pattern constraint reduction)",
       pcr::MakePcrStrategy, kPlansLocks},
      {"mcr", "for comparison: solves for every value that a read could return and did not (maximal causality reduction)",
       pcr::MakeMcrStrategy, kPlansLocks},
      {"maptest", "for comparison: random, guided towards one access pattern at a time", pcr::MakeMaptestStrategy, kPlansLocks},
      {"auto",
       "several of these, preferring those that still show something new: goal, rf, random, pos, pct, icb and dpor; ends when "
       "dpor "
       "has covered "
       "everything",
       MakeAutoStrategy},
  };
  return kTable;
}

bool search::PlansLocks(std::string_view spec) {
  const auto entry = std::ranges::find(Strategies(), spec.substr(0, spec.find(':')), &StrategyEntry::name);
  return entry != Strategies().end() && entry->plans_locks;
}

Result<std::unique_ptr<Strategy>> search::MakeStrategy(std::string_view spec, StrategyOptions options) {
  const auto colon = spec.find(':');
  const auto name = spec.substr(0, colon);
  if (colon != std::string_view::npos) options.parameter = spec.substr(colon + 1);
  std::vector<std::string> known;
  for (const StrategyEntry& entry : Strategies()) {
    if (entry.name == name) {
      if (name == "pcr" || name == "mcr" || name == "maptest") RW_TRY(pcr::ParseSettings(options.parameter));
      if (name == "paths") RW_TRY(paths::CheckParameter(options.parameter));
      if (name == "capp") RW_TRY(ParseHeuristic(options.parameter));
      if (auto made = entry.make(options)) return made;
      return Fail(ErrorCategory::kUsage, "this strategy needs an old version to compare with", std::string(spec), {},
                  "name the old one with --against OLD");
    }
    known.emplace_back(entry.name);
  }
  const auto nearest = NearestWord(name, known);
  return Fail(ErrorCategory::kUsage, "unknown strategy", std::string(spec), {},
              nearest ? fmt::format("did you mean {}?", *nearest) : fmt::format("known: {}", fmt::join(known, ", ")));
}

}  // namespace reweave
