// A long interleaving without what nobody would look at.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace reweave::inline findings {

// Without reads and writes of variables that only one thread uses in this run, or that no thread writes: no other order would
// change what they see. Steps that are `key` stay whole. A stretch of a thread keeps its first step, so that every switch is
// still there. Variables are told apart by name, so two objects of one class count as one: then more is shown.
struct Condensed {
  Interleaving interleaving;
  std::size_t left_out = 0;  // operations
};
Condensed WithoutOwnAccesses(const Interleaving& interleaving);

// Of the accesses of one line to one variable (and what is in it), the last that wrote, or the first: "write box_.size() 0 -> 1
// (+4)". Everything else as it is.
std::vector<std::string> OnePerVariable(const std::vector<std::string>& operations);

}  // namespace reweave::inline findings
