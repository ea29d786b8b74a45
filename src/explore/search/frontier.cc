#include "explore/search/frontier.h"

#include <utility>

namespace reweave::inline search {

void Frontier::Clear() {
  now_.clear();
  later_.clear();
  size_ = 0;
  iteration_ = 1;
}

void Frontier::Push(Buckets& buckets, WorkItem item, bool front) {
  if (buckets.size() <= item.cost) buckets.resize(item.cost + 1);
  auto& bucket = buckets[item.cost];
  if (front) bucket.push_front(std::move(item));
  else bucket.push_back(std::move(item));
  ++size_;
}

std::deque<WorkItem>* Frontier::Best(Buckets& buckets) {
  for (auto& bucket : buckets)
    if (!bucket.empty()) return &bucket;
  return nullptr;
}

std::optional<WorkItem> Frontier::Pop() {
  std::deque<WorkItem>* bucket = Best(now_);
  if (bucket == nullptr) {
    std::swap(now_, later_);
    bucket = Best(now_);
    if (bucket == nullptr) return std::nullopt;
    ++iteration_;
  }
  if (order_ == SearchOrder::kRandom) std::swap(bucket->front(), (*bucket)[rng_.Below(bucket->size())]);
  WorkItem item = std::move(bucket->front());
  bucket->pop_front();
  --size_;
  return item;
}

Frontier Frontier::Halve() {
  Frontier half(order_, 0);
  half.rng_ = rng_;
  half.iteration_ = iteration_;
  bool give = false;  // over all buckets: many may hold one item each
  const auto halve = [&](Buckets& from, Buckets& to) {
    for (auto& bucket : from) {
      std::deque<WorkItem> kept;
      for (WorkItem& item : bucket) {
        if (give) half.Push(to, std::move(item), false);
        else kept.push_back(std::move(item));
        give = !give;
      }
      bucket = std::move(kept);
    }
  };
  halve(now_, half.now_);
  halve(later_, half.later_);
  size_ -= half.size_;
  return half;
}

std::size_t Frontier::lowest_cost() const {
  for (std::size_t cost = 0; cost < now_.size(); ++cost)
    if (!now_[cost].empty()) return cost;
  return 0;
}

}  // namespace reweave::inline search
