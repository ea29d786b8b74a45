// Step 0 of the impacted code points: the lines of one function that a change adds, modifies or stands next to.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "change/matching.h"
#include "change/statement_keys.h"

namespace reweave::inline change {

// Lines of a function of NEW with what made them impacted.
struct LineImpact {
  std::map<std::uint32_t, std::pair<int, std::string>> lines;  // line -> step, reason
  void Add(std::uint32_t line, int step, const std::string& reason) { lines.try_emplace(line, step, reason); }
};

// In the text, on its own line.
inline bool IsWritten(const StatementFacts& s) { return IsFromSource(s) && !s.lines.empty(); }

// New and modified statements; `match` is the function's.
void AddChanged(const FunctionFacts& f, const FunctionMatch& match, LineImpact& impact);
// The neighbours of deleted ones.
void AddDeleted(const FunctionFacts& f, const FunctionFacts& before, const FunctionMatch& match, LineImpact& impact);
// Where no statement differs but the code does (a loop that became a condition, a scope that ends elsewhere, a type): the
// statements of blocks that do something else or go on elsewhere.
void AddUnwritten(const FunctionFacts& f, const FunctionFacts& before, const FunctionMatch& match, LineImpact& impact);

}  // namespace reweave::inline change
