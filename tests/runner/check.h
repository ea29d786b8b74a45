// What must hold for a target of each category, checked from outside: exit statuses and the JSON that explore and replay
// write, never their text.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/builder.h"
#include "runner/process.h"
#include "runner/target.h"

namespace reweave::tests {

struct Effort {
  std::vector<std::string> levels = {"O1"};
  std::vector<std::string> isolations = {"rewind", "fork", "exec"};
  int schedules = 200;          // of a program that ends well, under rewind
  int fork_schedules = 20;      // and under the others
  int exec_schedules = 5;
  int search = 10000;           // until a failing program has failed
  int exhaustive = 300;         // schedules of each search that must not end without having failed
  bool every_exhaustive = false;  // else dpor and two of the others, which depends on the name of the target
  int replays = 100;            // under rewind
  int isolated_replays = 3;     // under fork and exec
  bool search_everywhere = false;  // failing programs under fork and exec too, not only those that always fail
  std::vector<std::string> strategies = {"random"};  // the first under every isolation, the others under rewind
  double seconds = 60;  // for one command
  bool native_only = false;
};

// Complaints of one target; empty: it passed. `skipped` says why nothing was checked.
struct Verdict {
  std::vector<std::string> failures;
  std::string skipped;
  double seconds = 0;

  bool passed() const { return failures.empty() && skipped.empty(); }
};

class Checker {
 public:
  Checker(const Tools& tools, const Builder& builder, Effort effort, std::filesystem::path work)
      : tools_(tools), builder_(builder), effort_(std::move(effort)), work_(std::move(work)) {}

  // Any thread may call it.
  Verdict Check(const Target& target) const;

 private:
  struct Way {
    std::string isolation, strategy;
  };
  struct Case;  // one target at one level with one argument list

  void CheckBuilt(const Target& target, const std::string& level, const std::filesystem::path& program, Verdict& verdict) const;
  void CheckNative(const Case& c) const;
  void CheckSuccess(const Case& c) const;
  void CheckFail(const Case& c) const;
  void CheckUnsupported(const Case& c) const;
  void CheckExhaustive(const Case& c) const;
  void CheckReplay(const Case& c, const std::string& schedule_file, const std::string& isolation, int times) const;
  std::vector<Way> WaysFor(const Target& target) const;
  std::vector<std::string> IsolationsFor(const Target& target) const;

  const Tools& tools_;
  const Builder& builder_;
  Effort effort_;
  std::filesystem::path work_;
};

}  // namespace reweave::tests
