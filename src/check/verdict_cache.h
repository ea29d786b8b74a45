// Results of checks by what they depend on: both contents, the options, the configuration, baseline, corpus, and the tool itself.
// An identical check need not be made again, unless it was incomplete. Kept as the JSON of --json.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "findings/check_result.h"

namespace reweave::inline check {

class VerdictCache {
 public:
  explicit VerdictCache(const std::string& top) : directory_(top + "/.reweave/checks") {}

  // None also if the file is damaged, or a schedule of a finding is not there any more.
  std::optional<CheckResult> Find(const std::string& key) const;
  // Does nothing with an incomplete one.
  Result<void> Put(const std::string& key, const CheckResult& result) const;

 private:
  std::string Path(const std::string& key) const;
  std::string directory_;
};

}  // namespace reweave::inline check
