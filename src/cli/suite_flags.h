// Flags that select and races share.
#pragma once

#include <string>

#include "base/result.h"
#include "techniques/simrt/suite.h"

namespace CLI {
class App;
}

namespace reweave::inline cli {

struct SuiteFlags {
  std::string old_subject, new_subject, tests, store, tie = "first", timeout = "60s", memory = "0", analysis_time = "60s",
                                                      analysis_memory = "4G", stdin_path = "/dev/null";
  std::uint64_t seed = 1;
  std::uint32_t runs = 1;
  bool all = false, force = false, no_record = false, controlled = false, condvar_impact = false;
};

void AddSuiteFlags(CLI::App& command, SuiteFlags& flags);
Result<SuiteOptions> MakeSuiteOptions(const SuiteFlags& flags);

}  // namespace reweave::inline cli
