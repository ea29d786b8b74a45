#include "analysis/effort.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

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

}  // namespace

thread_local Effort* Effort::current_ = nullptr;

Effort::Effort(const EffortLimits& limits) : limits_(limits) { current_ = this; }
Effort::~Effort() { current_ = nullptr; }

void Effort::Look() {
  if (Interrupted()) throw Spent{"interrupted"};
  const auto taken = std::chrono::steady_clock::now() - start_;
  if (taken >= limits_.time) throw Spent{fmt::format("after {:.0f} s", std::chrono::duration<double>(taken).count())};
  if ((turns_ & 4095) != 0) return;  // costs more to ask for
  if (const std::uint64_t bytes = ResidentBytes(); bytes >= limits_.memory)
    throw Spent{fmt::format("at {:.1f} GiB", static_cast<double>(bytes) / (1u << 30))};
}

}  // namespace reweave::inline analysis
