// Change-aware preemption prioritisation as a Partition (docs/techniques/capp.md, "Heuristics"): one function over any
// search.
//
//   ALL   threads that are not at impacted code run on, one at a time, until every enabled thread stands at impacted code; only
//         there the search branches over all of them
//   SOME  branch over all as soon as one enabled thread is at impacted code, else the current thread goes on
//
// Nothing is lost: what is not kept now belongs to the next iteration.
#pragma once

#include <memory>

#include "explore/search/partition.h"
#include "techniques/capp/capp_labels.h"

namespace reweave::inline capp {

class CappPartition : public Partition {
 public:
  CappPartition(std::shared_ptr<const CappLabels> labels, const Heuristic& heuristic)
      : labels_(std::move(labels)), heuristic_(heuristic) {}

  void Split(const PointContext& context, std::vector<Choice>& keep, std::vector<Choice>& later) override;
  // Whether the operation stands at impacted code. `begin`: the first step of a thread.
  bool Matches(const abi::Event& event, abi::EventKind kind) const;
  // The rule itself, apart from where hits come from. hits: one a choice of `keep`.
  static void SplitBy(PriorityMode mode, int current, const std::vector<bool>& hits, std::vector<Choice>& keep,
                      std::vector<Choice>& later);

 private:
  void FindProgram(const Trace& trace);
  std::uint8_t BitsOf(std::uint32_t site, bool begin) const;

  std::shared_ptr<const CappLabels> labels_;
  Heuristic heuristic_;
  const void* known_ = nullptr;                            // preamble that the bases are of
  std::uint32_t first_access_ = 0, first_call_ = 0;        // site ids of the program's own guards number 0
  std::vector<bool> hits_;
};

}  // namespace reweave::inline capp
