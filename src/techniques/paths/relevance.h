// Which branches of a run another schedule could turn, and on which operations each of them depends.
//
// A branch depends on the reads that its condition was computed from, on the writes that those reads could see (the thread's own
// last one, and those of other threads that creation and join do not put after the read), on the reads that these writes were
// computed from, and so on. It is affected by the schedule if one of these reads could see a write that nothing orders with it.
//
// Branches of a loop: instances of one branch with the same dependencies, up to the number of the iteration, form a class. Only
// the first instance of a class, and the first with each other outcome, is explored, unless every turn is wanted. Decisions
// inside libraries have no recorded outcome that would tell that a turn is another one: all of them are explored.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "techniques/paths/run.h"

namespace reweave::paths {

struct AffectedBranch {
  std::uint32_t branch = 0;         // of run.branches
  std::vector<std::uint32_t> ops;   // it depends on: accesses of shared variables, ascending
  std::uint64_t class_key = 0;
  bool representative = false;
  std::uint64_t turn_key = 0;  // class and outcome
};

struct Relevance {
  std::vector<AffectedBranch> affected;  // in the order of the run, without decisions inside libraries
  std::vector<bool> relevant;            // by operation: of some representative
  std::vector<bool> recorded;            // the same without decisions inside libraries
  std::vector<Anchor> turned;  // all that this run itself shows to be affected, decisions inside libraries among them
  bool turns_left_out =
      false;  // turns of a loop read what an earlier one did, and what they would see in other orders is not tried
};

// What other runs have shown: a branch is affected, and a variable is written by others, also where this run does not show it.
// Else orders that differ in what such a branch reads would count as the same.
struct Shown {
  std::unordered_set<Anchor> branches;
  std::unordered_set<std::uint64_t> variables;  // names
  // Classes of branches with an outcome: the turn in which it was explored. That the same happens one turn later, as another run
  // went round the loop once more, is nothing new; else an endless loop would have no last run.
  std::unordered_map<std::uint64_t, std::uint32_t> turns;
};

// The operations that one branch depends on, affected or not.
std::vector<std::uint32_t> DependenciesOf(const Execution& run, std::uint32_t branch);
// `also`: reads that count as relevant whatever depends on them here. The run was made to show what they see; if it did not
// count as showing it, orders of this run and of the one that it was made from could each pass for what the other has shown.
Relevance FindRelevance(const Execution& run, const Shown& shown = {}, const std::unordered_set<Anchor>& also = {},
                        bool every_turn = false);
// Adds what this run shows.
void Add(Shown& shown, const Execution& run, const Relevance& relevance);

}  // namespace reweave::paths
