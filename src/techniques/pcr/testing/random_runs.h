// Random runs for tests: threads over a few variables, locks, read-write locks and condition variables, executed in a random
// order, so that what is recorded did happen.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "detect/testing.h"

namespace reweave::pcr {

struct RandomRunOptions {
  unsigned threads = 2, events = 30, variables = 3, locks = 2, values = 3;
  bool rwlocks = true, conditions = true, rmw = true, tries = true;
};

class RandomRun {
 public:
  RandomRun(unsigned seed, const RandomRunOptions& options) : random_(seed), options_(options) {}

  Trace Make() {
    run_.Threads(options_.threads);
    held_.resize(options_.threads + 1), waits_.resize(options_.threads + 1);
    for (unsigned i = 0; i < options_.events; ++i) Step(1 + Draw(options_.threads));
    for (unsigned round = 0; round < 64; ++round)
      for (unsigned t = 1; t <= options_.threads; ++t) Release(t);
    return run_.Trace();
  }

 private:
  static constexpr std::uint64_t kVariable = 0x10000, kLock = 0x20000, kRw = 0x30000, kCond = 0x40000;
  enum class Wait { kNo, kWaiting, kWoken };
  unsigned Draw(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool Free(std::uint64_t lock) const { return !owner_.contains(lock) && !readers_.contains(lock); }

  void Step(unsigned t) {
    const unsigned site = 1 + Draw(6) + 10 * t;
    if (waits_[t] == Wait::kWaiting) return;
    if (waits_[t] == Wait::kWoken) {
      if (!Free(kLock)) return;
      owner_[kLock] = t;
      held_[t].push_back(kLock);
      waits_[t] = Wait::kNo;
      run_.Woken(t, kCond, kLock);
      return;
    }
    const std::uint64_t x = kVariable + 16 * Draw(options_.variables);
    switch (Draw(10)) {
      case 0:
      case 1:
      case 2: run_.Read(t, site, x, 4, memory_[x]); break;
      case 3:
      case 4: run_.Write(t, site, x, 4, memory_[x] = Draw(options_.values)); break;
      case 5:
        if (!options_.rmw) break;
        run_.Rmw(t, site, x, std::memory_order_seq_cst);
        run_.last().value = memory_[x];
        run_.last().value2 = memory_[x] = (memory_[x] + 1) % options_.values;
        break;
      case 6: Take(t, kLock + 16 * Draw(options_.locks), site); break;
      case 7:
        if (options_.rwlocks) TakeRw(t, site);
        break;
      case 8: Release(t); break;
      case 9:
        if (options_.conditions) Condition(t);
        break;
    }
  }
  void Take(unsigned t, std::uint64_t lock, unsigned site) {
    if (std::ranges::find(held_[t], lock) != held_[t].end()) return;
    if (Free(lock)) {
      owner_[lock] = t;
      held_[t].push_back(lock);
      run_.Lock(t, lock, site);
    } else if (options_.tries) {
      run_.Point(t, abi::EventKind::kTryLock, site, lock, 16);  // EBUSY
    }
  }
  void TakeRw(unsigned t, unsigned site) {
    if (std::ranges::find(held_[t], kRw) != held_[t].end()) return;
    if (Draw(2) == 0) {
      if (owner_.contains(kRw)) return;
      ++readers_[kRw];
      held_[t].push_back(kRw);
      run_.Point(t, abi::EventKind::kReadLock, site, kRw, 0);
    } else {
      if (!Free(kRw)) return;
      owner_[kRw] = t;
      held_[t].push_back(kRw);
      run_.Point(t, abi::EventKind::kWriteLock, site, kRw, 0);
    }
  }
  void Release(unsigned t) {
    if (held_[t].empty() || waits_[t] != Wait::kNo) return;
    const std::uint64_t lock = held_[t].back();
    held_[t].pop_back();
    if (lock != kRw) {
      run_.Unlock(t, lock);
      owner_.erase(lock);
      return;
    }
    if (owner_.contains(kRw)) owner_.erase(kRw);
    else if (--readers_[kRw] == 0) readers_.erase(kRw);
    run_.Point(t, abi::EventKind::kRwUnlock, 0, kRw, 0);
  }
  void Condition(unsigned t) {
    const bool holds = std::ranges::find(held_[t], kLock) != held_[t].end();
    if (holds && Draw(2) == 0) {
      std::erase(held_[t], kLock);
      owner_.erase(kLock);
      waits_[t] = Wait::kWaiting;
      run_.Wait(t, kCond, kLock);
      return;
    }
    if (Draw(2) == 0) {
      unsigned woken = 0;
      for (unsigned u = 1; u <= options_.threads && woken == 0; ++u)
        if (waits_[u] == Wait::kWaiting) waits_[u] = Wait::kWoken, woken = u + 1;
      run_.Signal(t, kCond, woken);
    } else {
      unsigned woken = 0;
      for (unsigned u = 1; u <= options_.threads; ++u)
        if (waits_[u] == Wait::kWaiting) waits_[u] = Wait::kWoken, ++woken;
      run_.Point(t, abi::EventKind::kBroadcast, 0, kCond, woken);
    }
  }

  std::mt19937 random_;
  RandomRunOptions options_;
  detect::RunText run_;
  std::map<std::uint64_t, unsigned> memory_, owner_, readers_;
  std::vector<std::vector<std::uint64_t>> held_;
  std::vector<Wait> waits_;
};

}  // namespace reweave::pcr
