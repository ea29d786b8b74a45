// The forward slice of a change (docs/techniques/simrt.md): what the changed operations can influence, through values, memory,
// branch conditions, calls and returns. It stops at functions that are not in the program. Library functions are not entered, as
// their callers are not told apart: a call gives its result and its objects' state, and leads to the user's functions that it
// calls.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/library_state.h"
#include "analysis/points_to.h"
#include "analysis/threads.h"

namespace reweave::inline simrt {

class ForwardSlice {
 public:
  static constexpr std::size_t kDefaultLimit = 20'000'000;  // operations

  ForwardSlice(const FlowProgram& program, const PointsTo& points, const Threads& threads, std::size_t limit = kDefaultLimit);

  // `origin`: what people are told, any number of the caller's.
  void Change(std::uint32_t function, std::uint32_t op, std::uint32_t origin);  // it does something else
  void ChangeArguments(std::uint32_t function, std::uint32_t op, std::uint32_t origin);  // a call that was there before
  // Library code may be given this function of the user's now, and run it where it runs such functions.
  void GiveToLibrary(std::uint32_t function, std::uint32_t origin);
  static constexpr std::uint32_t kNoBlock = ~0u;
  // Whether it runs, or what it finds. `decider`: the block of the function from which it is reached now.
  void Influence(std::uint32_t function, std::uint32_t op, std::uint32_t origin, std::uint32_t decider = kNoBlock);
  // It throws what was not thrown before: the handlers of its callers choose otherwise.
  void Throw(std::uint32_t function, std::uint32_t op, std::uint32_t origin);
  // A shared write that is itself part of the change: it is affected directly (case 1 or 2), and who reads what it wrote is not
  // followed from there.
  void Direct(std::uint32_t function, std::uint32_t op) { direct_.insert({function, op}); }
  // A branch that decides about nothing that was there before (LeavingBranches).
  void Spare(std::uint32_t function, std::uint32_t op) { spared_.insert({function, op}); }
  void Run();

  bool Contains(std::uint32_t function, std::uint32_t op) const { return !marks_[function].empty() && marks_[function][op]; }
  // Whether it is made at all.
  bool Decides(std::uint32_t function, std::uint32_t op) const {
    return Contains(function, op) && (marks_[function][op] & kControl) != 0;
  }
  std::uint32_t OriginOf(std::uint32_t function, std::uint32_t op) const { return origins_.at({function, op}); }
  // The blocks whose branch or call newly decides that the operation runs: who comes there may come to the operation now, though
  // no recorded run did. Function and block, a few of them.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> DecidersOf(std::uint32_t function, std::uint32_t op) const;
  bool Touches(std::uint32_t function) const { return !marks_[function].empty(); }
  bool capped() const { return capped_; }

 private:
  // kEntered: the function runs once more than before. What it computes then, only its new caller gets; what it computed in the
  // other calls stays the same unless memory differs.
  enum Mark : std::uint8_t { kData = 1, kControl = 2, kEntered = 4 };
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  struct PlaceHash {
    std::size_t operator()(const Place& p) const { return std::size_t{p.first} * 0x9e3779b97f4a7c15ull ^ p.second; }
  };
  struct Item {
    std::uint32_t function, op;
    Mark mark;
    std::uint32_t origin;
    std::uint32_t decider;  // number of a block, 0 = none
  };

  void Add(std::uint32_t function, std::uint32_t op, Mark mark, std::uint32_t origin, std::uint32_t decider = 0);
  bool Decide(const Place& place, std::uint32_t decider);
  std::uint32_t Decider(std::uint32_t function, std::uint32_t block);
  void Value(std::uint32_t function, std::uint32_t value, std::uint32_t origin);
  void Step(const Item& item);
  void Written(std::uint32_t function, FlowOperand address, bool range, std::uint64_t length, const AccessSite* site,
               std::uint32_t origin);
  void Told(const std::vector<PointsTo::Cell>& cells, std::uint32_t origin);
  void Library(const Item& item, const FlowOp& op);
  void Returned(std::uint32_t function, std::uint32_t origin);
  void Enter(std::uint32_t function, std::uint32_t origin, std::uint32_t decider);
  const std::vector<std::vector<std::uint32_t>>& UsesOf(std::uint32_t function);
  const std::vector<std::vector<std::uint32_t>>& ControlledBy(std::uint32_t function);
  void IndexReaders();
  void IndexStart(std::uint32_t function, std::uint32_t op);
  void Reader(std::uint32_t function, std::uint32_t op, std::uint32_t access, FlowOperand address,
              std::vector<PointsTo::Cell> cells);

  const FlowProgram& program_;
  const PointsTo& points_;
  const Threads& threads_;
  std::size_t limit_, steps_ = 0;
  bool capped_ = false;
  std::vector<std::vector<std::uint8_t>> marks_;
  std::vector<std::vector<bool>> values_;
  std::vector<std::vector<std::uint32_t>> entered_;  // by function: deciders; 0 stands for none
  std::unordered_map<Place, std::uint32_t, PlaceHash> origins_;
  std::unordered_set<Place, PlaceHash> direct_, spared_;
  std::vector<Place> deciders_;  // function, block; numbered from 1
  std::unordered_map<Place, std::uint32_t, PlaceHash> decider_numbers_;
  std::unordered_map<Place, std::vector<std::uint32_t>, PlaceHash> decided_;  // by operation
  std::vector<Item> work_;
  std::vector<std::unique_ptr<std::vector<std::vector<std::uint32_t>>>> uses_, controlled_;
  std::unordered_map<PointsTo::Cell, std::vector<Place>> readers_;
  std::unordered_map<PointsTo::Cell, bool> told_;
  bool indexed_ = false;
  LibraryState library_;
  std::vector<std::vector<Place>> callback_sites_;  // by function of the user's: calls into the library that run it
};

}  // namespace reweave::inline simrt
