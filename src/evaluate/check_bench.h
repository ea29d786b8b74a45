// `reweave bench check`: the product on every old/new pair there is. For each subject a git repository is made, base = old, head
// = new, and one whose head only has other comments and white space; check runs on both with its default options. Beside it stand
// the whole suite run natively again and again for the same time, and once under ThreadSanitizer.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct CheckBenchOptions {
  std::vector<std::pair<std::string, std::string>> subjects;  // technique, directory with its pairs
  std::string history;  // script that makes the demo's repository, "" = without it
  std::string drivers, work_dir;
  std::vector<std::string> only;
  unsigned jobs = 1;
  bool compare = true;  // with stress and ThreadSanitizer
  std::function<void(const std::string&)> progress;
};

// What the new version of a pair is: one with a fault, one with edits that break nothing, the old one with other comments.
enum class Edit { kFault, kSound, kComments };
std::string_view EditName(Edit edit);

struct CheckBenchRow {
  std::string name;  // "capp/pool1", "spool/4"
  Edit edit = Edit::kFault;
  bool found = false;  // something new
  std::string error;  // why there is no verdict
  std::string phase, kind;  // of the first new finding
  std::size_t tests = 0, explored = 0;
  std::uint64_t schedules = 0;
  double seconds = 0, search_seconds = 0;  // all of it; exploring alone
  // Beside it.
  std::uint64_t stress_runs = 0, stress_failures = 0;
  std::uint64_t tsan_reports = 0;  // tests that it complains about, or that fail
  double tsan_seconds = 0;
  std::string tsan_note;

  bool faulty() const { return edit == Edit::kFault; }
  bool right() const { return error.empty() && found == faulty(); }
};

Result<std::vector<CheckBenchRow>> RunCheckBench(const CheckBenchOptions& options);

std::string CheckBenchText(const std::vector<CheckBenchRow>& rows);
std::string CheckBenchCsv(const std::vector<CheckBenchRow>& rows);

}  // namespace reweave::inline evaluate
