// What a check shows while it works: on a terminal a block of rows, one a test, rewritten in place; elsewhere a line now and
// then.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "check/check.h"

namespace reweave::inline cli {

// One line about one test: "queue_test.Shutdown   2 new interleavings   1 failure   0.8 s".
std::string TestRow(const CheckedTest& test, std::size_t width);
// Why each test was chosen or not, and what its searches did: --verbose.
std::string VerboseText(const CheckResult& result);

// May be called from several threads. At least every ten seconds something is said about what goes on.
class CheckDisplay {
 public:
  explicit CheckDisplay(bool quiet);
  ~CheckDisplay();
  void Say(const std::string& text);
  void Status(const std::string& text);
  void Show(const CheckProgress& progress);
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;
  // With the lock.
  void Line(const std::string& text);
  void Erase();
  void Repeat();

  bool quiet_;
  std::mutex mutex_;
  std::condition_variable_any beat_;
  std::size_t rows_ = 0;  // shown now
  std::string last_;      // what goes on, and since when; when it was said
  Clock::time_point since_, told_;
  std::jthread heart_;
};

}  // namespace reweave::inline cli
