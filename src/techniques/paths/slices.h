// What values inside one function are computed from, taken from the compiler's facts (part 8, flows).
//
// A slice ends at leaves: accesses of memory that other threads could reach, parameters, results of calls. What happens between
// them is in registers or in locals that nobody else can see, and the same in every run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "facts/flows.h"
#include "facts/reader.h"
#include "trace/trace.h"

namespace reweave::paths {

struct Leaf {
  // kOutput: what a call may have left in a local of this function that it was given the address of.
  enum class Kind : std::uint8_t { kAccess, kParameter, kCall, kOutput } kind = Kind::kAccess;
  std::uint32_t index = 0;  // of the function's accesses, parameters, calls
  bool all = false;         // every execution in this call of the function, not the last one: a loop gathers them
  friend auto operator<=>(const Leaf&, const Leaf&) = default;
};
using Slice = std::vector<Leaf>;  // ascending

class FunctionSlices {
 public:
  explicit FunctionSlices(const FunctionFacts& function);

  const FunctionFacts& facts() const { return *function_; }
  // Empty for what the facts do not know.
  const Slice& Condition(std::uint32_t branch) const { return At(conditions_, branch); }
  const Slice& Stored(std::uint32_t access) const { return At(stored_, access); }    // value and address
  const Slice& Address(std::uint32_t access) const { return At(addresses_, access); }
  const std::vector<Slice>& Arguments(std::uint32_t call) const;
  // Accesses that the call of a library function makes by itself.
  const std::vector<std::uint32_t>& LibraryAccesses(std::uint32_t call) const;
  const Slice& Returned() const { return returned_; }
  // Branches whose condition was computed from it.
  const std::vector<std::uint32_t>& DecidedBy(Leaf::Kind kind, std::uint32_t index) const;
  // Some slice wants every execution of it.
  bool Gathers(Leaf::Kind kind, std::uint32_t index) const {
    return std::ranges::binary_search(gathered_, Leaf{kind, index, true});
  }

 private:
  static const Slice& At(const std::vector<Slice>& list, std::uint32_t index);
  Slice Of(FlowOperand operand);
  Slice OfArgument(FlowOperand operand);
  void Collect(std::vector<std::pair<FlowOperand, bool>> work, Slice& out);
  void Sort(Slice& slice);
  using Roots = std::set<std::uint32_t>;  // locals
  Roots LocalRoots(FlowOperand operand) const;
  Roots Given(const FlowOp& call) const;
  void FindAddresses();
  void IndexPrivate();

  const FunctionFacts* function_;
  FunctionFlows flows_;
  std::vector<std::uint32_t> definition_;                         // by value: operation
  std::map<std::uint32_t, std::vector<FlowOperand>> private_;     // by local root: values stored there
  std::map<std::uint32_t, std::vector<std::uint32_t>> moved_in_;  // by local root: accesses that were copied there
  std::vector<Roots> addresses_of_;                               // by value: locals whose address it may be
  std::map<std::uint32_t, Roots> holds_;                          // by local root: locals whose address may be in it
  std::map<std::uint32_t, std::vector<std::uint32_t>> given_to_;  // by local root: calls that can write it
  std::vector<Slice> conditions_, stored_, addresses_;
  std::map<std::uint32_t, std::vector<Slice>> arguments_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> library_;
  std::map<std::pair<Leaf::Kind, std::uint32_t>, std::vector<std::uint32_t>> decided_by_;
  Slice returned_;
  Slice gathered_;
};

// From a site id of a trace to the function that has it.
class ProgramSlices {
 public:
  using Loader = std::function<std::shared_ptr<const Facts>(const std::string& path)>;  // null: no facts
  static std::shared_ptr<const Facts> FromFile(const std::string& path);  // the loader that reads the module's file
  explicit ProgramSlices(Loader loader) : loader_(std::move(loader)) {}

  struct Place {
    FunctionSlices* function = nullptr;  // null: not known
    std::uint32_t index = 0;  // in the function's list of the site's class; of calls: of facts().calls
    const SiteInfo* site = nullptr;
    const void* module = nullptr;
  };
  void Use(const Trace& trace);
  const Place& Find(std::uint32_t site);
  // Site ids of the function's accesses and calls start here, in the module that `place` is in.
  std::uint32_t AccessSite(const Place& place, std::uint32_t access) const;
  std::uint32_t CallSite(const Place& place, std::uint32_t call) const;  // 0: the call has no site of its own
  // The function that a direct call calls, if it is instrumented.
  FunctionSlices* Callee(const Place& call);

 private:
  struct Loaded {
    Module module;
    std::shared_ptr<const Facts> facts;
  };
  FunctionSlices* SlicesOf(const FunctionFacts* function);

  Loader loader_;
  std::vector<std::unique_ptr<Loaded>> modules_;
  std::unordered_map<std::uint32_t, Place> places_;
  std::unordered_map<const FunctionFacts*, std::unique_ptr<FunctionSlices>> functions_;
};

}  // namespace reweave::paths
