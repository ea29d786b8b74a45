// The evaluation of path exploration: per program what the analysis finds and how many runs each search takes, beside the
// published numbers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct PathsBenchOptions {
  std::string subjects;           // directory: one folder a program
  std::string driver, work_dir;
  std::vector<std::string> only;  // names; empty = all
  std::uint64_t limit = 2000;     // runs of a search; more is printed as >limit
  std::chrono::nanoseconds time = std::chrono::seconds(60);  // of one search
  std::function<void(const std::string&)> progress;
};

struct PathsSearch {
  std::uint64_t runs = 0, groups = 0, races = 0;
  double seconds = 0;
  bool ended = false;             // by itself; else the limit or the time did
  bool complete = false;          // and nothing was left
};

struct PathsRow {
  std::string name;
  std::uint64_t lines = 0, branches = 0, instances = 0, affected = 0;
  PathsSearch paths, paper, reach, tpair;
};

// Names and built programs of the subjects that are wanted and whose headers are there.
Result<std::vector<std::pair<std::string, std::string>>> BuildPathsPrograms(const PathsBenchOptions& options);
Result<std::vector<PathsRow>> RunPathsBench(const PathsBenchOptions& options);
std::string PathsTableText(const std::vector<PathsRow>& rows);
std::string PathsCsv(const std::vector<PathsRow>& rows);
// The same as a page.
std::string PathsMarkdown(const std::vector<PathsRow>& rows, const PathsBenchOptions& options);

}  // namespace reweave::inline evaluate
