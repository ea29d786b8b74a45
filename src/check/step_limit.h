// How long one run of a check may be.
#pragma once

#include <cstdint>

namespace reweave::inline check {

// Scheduling points. A run that has more is cut off: no finding, but a test that was not explored to its end.
constexpr std::uint64_t kMostSteps = 1'000'000;
// Events that a recorded run may have, of all kinds: comparing two versions keeps both runs in memory.
constexpr std::uint64_t kMostRecorded = 2u << 20;
// Events of a run of a search, of all kinds. What is beyond is not looked at for races.
constexpr std::uint64_t kMostKept = 4u << 20;

}  // namespace reweave::inline check
