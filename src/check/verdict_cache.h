// Results of checks by what they depend on: both contents, the options, the configuration, baseline, corpus, and the tool itself.
// An identical check need not be made again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "findings/check_result.h"

namespace reweave {

std::string EncodeCheck(const CheckResult& result);
std::optional<CheckResult> DecodeCheck(std::string_view bytes);  // none: not one of ours, or damaged

class VerdictCache {
 public:
  explicit VerdictCache(const std::string& top) : directory_(top + "/.reweave/checks") {}

  // None also if a schedule of a finding is not there any more.
  std::optional<CheckResult> Find(const std::string& key) const;
  Result<void> Put(const std::string& key, const CheckResult& result) const;

 private:
  std::string Path(const std::string& key) const;
  std::string directory_;
};

}  // namespace reweave
