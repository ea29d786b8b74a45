// Which access patterns runs of the old version had, asked by places of the new program: coverage that is carried over. A search
// of the new version then aims at the others first.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>

#include "base/result.h"
#include "explore/target/target.h"
#include "techniques/recontest/view.h"
#include "trace/trace.h"

namespace reweave::recontest {

struct Analysis;

class SeenBefore {
 public:
  SeenBefore(const ProgramView& old_view, const ProgramView& new_view) : old_(old_view), new_(new_view) {}

  void Add(const Trace& old_run);
  // A pattern with a statement that only one version has was not seen.
  bool Had(std::uint8_t pattern, std::span<const std::uint32_t> new_sites) const;
  std::size_t size() const { return keys_.size(); }

 private:
  static std::uint64_t KeyOf(const ProgramView& view, std::uint8_t pattern, std::span<const std::uint32_t> sites);

  const ProgramView &old_, &new_;
  std::unordered_set<std::uint64_t> keys_;  // 0: never one
};

// The patterns of the run of `analysis`, and of some random runs of the old version (kOldRuns in all, fewer if they are long).
// Runs that fail are left out: what they did is not known to be good. The result keeps the analysis alive.
constexpr unsigned kOldRuns = 16;
Result<std::shared_ptr<const SeenBefore>> RunOldVersion(const std::shared_ptr<const Analysis>& analysis,
                                                        const std::string& old_program, const TargetOptions& options,
                                                        const Plan& base);

}  // namespace reweave::recontest
