// What pointers may point to, over the flows of a whole program: inclusion-based (Andersen), fields by offset, arrays collapsed
// to one element, one object per allocation site. Callers of the user's functions are not told apart; library code is looked at
// anew for each call from the user's code, so that two containers of one type do not become one. Indirect calls are resolved on
// the way; a virtual function is given only those objects whose table has it.
//
// Where nothing is known: a pointer that nothing in the program makes points nowhere (its accesses are told apart by variable);
// what an external function returns is one object per function, or one of its arguments. Memory that only external code writes
// stays as it is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/flow_program.h"

namespace reweave::inline analysis {

struct MemoryObject {
  enum class Kind : std::uint8_t { kLocal, kGlobal, kConstant, kThreadLocal, kFunction, kHeap, kExternal };
  Kind kind{};
  std::string name;  // of globals, functions, external functions
  std::uint32_t function = kNoSite, site = kNoSite;  // locals: root; heap: call
  std::uint64_t size = 0;
};

// Name of the object that all strings point to.
inline constexpr const char* kTextObject = "text of strings";

// A call with what it may run. spawn: the callees run in a thread of their own.
struct CallTargets {
  std::vector<std::uint32_t> functions;  // sorted
  bool external = false;  // code that is not in the program
  bool spawn = false;
};

// A function of the user's that library code calls.
struct Callback {
  std::uint32_t function = 0;
  bool spawn = false;
  friend auto operator<=>(const Callback&, const Callback&) = default;
};

class PointsTo {
 public:
  using Cell = std::uint32_t;

  explicit PointsTo(const FlowProgram& program);
  ~PointsTo();
  PointsTo(PointsTo&&) noexcept;

  // Places that the operand of a function may point to; sorted, without duplicates.
  std::vector<Cell> Targets(std::uint32_t function, FlowOperand operand) const;
  // Of `targets`, all places that an access of `length` bytes (0: any number) from there touches.
  std::vector<Cell> Widen(const std::vector<Cell>& targets, std::uint64_t length) const;
  const std::vector<MemoryObject>& objects() const;
  std::uint32_t ObjectOf(Cell cell) const;
  std::int64_t OffsetOf(Cell cell) const;
  bool IsElement(Cell cell) const;  // of an array
  // A short std::string points into itself, and as strings are moved about, each seems to point into every other. A string of the
  // library is never left pointing into another one.
  bool IsSmallBuffer(Cell cell) const;
  // Objects that threads can reach: globals, what is given to new threads, what external code returns, and all they point to.
  const std::vector<bool>& shared() const;
  // By function and call.
  const CallTargets& calls(std::uint32_t function, std::uint32_t call) const;
  // The user's functions that library code runs for this call of the user's; sorted.
  const std::vector<Callback>& callbacks(std::uint32_t function, std::uint32_t call) const;
  // The place so many bytes further on, if anything uses it, else the place itself.
  Cell At(Cell cell, std::int64_t offset) const;
  // What the place points to.
  std::vector<Cell> PointedBy(const std::vector<Cell>& cells) const;
  // All places of an object that anything uses.
  std::vector<Cell> CellsOf(std::uint32_t object) const;
  std::size_t cells() const;

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace reweave::inline analysis
