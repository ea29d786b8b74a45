// One command, run to its end or to a time limit, in a process group of its own.
#pragma once

#include <string>
#include <vector>

namespace reweave::tests {

struct Command {
  std::vector<std::string> argv;
  std::string stdin_path = "/dev/null";
  std::string directory = {};  // empty: ours
  double seconds = 60;    // then the whole group is killed
};

struct Outcome {
  int status = -1;  // exit status, or 128 + signal as a shell says it
  bool timed_out = false;
  bool left_processes = false;  // somebody of the group outlived the command by more than a moment
  std::string out, err;
  double seconds = 0;

  bool ended_with(int wanted) const { return !timed_out && status == wanted; }
};

// Any thread may call it.
Outcome Run(const Command& command);

// As one would type it.
std::string Quoted(const Command& command);

}  // namespace reweave::tests
