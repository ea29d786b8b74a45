#include "evaluate/capp_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

#include "base/interrupt.h"
#include "evaluate/capp_costs.h"
#include "evaluate/capp_paper.h"
#include "explore/explorer.h"
#include "techniques/capp/capp_labels.h"
#include "techniques/capp/icps.h"

namespace reweave::inline evaluate {

namespace {

struct Prepared {
  std::string about;  // both programs
  BuiltSubject built;
  Program program;
  std::shared_ptr<const CappLabels> labels;
};

// A seed of the randomised order is BASIC, 14 heuristics and at most one portfolio.
std::chrono::nanoseconds TimeOf(const CostKey& key, const CappBenchOptions& bench) {
  return key.seed == 0 ? bench.time : std::min(bench.time, bench.random_budget / 15);
}

// The randomised orders of one subject and search: how many seeds its budget allows.
class Budget {
 public:
  explicit Budget(std::chrono::nanoseconds budget) : budget_(std::chrono::duration<double>(budget).count()) {}

  // A seed begins with BASIC, and is measured as a whole.
  bool Allows(const CostKey& key) {
    if (key.seed == 0) return true;
    Use& use = uses_[{key.subject, key.stateful}];
    if (key.heuristic == "BASIC" && use.seconds < budget_) use.last_seed = key.seed;
    return key.seed <= use.last_seed;
  }
  void Spend(const CostKey& key, double seconds) {
    if (key.seed > 0) uses_[{key.subject, key.stateful}].seconds += seconds;
  }

 private:
  struct Use {
    double seconds = 0;
    int last_seed = 0;
  };
  double budget_;
  std::map<std::pair<std::string, bool>, Use> uses_;
};

ExploreOptions OptionsFor(const Prepared& subject, const CostKey& key, const CappBenchOptions& bench, int worker) {
  const Heuristic heuristic = *ParseHeuristic(key.heuristic);
  ExploreOptions options;
  options.target.program = subject.program;
  options.target.call_marks = subject.labels->Marks(heuristic.portfolio ? MatchMode::kLineOnStack : heuristic.match);
  options.target.pool_threads = std::max(8u, subject.built.subject.threads + 2);
  options.choose_isolation = false;
  options.strategy = "capp:" + key.heuristic;
  options.strategy_options.search = key.stateful ? "stateful-dfs" : "icb";
  options.strategy_options.inputs.Set(subject.labels);
  options.strategy_options.seed = static_cast<std::uint64_t>(std::max(1, key.seed));
  options.strategy_options.order = key.seed == 0 ? SearchOrder::kEarly : SearchOrder::kRandom;
  options.schedules = bench.limit;
  options.time = TimeOf(key, bench);
  options.minimise = {};
  options.detect = false;
  options.end_at_counted = true;  // the cost is in schedules of the strategy's own space, not in runs that look ahead
  options.out_dir = fmt::format("{}/schedules/{}", bench.work_dir, worker);  // two may find the same failure at once
  return options;
}

// Transitions of a stateful search, schedules of a stateless one, up to and with the failure.
Cost CostOf(const ExploreResult& result, bool stateful, std::uint64_t limit) {
  // The search ends with the first of its own schedules that fails.
  if (result.stopped_by != StoppedBy::kFailure)
    return {.value = std::max<std::uint64_t>(limit, stateful ? result.transitions : result.schedules),
            .censored = true,
            .seconds = result.seconds};
  return {.value = stateful ? result.transitions : result.schedules, .censored = false, .seconds = result.seconds};
}

Result<Prepared> Prepare(const Subject& subject, const CappBenchOptions& options, CappBenchResult& out) {
  Prepared prepared;
  RW_ASSIGN(prepared.built, BuildSubject(subject, options.driver, options.work_dir + "/programs"));
  RW_ASSIGN(prepared.program, InspectProgram({prepared.built.new_program}));
  const auto start = std::chrono::steady_clock::now();
  RW_ASSIGN(const auto change, ProgramChange::Of(prepared.built.old_program, prepared.built.new_program));
  prepared.about = change->old_facts().build_key() + " " + change->new_facts().build_key();
  const IcpSet& points = ImpactedPoints(*change);
  prepared.labels = std::make_shared<const CappLabels>(change->new_facts(), points);
  SubjectFacts& facts = out.facts[subject.name];
  facts.points = points.points.size();
  facts.lines = CountLines(subject, "new");
  facts.analysis_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return prepared;
}

}  // namespace

Result<CappBenchResult> RunCappBench(const CappBenchOptions& options) {
  CappBenchResult out;
  out.seeds = options.seeds;
  out.limit = options.limit;
  out.random_budget = options.random_budget;
  RW_ASSIGN(out.subjects, ReadSubjects(options.subjects));
  if (!options.only.empty()) {
    for (const std::string& name : options.only)
      if (std::ranges::find(out.subjects, name, &Subject::name) == out.subjects.end())
        return Fail(ErrorCategory::kUsage, "no such subject", name, "in " + options.subjects);
    std::erase_if(out.subjects, [&](const Subject& s) { return std::ranges::find(options.only, s.name) == options.only.end(); });
  }
  for (const Subject& subject : out.subjects) {
    if (subject.extras.empty()) continue;
    Subject& bare = out.bare.emplace_back(subject);
    bare.name += kBare;
    bare.flags = {"-DFAULT_ONLY"};
  }
  std::vector<Subject> all_subjects = out.subjects;
  all_subjects.insert(all_subjects.end(), out.bare.begin(), out.bare.end());
  std::map<std::string, Prepared> prepared;
  std::deque<CostKey> work;
  for (const Subject& subject : all_subjects) {
    if (options.progress) options.progress("building " + subject.name);
    RW_ASSIGN(prepared[subject.name], Prepare(subject, options, out));
  }
  // Default order first: it is what the tables need.
  for (int seed = 0; seed <= options.seeds; ++seed)
    for (const Subject& subject : all_subjects)
      for (const bool stateful : {false, true}) {
        if ((stateful ? !options.stateful : !options.stateless) || (seed > 0 && subject.name.ends_with(kBare))) continue;
        work.push_back({subject.name, stateful, "BASIC", seed});
        for (std::string_view heuristic : paper::kHeuristics)
          work.push_back({subject.name, stateful, std::string(heuristic), seed});
        if (!stateful) work.push_back({subject.name, stateful, "auto", seed});
      }
  RW_ASSIGN(CostLog log, CostLog::Open(options.work_dir + "/measured.txt", ThisTool()));
  Budget budget(options.random_budget);
  std::mutex mutex;
  std::optional<Error> failed;
  const std::size_t all = work.size();
  const auto run = [&](int worker) {
    for (;;) {
      CostKey key;
      std::string about;
      {
        std::scoped_lock lock(mutex);
        if (work.empty() || failed || Interrupted()) return;
        key = std::move(work.front());
        work.pop_front();
        if (!budget.Allows(key)) continue;
        about = fmt::format("{} {} {}", prepared.at(key.subject).about, options.limit, TimeOf(key, options).count());
        if (const Cost* known = log.Find(key, about)) {
          budget.Spend(key, known->seconds);
          out.costs[key] = *known;
          ++out.measured_before;
          continue;
        }
        if (options.progress)
          options.progress(fmt::format("{} of {}: {} {} {}{}", all - work.size(), all, key.subject, key.heuristic,
                                       key.stateful ? "stateful" : "stateless",
                                       key.seed == 0 ? "" : fmt::format(", order {}", key.seed)));
      }
      auto result = Explore(OptionsFor(prepared.at(key.subject), key, options, worker));
      std::scoped_lock lock(mutex);
      if (!result) {
        failed = std::move(result).error();
        return;
      }
      if (Interrupted()) return;  // what was cut off is no cost
      const Cost cost = CostOf(*result, key.stateful, options.limit);
      out.costs[key] = cost;
      budget.Spend(key, cost.seconds);
      log.Add(key, about, cost);
    }
  };
  std::vector<std::jthread> workers;
  for (int i = 0; i < std::max(1, options.jobs); ++i) workers.emplace_back(run, i);
  workers.clear();
  if (failed) return std::unexpected(std::move(*failed));
  return out;
}

}  // namespace reweave::inline evaluate
