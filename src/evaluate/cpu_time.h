// Processor time that an evaluation used so far.
#pragma once

#include <sys/resource.h>

#include <initializer_list>

namespace reweave::inline evaluate {

// In milliseconds, of this process and of those it waited for: what other processes of the machine do changes it little.
inline double CpuMs() {
  double out = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      out += static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  }
  return out;
}

}  // namespace reweave::inline evaluate
