// Findings and results for people. Everything a program chose is escaped here.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"

namespace reweave::inline report {

struct TerminalStyle {
  bool colour = false;
  std::size_t width = 0;           // of the terminal; 0: no limit
  std::string directory = {};      // files below it are shown relative to it
  std::string replay_prefix = {};  // what must stand before a replay command: variables of the environment, with a space
};

// Kind, message, stack, output: of one failing run, without its place in a search.
std::string RenderFailure(const Finding& finding, const TerminalStyle& style);
// What a run printed, as indented blocks; empty if nothing.
std::string RenderOutput(const std::string& output, const std::string& errors);
// "SUMMARY: race 1f2e3d queue.cc:12 in push(int)": the last line of every finding.
std::string RenderSummaryLine(const Finding& finding);
// RenderFailure, when it happened and how to replay it.
std::string RenderFinding(const Finding& finding, const TerminalStyle& style);
// Findings of one cause (findings/causes.h): the first as RenderFinding does, the others in a line each.
std::string RenderCause(const std::vector<const Finding*>& group, const TerminalStyle& style);
// One race in a line: "Cache::hits: write at m.cc:12, read at m.cc:13 (race 4e6eb85d1609)".
std::string RenderPlaces(const Finding& finding);
// Findings, then one line that says what was done and why it ended.
std::string RenderExplore(const ExploreResult& result, const TerminalStyle& style);

}  // namespace reweave::inline report
