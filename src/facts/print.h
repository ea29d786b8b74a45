// Facts for people and for other programs: `reweave facts BINARY [--json FILE]`.
#pragma once

#include <ostream>
#include <string>

#include "facts/reader.h"

namespace reweave::inline facts {

struct PrintFactsOptions {
  bool json = false;
  bool system = false;      // functions of system headers too
  std::string function;     // only functions whose pretty name contains this; "" = all
};

// Text: one line a function, block, access, call, branch and loop; names from the program are escaped.
// JSON: {"schema": 1, "tool": "reweave", "command": "facts", "build": ..., "functions": [...]}, one line.
void PrintFacts(const Facts& facts, std::ostream& out, const PrintFactsOptions& options = {});
// The same as a string.
std::string FactsText(const Facts& facts);
std::string FactsJson(const Facts& facts);

}  // namespace reweave::inline facts
