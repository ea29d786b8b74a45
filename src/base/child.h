// A process that runs beside ours until it ends or we end it: a worker of a search, gdb. Its caller waits for it.
// Commands that run to their end within limits are in base/subprocess.h; the program under test is in explore/target/process.h.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace reweave {

// Both ends are closed in the children that we start, unless a child is given one by number.
struct Pipe {
  Fd read, write;
  bool Open();
};

struct ChildOptions {
  std::vector<std::string> words = {};         // words[0] is the program: a path, or a name that is looked for in PATH
  std::vector<std::string> environment = {};   // all of it, "NAME=value"
  std::string directory = {};                  // "" = ours
  std::string log = {};                        // its output is appended here and its input is empty; "" = our terminal
  std::vector<std::pair<int, int>> descriptors = {};  // ours, and the number it gets in the child; numbers from 3 on
  int signal_at_our_end = 9;              // what it gets if we end first
  bool own_group = false;                 // Ctrl-C at the terminal does not reach it
};

// The child's process id. A program that cannot be started is an error here, not an exit status 127 later.
Result<pid_t> StartChild(const ChildOptions& options);

// Our environment with one variable set to `value`, or removed if `value` is "".
std::vector<std::string> EnvironmentWith(const std::string& name, const std::string& value);

}  // namespace reweave
