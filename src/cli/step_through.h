// A run at the terminal, step by step, forwards and back: reweave replay --step.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace reweave::inline cli {

struct StepOptions {
  std::string end;          // how the run ended, one line
  std::vector<std::string> near = {};  // paths relative to a checkout are looked for in these directories and above them
  bool colour = false;
  bool prompt = false;      // ask before each command (a person at a terminal)
};

// Reads commands from `in` line by line until q or its end, and prints to stdout. `?` explains them.
void StepThrough(const Interleaving& run, const StepOptions& options, std::FILE* in);

}  // namespace reweave::inline cli
