// The evaluation of choosing and ordering tests: each subject's suite with every technique (docs/dev/results-simrt.md).
//
// Run for real, each with a store of its own: RTA (everything), RTSC (what enters changed code), SimRT, SimRT without the
// condition on threads. From what each test of the full run showed: the orders of all tests, SimRT's, additional blocks', random
// ones.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "evaluate/subjects.h"

namespace reweave::inline evaluate {

struct SimrtBenchOptions {
  std::string subjects;           // directory
  std::string driver, work_dir;
  std::vector<std::string> only;  // names; empty = all
  std::optional<std::uint32_t> tests;  // of each suite instead of what its description says
  int seeds = 50;                 // random orders
  std::function<void(const std::string&)> progress;
};

// One technique that was run.
struct TechniqueRun {
  std::size_t tests = 0;
  std::uint64_t detection = 0, verification = 0;  // runs
  double seconds = 0;  // of testing: of both kinds of runs, and of choosing
  std::set<std::string> potential, real;  // keys of regression races
};

struct Orders {
  std::optional<double> simrt_selected, random_selected, simrt_all, blocks_all, random_all, as_given;
};

struct SimrtRow {
  Subject subject;
  std::size_t lines_old = 0, lines_new = 0;
  std::size_t tests = 0, functions = 0, changed_functions = 0;
  std::size_t accesses = 0, impacted = 0, impacted_covered = 0, pairs = 0;
  std::size_t residual = 0, unpredicted = 0;  // races of both versions; regression races that are none of the pairs
  TechniqueRun all, changed, simrt, without_threads;
  double analysis_seconds = 0, selection_seconds = 0, recording_seconds = 0;
  double changed_native_seconds = 0;  // RTSC's tests as they are
  Orders potential, real;  // APFD

  double selected_share() const;
  double saved(const TechniqueRun& technique) const;  // of RTA's time, percent
  std::vector<std::string> missed() const;  // real races of RTA's run that SimRT's has not
  // min(paper's, 100 - 50/n - 2) for the order of n tests: the selected ones or all.
  std::optional<double> wanted_apfd(bool real_races, bool all_tests) const;
};

struct SimrtBenchResult {
  std::vector<SimrtRow> rows;
  int seeds = 0;
};

Result<SimrtBenchResult> RunSimrtBench(const SimrtBenchOptions& options);

// Tables 1 to 3 and the savings with the published numbers beside ours, and what the technique must hold.
std::string SimrtTablesText(const SimrtBenchResult& result);
std::string SimrtMarkdown(const SimrtBenchResult& result);
std::string SimrtCsv(const SimrtBenchResult& result);
// One page that needs nothing else, with the two charts of testing times.
std::string SimrtHtml(const SimrtBenchResult& result);

}  // namespace reweave::inline evaluate
