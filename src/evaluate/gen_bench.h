// `reweave bench gen`: `reweave gen` over classes with planted faults and classes of others, beside random generation on the same
// engine.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct GenBenchOptions {
  std::string subjects;  // directory of subjects.txt and other lists
  std::string drivers, work_dir;
  std::chrono::nanoseconds time = std::chrono::seconds(30);  // of each search
  std::vector<std::string> only;  // names of classes or of lists
  bool compare = true;  // also random generation
  std::function<void(const std::string&)> progress;
};

struct GenBenchRow {
  std::string name, wanted;  // wanted: "race:Size", "none", or "" if nothing is known
  std::string problem;  // it could not be run: why
  std::vector<std::string> found;  // "race: Size() beside Clear()"
  std::string promise;
  bool right = false;
  double seconds = 0, cpu_seconds = 0, first = 0;  // of the search; until the first failure
  std::uint64_t tried = 0, kept = 0, coverage = 0;
  bool random_found = false;
  double random_first = 0;
  std::uint64_t random_tried = 0, random_coverage = 0;
};

Result<std::vector<GenBenchRow>> RunGenBench(const GenBenchOptions& options);
std::string GenBenchText(const std::vector<GenBenchRow>& rows);
std::string GenBenchMarkdown(const std::vector<GenBenchRow>& rows);
std::string GenBenchCsv(const std::vector<GenBenchRow>& rows);

}  // namespace reweave::inline evaluate
