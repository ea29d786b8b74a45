#include "explore/target/processor_time.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <sstream>
#include <string>

#include "base/file.h"

namespace reweave::inline target {

namespace {

constexpr int kMostTimes = 8;  // as long as the limit

}  // namespace

std::optional<ProcessorTime> ParseProcessorTime(std::string_view stat) {
  // "PID (name) S ppid ...": the name may hold anything. The times are the 14th and 15th field.
  const auto end = stat.rfind(')');
  if (end == std::string_view::npos) return {};
  std::istringstream in{std::string(stat.substr(end + 1))};
  std::string state, skipped;
  in >> state;
  for (int field = 4; field < 14; ++field) in >> skipped;
  std::uint64_t user = 0, system = 0;
  if (!(in >> user >> system)) return {};
  const auto tick = std::chrono::nanoseconds(std::chrono::seconds(1)) / sysconf(_SC_CLK_TCK);
  return ProcessorTime{.used = tick * static_cast<std::int64_t>(user + system), .wants_more = state == "R"};
}

std::optional<ProcessorTime> ProcessorTimeOf(pid_t pid) {
  const auto text = ReadFile(fmt::format("/proc/{}/stat", pid), "");
  return text ? ParseProcessorTime(*text) : std::nullopt;
}

bool HadNoTurn(std::chrono::nanoseconds waited, std::chrono::nanoseconds used, bool wants_more, std::chrono::nanoseconds limit) {
  return wants_more && used < limit * 9 / 10 && waited < limit * kMostTimes;
}

}  // namespace reweave::inline target
