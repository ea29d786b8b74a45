// Durations as every command takes them: 500ms 10s 5m 1h; a bare number is seconds. Fractions are allowed (0.5s).
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reweave {

Result<std::chrono::nanoseconds> ParseDuration(std::string_view text);
// Shortest readable form: "350ms", "12.3s", "4m10s", "1h5m".
std::string FormatDuration(std::chrono::nanoseconds duration);

// Sizes: 512 64K 16M 2G (powers of 1024).
Result<unsigned long long> ParseSize(std::string_view text);

}  // namespace reweave
