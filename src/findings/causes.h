// Findings that have one cause. A missing lock shows as a race for every member of an object and every node of a container that
// two functions touch: people want to read about it once.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace reweave::inline findings {

// Two races have one cause if they are
//   - between the same two lines, or
//   - on the same variable of the program, or
//   - between the same two functions, and on members of one class, or one of them inside a container of the standard library.
// An atomicity violation has the cause of others, and of races, on the same variable of the program.
// Two deadlocks have one cause if threads wait for the same things at the same places, whichever threads they are.
// Everything else is a cause of its own. The groups are in the order in which they should be read: failures of the program before
// races and atomicity violations, and each as the findings are given. In a group the one that says most comes first: a race on a
// variable of the program before an atomicity violation, and both before a race inside a container.
std::vector<std::vector<const Finding*>> GroupByCause(const std::vector<const Finding*>& findings);
std::vector<std::vector<const Finding*>> GroupByCause(const std::vector<Finding>& findings);

// Which to work on first if there may not be time for all: one of each cause before the others. Indices, of which the first
// `leads` are the ones.
struct ByCause {
  std::vector<std::size_t> order;
  std::size_t leads = 0;
};
ByCause LeadsFirst(const std::vector<const Finding*>& findings);

// The place to open first: the first in the program's own sources, and not where a thread waits for another to end, which is what
// follows from a deadlock; else any that is known. Null: no place is.
const FindingSite* MainSite(const Finding& finding);

// "Cache" of "Cache::hits"; empty for a variable of no class.
std::string_view OwnerOf(std::string_view variable);

}  // namespace reweave::inline findings
