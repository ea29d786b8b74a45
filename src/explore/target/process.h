// One process of the tested program: started with the environment the runtime needs, in a process group of its own, never
// outliving us (killed when this object or our process goes away).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace reweave::inline target {

struct ProcessOptions {
  std::string path;
  std::vector<std::string> command;
  std::string stdin_path = "/dev/null";
  std::string directory = {};                                         // "" = ours
  std::vector<std::pair<std::string, std::string>> environment = {};  // on top of ours
  int control_fd = -1;  // the child gets it under a fixed number, named in REWEAVE_CONTROL
};

// Above what a program opens, below the usual limit of 1024: the program's own descriptors have their native numbers.
constexpr int kControlFd = 899;

// Our environment with `own` on top, and what the runtime needs.
std::vector<std::string> TargetEnvironment(const std::vector<std::pair<std::string, std::string>>& own);

class Process {
 public:
  static Result<std::unique_ptr<Process>> Start(const ProcessOptions& options);
  ~Process();  // Kill
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  // The wait status once the process is dead; does not block.
  std::optional<int> Poll();
  std::optional<int> WaitFor(std::chrono::milliseconds longest);
  // To `pid` if it belongs to this process's group (a child the runtime made), else to the process itself.
  void Signal(int number, pid_t pid = 0);
  // SIGKILL to the group and to whatever it left behind; reaps. Idempotent.
  void Kill();
  // What was written to stdout and stderr before the runtime took them over (at most 64 KiB, the end).
  std::string early_output() const;

 private:
  Process() = default;

  pid_t pid_ = -1;
  Fd output_;
  std::optional<int> status_;
};

}  // namespace reweave::inline target
