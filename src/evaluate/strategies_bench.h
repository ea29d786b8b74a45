// Which strategies pay on the bundled regressions: for each strategy the schedules to the first finding (failure or race) and to
// the first failure of the faulty version, and the processor time; and what the sequence of searches that `check` makes would
// cost with a further phase in it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct StrategiesBenchOptions {
  std::vector<std::string> subjects;  // directories of old/new pairs, of pairs with suites, or of programs
  std::string driver, work_dir;
  std::vector<std::string> only;
  int seeds = 3;
  std::uint64_t limit = 500;                                // schedules of a search
  std::chrono::nanoseconds time = std::chrono::seconds(3);  // of a search
  std::uint32_t tests = 2;                                  // of a suite: the first ones that the change affects
  std::function<void(const std::string&)> progress;
};

// A search to the first failure.
struct StrategyMeasure {
  std::uint64_t schedules = 0;  // that it ran
  std::uint64_t finding = 0, failure = 0;  // schedules to the first finding, to the first failure; 0: none
  bool ended = false;           // it had nothing left
  double cpu_ms = 0;            // of all of it
};
struct StrategiesRow {
  std::string group, name;
  bool compares = false;  // there is an old version, and its run could be compared
  double compare_ms = 0;  // processor time of recording and comparing both versions, which check does once
  double start_ms = 0;    // processor time of a search of one schedule
  std::vector<std::vector<StrategyMeasure>> strategies = {};  // as ComparedStrategies(), then by seed; empty: not measured
};

struct ComparedStrategy {
  const char* name;
  const char* strategy;
  bool against;  // knows the old version
};
const std::vector<ComparedStrategy>& ComparedStrategies();

Result<std::vector<StrategiesRow>> RunStrategiesBench(const StrategiesBenchOptions& options);

// What a sequence of searches costs until its goal is met. A phase that has nothing left, or its share of schedules used, is
// followed by the next.
struct SequencePhase {
  std::size_t strategy;        // of ComparedStrategies()
  std::uint64_t most;          // schedules
};
struct SequenceCost {
  bool found = false;
  std::uint64_t schedules = 0;
  double cpu_ms = 0;
};
// `failure`: to the first failure, else to the first finding. Phases without a measurement are left out.
SequenceCost CostOf(const StrategiesRow& row, const std::vector<SequencePhase>& phases, std::size_t seed, bool failure);

std::string StrategiesMarkdown(const std::vector<StrategiesRow>& rows, const StrategiesBenchOptions& options);
std::string StrategiesCsv(const std::vector<StrategiesRow>& rows);

}  // namespace reweave::inline evaluate
