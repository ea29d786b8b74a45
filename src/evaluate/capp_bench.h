// The evaluation of change-aware preemption prioritisation: all subjects x 15 settings, stateless and stateful.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "evaluate/subjects.h"

namespace reweave::inline evaluate {

struct CappBenchOptions {
  std::string subjects;                    // directory
  std::string driver, work_dir;
  std::vector<std::string> only;           // names; empty = all
  int seeds = 0;                           // of the randomised order besides the default order
  // Of the randomised orders of one subject and search; what is left of the seeds then is left out, whole seeds only. One
  // exploration gets a fifteenth of it at most.
  std::chrono::nanoseconds random_budget = std::chrono::seconds(60);
  std::uint64_t limit = 100'000;           // schedules or transitions; what is not found by then is censored
  std::chrono::nanoseconds time = std::chrono::seconds(60);  // of one exploration, likewise
  int jobs = 1;
  bool stateless = true, stateful = true;
  std::function<void(const std::string&)> progress;
};

struct Cost {
  std::uint64_t value = 0;
  bool censored = false;
  double seconds = 0;
  friend bool operator==(const Cost&, const Cost&) = default;
};

// seed 0: default order.
struct CostKey {
  std::string subject;
  bool stateful = false;
  std::string heuristic;
  int seed = 0;
  friend auto operator<=>(const CostKey&, const CostKey&) = default;
};

struct SubjectFacts {
  std::size_t points = 0, lines = 0;
  double analysis_seconds = 0;
  std::uint32_t threads_seen = 0;
};

// What a variant without the code that no description of the fault names is called.
inline constexpr std::string_view kBare = "-fault-only";

struct CappBenchResult {
  std::vector<Subject> subjects;
  std::vector<Subject> bare;  // variants of some of them
  std::map<std::string, SubjectFacts> facts;
  std::map<CostKey, Cost> costs;
  int seeds = 0;
  std::uint64_t limit = 0;
  std::chrono::nanoseconds random_budget{};
  std::size_t measured_before = 0;  // costs that an evaluation that was stopped had measured
};

Result<CappBenchResult> RunCappBench(const CappBenchOptions& options);

// Tables 2, 3, 6 and 7 with the published numbers beside ours.
std::string CappTablesText(const CappBenchResult& result);
std::string CappMarkdown(const CappBenchResult& result);
std::string CappCsv(const CappBenchResult& result);
// One page that needs nothing else.
std::string CappHtml(const CappBenchResult& result);

}  // namespace reweave::inline evaluate
