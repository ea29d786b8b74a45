// What a check shows while it works: on a terminal a block of rows, one a test, rewritten in place; elsewhere a line now and
// then.
#pragma once

#include <string>

#include "check/check.h"

namespace reweave {

// One line about one test: "queue_test.Shutdown   2 new interleavings   1 failure   0.8 s".
std::string TestRow(const CheckedTest& test, std::size_t width);
// Why each test was chosen or not, and what its searches did: --verbose.
std::string VerboseText(const CheckResult& result);

class CheckDisplay {
 public:
  explicit CheckDisplay(bool quiet) : quiet_(quiet) {}
  ~CheckDisplay() { Clear(); }
  void Say(const std::string& text);
  void Status(const std::string& text);
  void Show(const CheckProgress& progress);
  void Clear();

 private:
  bool quiet_;
  std::size_t rows_ = 0;  // shown now
};

}  // namespace reweave
