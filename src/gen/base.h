// The class as it was before a change: which methods reach changed code, and which failures it showed already.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "gen/failure.h"
#include "gen/runner.h"
#include "gen/wrapper.h"

namespace reweave::gen {

// Writes the files of a revision to `directory`, which is emptied before. `inside`: a path in the checkout; returns its top.
Result<std::string> ExportRevision(const std::string& inside, const std::string& revision, const std::string& directory);

class BaseVersion {
 public:
  // Builds the wrapper once more with the files of `tree` in the place of those of `top`. `subject`: the new one, after its own
  // wrapper was built. A class that the old version does not have is no error: has_class() is false then.
  static Result<std::unique_ptr<BaseVersion>> Build(const Subject& subject, const BuildOptions& options, const std::string& top,
                                                    const std::string& tree);

  bool has_class() const { return runner_ != nullptr; }
  // Methods of the new subject that reach changed code; all if a constructor does, or if there is no old class. `program`: the
  // new wrapper.
  Result<std::set<int>> ChangedMethods(const std::string& program) const;
  // Whether the old version shows the same kind of failure by the same calls.
  Result<bool> Shows(const Failure& failure, const std::vector<Call>& probes);

 private:
  explicit BaseVersion(const Subject& subject) : new_(subject), subject_(subject) {}
  bool Translate(std::vector<Call>& calls) const;  // false: the old class has no such method

  const Subject& new_;
  Subject subject_;
  Built built_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace reweave::gen
