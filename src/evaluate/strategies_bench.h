// Which strategies pay on the bundled regressions: schedules and processor time to the first failure or race of the faulty
// version, for each strategy, and whether a search that begins with a technique's runs and goes on with `auto` is better off.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct StrategiesBenchOptions {
  std::vector<std::string> subjects;  // directories of old/new pairs
  std::string driver, work_dir;
  std::vector<std::string> only;
  std::uint64_t limit = 1000;                               // schedules of a search
  std::chrono::nanoseconds time = std::chrono::seconds(5);  // of a search
  std::function<void(const std::string&)> progress;
};

struct StrategyMeasure {
  bool found = false, ended = false;  // ended: it had nothing left
  std::uint64_t schedules = 0;        // to the first failure or race, else all
  double cpu_ms = 0;
};
struct StrategiesRow {
  std::string group, name;
  std::vector<StrategyMeasure> strategies = {};  // as ComparedStrategies()
};

const std::vector<std::string>& ComparedStrategies();
Result<std::vector<StrategiesRow>> RunStrategiesBench(const StrategiesBenchOptions& options);
std::string StrategiesMarkdown(const std::vector<StrategiesRow>& rows, const StrategiesBenchOptions& options);
std::string StrategiesCsv(const std::vector<StrategiesRow>& rows);

}  // namespace reweave::inline evaluate
