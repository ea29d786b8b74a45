// Schedules that a project keeps with its sources: .reweave/corpus/<test>/<kind>-<id>.rws. They are replayed before anything is
// searched, so that a fault that came back is found at once. --keep puts them there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "findings/check_result.h"

namespace reweave::inline check {

class Corpus {
 public:
  explicit Corpus(const std::string& top) : directory_(top + "/.reweave/corpus") {}

  // Schedules of a test, by name of the file.
  std::vector<std::string> Of(const std::string& test) const;
  // Copies the schedules of new findings; how many were not there before. The program is named relative to its build directory:
  // the file is meant for other machines.
  Result<std::size_t> Keep(const CheckResult& result) const;
  // Changes whenever a schedule comes, goes or changes.
  std::string Fingerprint() const;

 private:
  std::string directory_;
};

}  // namespace reweave::inline check
