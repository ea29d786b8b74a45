// Counters by key, with a lock for each stripe of the keys.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

template <typename Key>
class SafeStripes {
 public:
  void Count(const Key& key) {
    Stripe& stripe = Of(key);
    const std::lock_guard<std::mutex> lock(stripe.mutex);
    ++stripe.counts[key];
  }

  long Counted(const Key& key) const {
    const Stripe& stripe = const_cast<SafeStripes*>(this)->Of(key);
    const std::lock_guard<std::mutex> lock(stripe.mutex);
    const auto found = stripe.counts.find(key);
    return found == stripe.counts.end() ? 0 : found->second;
  }

  // All stripes at once, always in the same order.
  long Total() const {
    for (const Stripe& stripe : stripes_) stripe.mutex.lock();
    long out = 0;
    for (const Stripe& stripe : stripes_)
      for (const auto& [key, count] : stripe.counts) out += count;
    for (const Stripe& stripe : stripes_) stripe.mutex.unlock();
    return out;
  }

 private:
  struct Stripe {
    mutable std::mutex mutex;
    std::map<Key, long> counts;
  };
  Stripe& Of(const Key& key) { return stripes_[std::hash<Key>()(key) % stripes_.size()]; }
  std::array<Stripe, 4> stripes_;
};
