// A check as SARIF 2.1.0, as GitHub code scanning and other readers take it (docs/formats/sarif.md).
#pragma once

#include <string>

#include "findings/check_result.h"

namespace reweave::inline report {

struct SarifOptions {
  std::string version;      // of the tool
  std::string information_uri = {};  // the tool's home page; empty: it has none
  bool open_only = false;   // leave out accepted and fixed findings, for readers that know neither suppressions nor baselines
  // GitHub's limits: results a run, steps a result that it shows, and a size (10 MB compressed) that this many steps stay below.
  // What is beyond them is left out and told in a notification.
  std::size_t most_results = 5000, most_steps = 1000, most_steps_in_all = 100'000;
};
std::string CheckSarif(const CheckResult& result, const SarifOptions& options);

}  // namespace reweave::inline report
