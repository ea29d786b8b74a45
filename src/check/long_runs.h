// Programs that do not end while tests are looked for: a build may run its tests, and one of them may hang, which is perhaps what
// the change broke.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace reweave::inline check {

// Ends every program below one of the directories (real paths) that was built with the driver and has run for longer than
// `limit`. Returns their paths. Nobody else may run programs there.
std::vector<std::string> EndLongRuns(const std::vector<std::string>& directories, std::chrono::seconds limit);

// How long a program may run while tests are looked for, if so many were ended before it. Where many run for long, only their
// commands are worth waiting for.
constexpr std::size_t kLongPrograms = 6;
std::chrono::seconds LookTime(std::size_t ended);

}  // namespace reweave::inline check
