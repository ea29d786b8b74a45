// A store that goes away for a minute is waited for.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>
#include <type_traits>

#include "base/interrupt.h"
#include "base/result.h"

namespace reweave::inline cluster {

// Calls until it works, at most for `patience`; then the last error. Whatever is called may have happened although it seemed to
// fail, so it must be something that can be said twice.
template <typename Call>
std::invoke_result_t<Call> Patiently(std::chrono::nanoseconds patience, const std::function<void(const Error&)>& waiting,
                                     Call&& call) {
  using std::chrono::steady_clock;
  const auto end = steady_clock::now() + patience;
  std::chrono::nanoseconds pause = std::chrono::milliseconds(100);
  for (bool first = true;; first = false) {
    auto result = call();
    if (result || steady_clock::now() >= end || Interrupted()) return result;
    if (first && waiting) waiting(result.error());
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::nanoseconds>(pause * 2, std::chrono::seconds(2));
  }
}

}  // namespace reweave::inline cluster
