// The source text that a report shows beside its findings.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "findings/check_result.h"

namespace reweave::inline report {

struct SourceExcerpt {
  unsigned first = 1;  // line
  std::string text;
  friend bool operator==(const SourceExcerpt&, const SourceExcerpt&) = default;
};
using SourceFiles = std::map<std::string, std::vector<SourceExcerpt>>;  // by path as in SitePosition; excerpts ascending

struct SourceLimits {
  std::size_t whole_file = 1500;      // lines; of a longer file only what is around the lines that matter
  unsigned around = 60;               // lines
  std::size_t bytes = 4 * 1024 * 1024;  // over all files
};

// The files that findings, steps and the change speak of, read from the versions' sources. A file that is not there, lies outside
// or is no text is left out.
SourceFiles CollectSources(const CheckResult& result, const SourceLimits& limits = {});

}  // namespace reweave::inline report
