// Other orders of the operations of one run that are the same as it up to their last operation.
//
//   kVersions   an order ends where an access meets another version (number of writes so far) of its variable than in the run
//   kReadsFrom  an order ends where a read that a branch depends on sees another write than in the run; everything else may be
//               reordered freely, as no branch of the run can notice
//
// Breadth first; a state that was reached before is not followed again. Threads are tried in descending order, so that among
// equal orders the greatest sequence of thread numbers is kept. Variants are numbered in ascending order of these sequences.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "techniques/paths/run.h"
#include "techniques/paths/sync_state.h"

namespace reweave::paths {

struct GraphOptions {
  enum class Kind : std::uint8_t { kVersions, kReadsFrom } kind = Kind::kReadsFrom;
  SyncRules sync = SyncRules::kNative;
  std::vector<bool> kept = {};  // by operation: takes part; the others go with the next of their thread that does. Empty: all
  std::vector<bool> relevant = {};  // by operation, kReadsFrom: a read that a branch depends on
  std::vector<bool> threads = {};  // that take part; empty: all
  std::uint64_t node_cap = 1'000'000;
  std::uint64_t step_cap = 10'000'000;  // of all orders together
  std::function<bool()> over = {};  // true: leave off, as if the cap was reached
  bool all_variants = false;  // else, of those with one key, the first
};

struct Variant {
  std::vector<std::uint32_t> path;  // operations that take part, the last is the one that differs
  std::vector<std::uint8_t> choices;  // of each
  // Relevant reads (kReadsFrom) or accesses (kVersions) on the path and what they see: a write, or a version. By anchor.
  std::vector<std::pair<Anchor, std::uint64_t>> key;
};

struct Graph {
  std::uint64_t nodes = 0, children = 0, duplicates = 0, infeasible = 0;
  std::uint64_t variant_count = 0;
  std::vector<Variant> variants;  // by number
  std::vector<Variant> dead;  // paths to states where threads are left and none can go on
  bool capped = false;
};

Graph BuildGraph(const Execution& run, const GraphOptions& options);

// Of synchronisation that can end in one of two ways, which one: whether it failed, or found the work done by another.
std::optional<bool> ResultOf(const Op& op);

// Operations that the order of a path implies, in order: with each, what its thread did before.
std::vector<std::uint32_t> ExpandPath(const Execution& run, const std::vector<std::uint32_t>& path);

// What each access of `order` (all operations, in order) sees: by position in order, a write or kNoOp.
std::vector<std::uint32_t> ReadsFrom(const Execution& run, const std::vector<std::uint32_t>& order);
// The path, then the rest of the run in its own order; what cannot go on yet is postponed, what never can is left out.
std::vector<std::uint32_t> Complete(const Execution& run, const Variant& variant, SyncRules rules);

// In place of a graph that is too large: for each read that a branch depends on and each write that it could see but did not, one
// order in which it does, as far as a simple simulation finds one.
std::vector<Variant> Flips(const Execution& run, const std::vector<bool>& relevant, SyncRules rules,
                           const std::function<bool()>& over = {});

// With each thread's first operation, what its creator did until it created it.
std::vector<std::uint32_t> WithCreators(const Execution& run, const std::vector<std::uint32_t>& order);

}  // namespace reweave::paths
