// Work not yet done by a stateless search, in the order of docs/techniques/capp.md: buckets by cost, the cheapest first; two sets
// of buckets, the second for what was postponed to the next iteration.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "explore/schedule/steps.h"

namespace reweave::inline search {

enum class SearchOrder : std::uint8_t {
  kEarly,  // dearer items in the order they were met
  kDeepest,  // dearer items: the one met last comes first
  kRandom,  // a uniformly random item among the cheapest
};

struct WorkItem {
  Branch branch;
  std::uint32_t cost = 0;
  std::uint32_t from = 0;  // searches that match states: the one it leaves
  std::uint32_t forced = 0;  // steps on its path of threads that had yielded or spun (SearchBase::kMostRunOn)
};

class Frontier {
 public:
  explicit Frontier(SearchOrder order, std::uint64_t seed) : order_(order), rng_(seed) {}

  void Clear();
  void PushFront(WorkItem item) { Push(now_, std::move(item), true); }
  // Costs more than the run it was met in: behind its equals, before them with kDeepest.
  void PushDearer(WorkItem item) { Push(now_, std::move(item), order_ == SearchOrder::kDeepest); }
  void PushLater(WorkItem item) { Push(later_, std::move(item), false); }
  // The best item; when this iteration has none left, the next one begins.
  std::optional<WorkItem> Pop();

  // Takes every other item out, into a frontier of its own.
  Frontier Halve();

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::uint64_t iteration() const { return iteration_; }
  std::size_t lowest_cost() const;  // of the current iteration
  void Restore(WorkItem item, bool later) { Push(later ? later_ : now_, std::move(item), false); }
  // For saving.
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.rng_, self.now_, self.later_, self.size_, self.iteration_);
  }

 private:
  using Buckets = std::vector<std::deque<WorkItem>>;
  void Push(Buckets& buckets, WorkItem item, bool front);
  std::deque<WorkItem>* Best(Buckets& buckets);

  SearchOrder order_;
  Rng rng_;
  Buckets now_, later_;
  std::size_t size_ = 0;
  std::uint64_t iteration_ = 1;
};

}  // namespace reweave::inline search
