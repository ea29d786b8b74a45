// Where the values of a function go: part 8 of its record (docs/formats/facts.md), decoded when an analysis asks for it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "facts/facts.h"

namespace reweave::inline facts {

constexpr std::uint32_t kNoSite = ~0u;

// 0: a plain constant. Odd: the address of root number (operand - 1) / 2. Even: the value number operand / 2, from 1 on; the
// parameters come first.
using FlowOperand = std::uint32_t;
inline bool IsRoot(FlowOperand operand) { return operand & 1; }
inline std::uint32_t RootNumber(FlowOperand operand) { return operand / 2; }
inline std::uint32_t ValueNumber(FlowOperand operand) { return operand / 2; }

struct FlowOp {
  facts::FlowKind kind{};
  bool indirect = false;  // kCall: the first operand is the callee's address, the rest are arguments
  bool plain = false;  // what it makes, stores or returns is no address: a condition, a count
  std::uint16_t shape = 0;  // part of a hash of what it does; 0 in functions of system headers
  std::uint32_t block = 0;
  std::uint32_t statement = kNoStatement;
  std::uint32_t result = 0;  // value number, 0 = none
  std::uint32_t site = kNoSite;  // access (load, store, exchange, read of a move) or call
  std::uint32_t written = kNoSite;  // kMove: access of the destination
  std::uint32_t first = 0, count = 0;  // operands
  // kOffset: operand + before, and if stride is not 0: + a multiple of stride below extent (0: unbounded) + after.
  std::int64_t before = 0, after = 0;
  std::uint64_t stride = 0, extent = 0;  // kMove: extent is the length, 0 = unknown
};

// load: address. store, exchange: address, value. move: destination, source. offset: base, indices. return, branch: value.
struct FunctionFlows {
  struct LibraryAccess {
    std::uint32_t op, access;
    FlowOperand address;
  };
  std::uint32_t parameters = 0, values = 0;  // values: highest number
  std::vector<FlowOp> ops;  // by block, in order
  std::vector<FlowOperand> operands;
  std::vector<LibraryAccess> library;  // accesses that calls of memcpy, strlen, ... make

  FlowOperand operand(const FlowOp& op, std::uint32_t number) const {
    return number < op.count ? operands[op.first + number] : 0;
  }
};

// A function without flows (an object of an older driver) has no operations.
Result<FunctionFlows> DecodeFlows(const FunctionFacts& function);

}  // namespace reweave::inline facts
