// The two versions that a check compares: taken from git, each in a worktree of its own under .reweave/, built once with the
// drivers. Both are known by the hash of their content (git's tree), so what was built for one check serves the next; uncommitted
// edits are part of the working tree's content. The user's checkout and index are never touched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/check_result.h"

namespace reweave {

class Repository {
 public:
  // The checkout that `directory` is in.
  static Result<Repository> Open(const std::string& directory);

  const std::string& top() const { return top_; }
  // revision "": the merge base of HEAD and its upstream branch, else of origin's default branch, else of main or master.
  Result<Version> Base(const std::string& revision) const;
  // ".": the working tree as it is, uncommitted and untracked files included.
  Result<Version> Head(const std::string& revision) const;
  // From the first to the second, as a unified diff.
  Result<std::string> Diff(const Version& from, const Version& to) const;
  // Worktree and build directory, made if they are not there. A build that was cut off is done again.
  Result<void> Build(Version& version, const std::string& driver_directory, unsigned jobs,
                     const std::function<void(const std::string&)>& say) const;

 private:
  explicit Repository(std::string top) : top_(std::move(top)) {}
  Result<std::string> Git(std::vector<std::string> arguments,
                          std::vector<std::pair<std::string, std::string>> environment = {}) const;
  Result<std::string> Commit(const std::string& revision) const;
  Result<void> MakeWorktree(Version& version) const;
  Result<void> Refuse() const;

  std::string top_;
};

}  // namespace reweave
