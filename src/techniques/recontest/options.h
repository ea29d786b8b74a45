// Which rules Phase I and Phase II follow. The defaults are ours; Paper() is what the published technique does.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace reweave::recontest {

enum class ReleaseMode : std::uint8_t { kLocal, kOr, kAnchored };
enum class OrderMode : std::uint8_t { kSequence, kFrontier, kBoth };
enum class PatternSet : std::uint8_t { kPublished, kAll27 };

struct Options {
  ReleaseMode release = ReleaseMode::kAnchored;
  OrderMode order = OrderMode::kBoth;
  bool loop_counters = true;       // L1; else L0: instances of a statement are told apart by their ordinal only
  bool locations = true;           // an unchanged statement that reaches another object is impacted
  bool moved_blocks = false;       // three statements or more that the change moved as they are stay what they were
  bool everything = false;         // plain prediction: as if every access were impacted
  bool subtract_old = true;        // what was feasible in the old version is not new
  PatternSet patterns = PatternSet::kPublished;
  // Locations tied by a consistency property, by the names that reports have ("low", "Range::high"), beside the default: all
  // fields of one object.
  std::vector<std::vector<std::string>> atomic_sets = {};
  std::size_t memory_limit = std::size_t{1} << 30;  // bytes for records; beyond it they go to temporary files
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();  // an error after it
};

inline Options Paper() {
  Options options;
  options.release = ReleaseMode::kLocal;
  options.order = OrderMode::kSequence;
  options.locations = options.subtract_old = false;
  return options;
}

}  // namespace reweave::recontest
