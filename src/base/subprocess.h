// Commands of the system, run to their end within limits: compilers, git, tests as they are, whatever lists tests.
//
// Nothing that a command starts outlives the call, and nothing outlives our own process, however that ends. Each command has a
// supervisor: a process of ours between us and the command. Descendants that leave their process group become the supervisor's
// (subreaper), and it ends them all when the command has ended, when we ask for it, or when we are gone: it holds the other end
// of a pipe that only we keep open. Calls from several threads do not see each other's processes.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave {

struct Command {
  std::vector<std::string> words;        // words[0] is the program: a path, or a name that is looked for in PATH
  std::string directory;                 // "" = ours
  std::vector<std::string> environment;  // all of it, "NAME=value"
};

struct CommandLimits {
  std::chrono::nanoseconds timeout = std::chrono::seconds(60);  // wall clock
  std::uint64_t memory = 0;            // bytes of data (RLIMIT_DATA), 0 = none
  std::uint64_t output = 1u << 20;     // bytes kept of stdout and stderr together; the rest is counted
  std::string stdin_path = "/dev/null";
  bool interruptible = true;           // Ctrl-C and the like (base/interrupt.h) end it; false for what tidies up
  std::function<void(std::string_view output, double seconds)> watch = {};  // about every second while it runs
};

struct CommandRun {
  enum class End { kExited, kSignaled, kTimedOut, kInterrupted };
  End end = End::kExited;
  int status = 0;                // exit status, or the signal's number
  std::string output;            // stdout and stderr as they came
  std::uint64_t output_bytes = 0;
  double seconds = 0;

  bool exited(int code) const { return end == End::kExited && status == code; }
};

// Errors: the program cannot be started, its directory is missing.
Result<CommandRun> RunCommand(const Command& command, const CommandLimits& limits);

// "exit status 3", "killed by SIGSEGV", "timed out", "interrupted".
std::string DescribeEnd(const CommandRun& run);

}  // namespace reweave
