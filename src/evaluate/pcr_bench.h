// The evaluation of solving for patterns: per subject and technique the schedules, solver calls and time to the first failure,
// and the patterns covered by the same number of schedules.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "evaluate/stress.h"
#include "evaluate/subjects.h"

namespace reweave::inline evaluate {

struct PcrBenchOptions {
  std::string subjects, driver, work_dir;
  std::vector<std::string> only;
  int seeds = 10;
  std::uint64_t limit = 10'000;                              // schedules of a search
  std::chrono::nanoseconds time = std::chrono::seconds(10);  // of a search
  std::uint64_t coverage_schedules = 200;                    // for the comparison of coverage
  std::chrono::nanoseconds failing_time = std::chrono::seconds(10);  // in which failing runs are counted
  StressOptions stress;
  std::function<void(const std::string&)> progress;
};

struct PcrMeasure {
  std::vector<double> schedules, calls, milliseconds, solver_ms;  // by seed, to the first failure
  std::vector<double> cpu_ms;                                     // of ours and of the program's processes
  int found = 0;
  std::uint64_t covered = 0, tc = 0;            // in coverage_schedules, seed 1
  std::vector<std::uint64_t> covered_after;     // so many schedules: PcrMilestones()
  std::uint64_t failing = 0, failing_runs = 0;  // runs in failing_time, seed 1: those that fail, all
};

struct PcrRow {
  Subject subject;
  std::vector<PcrMeasure> techniques;  // as PcrTechniques()
  std::uint64_t together = 0;          // patterns that any technique covered
};

struct PcrBenchResult {
  std::vector<PcrRow> rows;
  std::uint64_t limit = 0, coverage_schedules = 0;
  double failing_seconds = 0;
  int seeds = 0;
};

// Numbers of schedules after which coverage is noted.
const std::vector<std::uint64_t>& PcrMilestones();

// Strategies that are compared; the last is "stress", which is none of ours.
const std::vector<std::string>& PcrTechniques();
Result<PcrBenchResult> RunPcrBench(const PcrBenchOptions& options);

// Tables 4 and 6 of the paper, by the number of the class: mean schedules, solver calls, milliseconds.
struct PcrPublished {
  const char* id;
  double pcr_schedules, pcr_calls, pcr_ms, maptest_schedules, maptest_ms, mcr_schedules, mcr_calls, mcr_ms;
  double pcr_failing, maptest_failing;  // runs in 10 s
};
const PcrPublished* PublishedPcr(const std::string& origin);  // "V8 Logger, JDK 1.4.1"; null: not in the tables

std::string PcrTableText(const PcrBenchResult& result);
std::string PcrCsv(const PcrBenchResult& result);
// The same as a page, with what was wanted and whether it was reached.
std::string PcrMarkdown(const PcrBenchResult& result);

}  // namespace reweave::inline evaluate
