#include "base/duration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace reweave {

namespace {
Error Bad(std::string_view kind, std::string_view text, std::string_view hint) {
  return Error(ErrorCategory::kUsage, fmt::format("not a {}", kind), std::string(text), {}, std::string(hint));
}
}  // namespace

Result<std::chrono::nanoseconds> ParseDuration(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::string_view unit(end, text.data() + text.size() - end);
  const double scale = unit.empty() || unit == "s" ? 1
                       : unit == "ms"              ? 1e-3
                       : unit == "us"              ? 1e-6
                       : unit == "m"               ? 60
                       : unit == "h"               ? 3600
                                                   : 0;
  const double seconds = number * scale;
  if (error != std::errc() || scale == 0 || !std::isfinite(number) || number < 0 || seconds > 1e9)
    return std::unexpected(Bad("duration", text, "write 500ms, 10s, 5m or 1h"));
  return std::chrono::nanoseconds(static_cast<long long>(seconds * 1e9));
}

std::string FormatDuration(std::chrono::nanoseconds duration) {
  const double seconds = std::chrono::duration<double>(duration).count();
  if (seconds < 1) return fmt::format("{:.0f}ms", seconds * 1e3);
  if (seconds < 60) return fmt::format("{:.1f}s", seconds);
  const auto whole = static_cast<long long>(seconds);
  if (whole < 3600) return fmt::format("{}m{}s", whole / 60, whole % 60);
  return fmt::format("{}h{}m", whole / 3600, whole % 3600 / 60);
}

Result<unsigned long long> ParseSize(std::string_view text) {
  unsigned long long number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, text.data() + text.size() - end);
  const int shift = unit.empty()                 ? 0
                    : unit == "K" || unit == "k" ? 10
                    : unit == "M" || unit == "m" ? 20
                    : unit == "G" || unit == "g" ? 30
                                                 : -1;
  if (error != std::errc() || shift < 0 || number > (1ull << 62 >> shift))
    return std::unexpected(Bad("size", text, "write 64K, 16M or 2G"));
  return number << shift;
}

}  // namespace reweave
