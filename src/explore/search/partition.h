// Which of the possible choices at a scheduling point a search takes up now, and which it postpones to its next iteration
// (docs/techniques/capp.md). The plain searches keep everything; change-aware prioritisation is another Partition over the same
// searches.
#pragma once

#include <memory>
#include <vector>

#include "explore/schedule/steps.h"
#include "trace/trace.h"

namespace reweave::inline search {

// One choice at a scheduling point. `pending` is the step or Pending record of what the thread is about to do
// (RunView::PendingStep).
struct Choice {
  std::uint16_t tid = 0;
  std::uint32_t cost = 0;       // of the whole prefix including this choice
  std::size_t pending = RunView::kNoStep;
  bool forced = false;  // it would be passed over, having yielded or spinning
};

struct PointContext {
  const RunView& run;
  const Trace& trace;
  std::size_t at;               // index of the step
  int current;                  // thread of the step before, -1 at the first
};

class Partition {
 public:
  virtual ~Partition() = default;
  // Moves the choices to be postponed from `keep` (all of them, in search order) to `later`, in the same order. Never leaves
  // `keep` empty.
  virtual void Split(const PointContext& context, std::vector<Choice>& keep, std::vector<Choice>& later) = 0;
};

}  // namespace reweave::inline search
