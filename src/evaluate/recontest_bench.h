// The evaluation of comparing two versions' runs: per subject what the comparison selects, and how many runs the bug takes
// against plain prediction, random schedules and native stress.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "evaluate/stress.h"
#include "evaluate/subjects.h"
#include "findings/finding.h"

namespace reweave::inline evaluate {

struct RecontestBenchOptions {
  std::string subjects;               // directory
  std::string driver, work_dir;
  std::vector<std::string> only;      // names; empty = all
  int seeds = 21;                     // of random
  std::uint64_t limit = 100'000;      // schedules of a search; what is not found by then is censored
  std::chrono::nanoseconds time = std::chrono::seconds(60);  // of one search
  StressOptions stress;
  bool alone = false;                 // without what it is compared with: prediction, random, stress
  std::function<void(const std::string&)> progress;
};

struct RecontestRow {
  Subject subject;
  std::uint64_t old_events = 0, new_events = 0;
  TechniqueReport compared, plain;    // with and without the impact filter
  RunsToBug recontest, prediction, stress;
  std::string found;                  // kind of the failure that the comparison led to
  std::vector<RunsToBug> random;      // by seed
  double random_median = 0;           // runs; censored ones count as the limit
};

struct RecontestBenchResult {
  std::vector<RecontestRow> rows;
  std::uint64_t limit = 0;
};

Result<RecontestBenchResult> RunRecontestBench(const RecontestBenchOptions& options);

std::string RecontestTableText(const RecontestBenchResult& result);
// Which failures it reaches without any other strategy.
std::string RecontestAloneText(const RecontestBenchResult& result);
std::string RecontestMarkdown(const RecontestBenchResult& result);
std::string RecontestAloneMarkdown(const RecontestBenchResult& result);
std::string RecontestCsv(const RecontestBenchResult& result);
std::string RecontestHtml(const RecontestBenchResult& result);

}  // namespace reweave::inline evaluate
