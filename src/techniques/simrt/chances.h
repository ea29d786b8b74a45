// What a recorded run missed by chance (docs/techniques/simrt.md). Whether a thread comes to a block can depend on a value that
// other threads write, or on a lock that was free: `if (ready) use(payload)`. One run shows one outcome. A history that has the
// branch, but not the block, must not leave the test out: these are the branches, and what else must have run for another
// outcome.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/locator.h"
#include "techniques/simrt/old_blocks.h"
#include "techniques/simrt/shared_variables.h"

namespace reweave::inline simrt {

class Chances {
 public:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // function, block

  // `located`: the shared accesses of the new version.
  Chances(const FlowProgram& program, const PointsTo& points, const Threads& threads, OldBlocks& blocks,
          const std::vector<LocatedAccess>& located);

  // Number of the set for a block; 0: it is not missed by chance.
  std::uint32_t Of(std::uint32_t function, std::uint32_t block) { return Of(std::vector<Place>{{function, block}}); }
  std::uint32_t Of(const std::vector<Place>& places);
  ChanceTable Take() { return std::move(table_); }

 private:
  // A branch that other threads decide, and what it decides about.
  struct Branch {
    Place at, unless;
    std::uint32_t writers;
    friend auto operator<=>(const Branch&, const Branch&) = default;
  };
  struct FunctionData {
    std::vector<std::uint32_t> definition;  // by value: its operation
    std::vector<std::vector<std::uint32_t>> deciders;  // by block
    std::vector<std::uint32_t> branch;  // by block: the operation that ends it, kNoSite if there is none
    std::map<std::uint32_t, std::uint32_t> writers;  // by block: what decides its branch, once asked for
    std::vector<std::vector<std::uint32_t>> before;  // by block: those from which edges lead to it
    // By block: where it was decided which of several values its branch asks about. `if (done) return;` in a scope with
    // destructors becomes a number that the end of the scope asks for.
    std::map<std::uint32_t, std::set<std::uint32_t>> ways;
  };
  FunctionData& DataOf(std::uint32_t function);
  const std::vector<Branch>& BranchesBefore(const Place& place);
  const std::vector<Branch>& BranchesAround(std::uint32_t function);
  void Walk(std::vector<Place> from, bool callers, std::set<Branch>& out);
  std::uint32_t DecidedBy(const Place& branch);
  struct Found {
    std::set<Place> seen;
    std::set<std::uint32_t> reads;  // variables
    bool tried = false;
    std::set<std::uint32_t> merges;  // blocks of the function itself where values of several ways meet
  };
  void Sources(std::uint32_t function, FlowOperand operand, int depth, Found& found);
  bool IsMerge(std::uint32_t function, std::uint32_t op);
  std::uint32_t WritersOf(const std::set<std::uint32_t>& reads, bool tried);  // variables
  // Who writes the variable: in main as well; only in others.
  const std::array<std::vector<OldBlock>, 2>& WritersOf(std::uint32_t variable);
  const std::vector<OldBlock>& OldOf(const Place& place);

  const FlowProgram& program_;
  const PointsTo& points_;
  const Threads& threads_;
  OldBlocks& blocks_;
  const std::vector<LocatedAccess>& located_;
  // What accesses touch: the same variable, the same places.
  struct Variable {
    std::uint32_t example;  // index of an access
    std::vector<std::uint32_t> writes;
  };
  std::vector<Variable> variables_;
  std::map<Place, std::vector<std::uint32_t>> by_op_;  // function, operation: variables that it reads
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> written_;  // by alias class: variables
  std::unordered_map<std::uint32_t, FunctionData> data_;
  std::map<Place, std::vector<Branch>> before_;
  std::unordered_map<std::uint32_t, std::vector<Branch>> around_;
  std::map<Place, std::vector<OldBlock>> old_;
  std::unordered_map<std::uint32_t, std::array<std::vector<OldBlock>, 2>> writers_;  // by variable, once asked for
  std::map<std::pair<std::set<std::uint32_t>, bool>, std::uint32_t> groups_;  // 0: nobody writes it
  std::map<std::vector<Branch>, std::uint32_t> sets_;
  ChanceTable table_;
};

}  // namespace reweave::inline simrt
