// Programs that do not end while tests are looked for: a build may run its tests, and one of them may hang, which is perhaps what
// the change broke.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace reweave::inline check {

// Ends every program below one of the directories (real paths) that was built with the driver and has run for longer than
// `limit`. Returns their paths. Nobody else may run programs there.
std::vector<std::string> EndLongRuns(const std::vector<std::string>& directories, std::chrono::seconds limit);

}  // namespace reweave::inline check
