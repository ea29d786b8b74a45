#include "analysis/effort.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "base/file.h"
#include "base/interrupt.h"

namespace reweave::inline analysis {

namespace {

std::uint64_t ResidentBytes() {
  const auto pages = ReadFile("/proc/self/statm", "");  // size resident shared ...
  if (!pages) return 0;
  const auto space = pages->find(' ');
  return std::strtoull(pages->c_str() + (space == std::string::npos ? 0 : space), nullptr, 10) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::chrono::nanoseconds ThreadTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

thread_local Effort* Effort::current_ = nullptr;

Effort::Effort(const EffortLimits& limits) : limits_(limits), start_cpu_(ThreadTime()) { current_ = this; }
Effort::~Effort() { current_ = nullptr; }

void Effort::Look() {
  if (Interrupted()) throw Spent{"interrupted"};
  // Seconds of the processor: what a loaded machine does with the rest of the time is not the program's fault. But a budget
  // is a budget.
  constexpr int kMostWaiting = 3;
  const auto taken = ThreadTime() - start_cpu_;
  const auto now = std::chrono::steady_clock::now();
  const auto waited = now - start_;
  if (taken >= limits_.time || waited >= kMostWaiting * limits_.time || now >= limits_.end)
    throw Spent{
        fmt::format("after {:.0f} s", std::chrono::duration<double>(std::max<std::chrono::nanoseconds>(taken, waited)).count())};
  if ((turns_ & 4095) != 0) return;  // costs more to ask for
  if (const std::uint64_t bytes = ResidentBytes(); bytes >= limits_.memory)
    throw Spent{fmt::format("at {:.1f} GiB", static_cast<double>(bytes) / (1u << 30))};
}

}  // namespace reweave::inline analysis
