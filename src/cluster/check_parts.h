// A check whose parts (check --shard) run as tasks elsewhere: each writes its result to a file of a directory that all share.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cluster/launcher.h"

namespace reweave::inline cluster {

struct PartsOptions {
  unsigned parts = 1;
  std::string directory;
  std::chrono::milliseconds pause{1000};                            // between two looks
  std::function<void(unsigned done, unsigned running)> status;
  std::function<bool()> stop_on_interrupt;                          // false: the tasks go on
  unsigned more_tries = 2;                                          // for a part that ended without a result
};
struct PartsResult {
  std::vector<std::string> files;  // of the parts that ended, by number
  bool left_running = false;
  bool interrupted = false;  // and the rest was ended
};

std::string PartFile(const std::string& directory, unsigned part);
// Starts the tasks and waits until the last has ended. A part that ended without a file is started again, unless no part has one:
// then the check itself is wrong.
Result<PartsResult> WaitForParts(const PartsOptions& options, Launcher& launcher);

}  // namespace reweave::inline cluster
