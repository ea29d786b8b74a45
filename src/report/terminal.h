// Findings and results for people. Everything a program chose is escaped here.
#pragma once

#include <string>

#include "report/finding.h"

namespace reweave {

struct TerminalStyle {
  bool colour = false;
};

std::string RenderFinding(const Finding& finding, const TerminalStyle& style);
// Findings, then one line that says what was done and why it ended.
std::string RenderExplore(const ExploreResult& result, const TerminalStyle& style);

}  // namespace reweave
