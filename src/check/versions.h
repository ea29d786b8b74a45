// The two versions that a check compares: taken from git, each in a worktree of its own under .reweave/, built once with the
// drivers. Both are known by the hash of their content (git's tree), so what was built for one check serves the next; uncommitted
// edits are part of the working tree's content. The user's checkout and index are never touched.
//
//   .reweave/worktrees/NAME, .reweave/builds/NAME, .reweave/locks/NAME, .reweave/logs/NAME.log
//
// NAME is the content's hash for a commit. Working trees share two names, so that the next edit is built incrementally, also if
// the state before it is what it is compared with (check --since-last).
// A process that uses a version holds a shared lock on it, one that makes it an exclusive one. Everything may be killed at any
// time: a build counts only once its stamp is written, a worktree only if git finds it complete.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "check/build_system.h"
#include "check/config.h"
#include "findings/check_result.h"

namespace reweave::inline check {

class Repository {
 public:
  // The checkout that `directory` is in.
  static Result<Repository> Open(const std::string& directory);

  const std::string& top() const { return top_; }
  // revision "": the merge base of HEAD and its upstream branch, else of origin's default branch, else of main or master.
  Result<Version> Base(const std::string& revision) const;
  // ".": the working tree as it is, uncommitted and untracked files included.
  Result<Version> Head(const std::string& revision) const;
  // Of origin, without a password; "" if there is none.
  std::string RemoteAddress() const;
  // Whether git has this content.
  bool Has(const std::string& tree) const;
  // From the first to the second, as a unified diff.
  Result<std::string> Diff(const Version& from, const Version& to) const;
  // Worktree and build directory, made if they are not there. The version is in use as long as the result lives.
  struct BuildOptions {
    std::string drivers;
    unsigned jobs = 1;
    std::function<void(const std::string&)> say;  // what it is at
    bool needs_tests = false;  // having none is an error, before anything is built
    std::function<void(const std::string&)> warn = {};  // what the user should know
    std::vector<std::string> only = {};  // tests that are asked for: one that cannot exist is refused before anything is built
    std::string beside = {};  // content of the other version of the check: its place is not taken
    // What took the place of downloads that failed (local_sources.h): no version of this check tries them again.
    std::shared_ptr<std::vector<std::string>> local = std::make_shared<std::vector<std::string>>();
    // Settings that the version built first could not be built with: the other one is built in the same way.
    std::shared_ptr<std::vector<std::string>> refused = std::make_shared<std::vector<std::string>>();
  };
  Result<Fd> Build(Version& version, const Config& config, const BuildOptions& options) const;
  // Removes what was used longest ago and nobody uses, until `keep` versions are left; leftovers of killed checks too.
  void Collect(std::size_t keep) const;

 private:
  explicit Repository(std::string top) : top_(std::move(top)) {}
  using Environment = std::vector<std::pair<std::string, std::string>>;
  Result<std::string> Git(std::vector<std::string> arguments, Environment environment = {}) const;
  Result<std::string> Commit(const std::string& revision) const;
  bool IsShallow() const;
  std::string Path(const char* folder, const std::string& name) const { return top_ + "/.reweave/" + folder + "/" + name; }
  Result<Fd> Lock(const std::string& name, int kind, const std::function<void(const std::string&)>& say) const;
  bool IsComplete(const Version& version) const;
  // Submodules for which this machine has something are added to `local`, as "PATH (DIRECTORY)".
  Result<void> MakeWorktree(Version& version, std::vector<std::string>& local) const;
  // ended: set if the step ended by itself, with whatever status.
  Result<void> RunStep(const BuildStep& step, const Version& version, const std::string& name, const BuildOptions& options,
                       bool* ended = nullptr) const;
  std::string NameOf(const Version& version, const std::string& beside) const;
  Result<void> RefuseDirtySubmodules() const;
  // `below`: where the checkout is in the version, "" or "DIRECTORY/".
  Result<void> ExportSubmodules(const std::string& checkout, const std::string& tree, Version& version,
                                std::vector<std::string>& local, const std::string& below = "", bool only_missing = false) const;

  std::string top_;
};

}  // namespace reweave::inline check
