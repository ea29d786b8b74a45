// Records the histories of many tests in a limited time: what is short comes first.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/recorder.h"
#include "suite/test.h"

namespace reweave::inline simrt {

struct RecordingTime {
  std::chrono::steady_clock::time_point end;    // no test is started later
  std::chrono::steady_clock::time_point whole;  // of what recording is a part: one test gets a share of it
};

struct RecordedSuite {
  std::size_t recorded = 0;
  std::size_t not_recorded = 0;  // for lack of time
  bool interrupted = false;
};

// The tests `missing` of the suite, with the fixtures that they need. A test that is not over within a second is ended and
// recorded after all others: a few long ones must not take the time of hundreds that take milliseconds, of which nothing would be
// known then.
Result<RecordedSuite> RecordSuite(const std::vector<TestSpec>& suite, std::vector<std::size_t> missing,
                                  const std::string& subject, RecordingTime time, Recorder& recorder, Store& store,
                                  const std::function<void(const std::string&)>& progress);

}  // namespace reweave::inline simrt
