#include "detect/locksets.h"

#include <algorithm>

namespace reweave::detect {

LockSets::Step& LockSets::Cached(std::uint32_t set, HeldLock lock, bool add) {
  const std::uint64_t hash = (lock.lock ^ (static_cast<std::uint64_t>(set) << 40) ^ (add ? 1 : 0)) * 0x9e3779b97f4a7c15ull;
  return steps_[hash >> 54];
}

std::uint32_t LockSets::With(std::uint32_t set, HeldLock lock) {
  Step& step = Cached(set, lock, true);
  const auto what = static_cast<std::uint8_t>(lock.mode);
  if (step.what == what && step.from == set && step.lock == lock.lock) return step.to;
  std::vector<HeldLock> locks = sets_[set].locks;
  const auto place = std::ranges::lower_bound(locks, lock);
  if (place == locks.end() || *place != lock) locks.insert(place, lock);
  step = {set, Intern(std::move(locks)), lock.lock, what};
  return step.to;
}

std::uint32_t LockSets::Without(std::uint32_t set, HeldLock lock) {
  Step& step = Cached(set, lock, false);
  const auto what = static_cast<std::uint8_t>(2 + static_cast<int>(lock.mode));
  if (step.what == what && step.from == set && step.lock == lock.lock) return step.to;
  std::vector<HeldLock> locks = sets_[set].locks;
  std::erase(locks, lock);
  step = {set, Intern(std::move(locks)), lock.lock, what};
  return step.to;
}

std::uint32_t LockSets::Intern(std::vector<HeldLock> locks) {
  if (locks.empty()) return 0;
  const auto [entry, is_new] = ids_.try_emplace(locks, static_cast<std::uint32_t>(sets_.size()));
  if (!is_new) return entry->second;
  Set& set = sets_.emplace_back();
  for (const HeldLock& held : locks) {
    const std::uint64_t bit = 1ull << ((held.lock * 0x9e3779b97f4a7c15ull) >> 58);
    (held.mode == LockMode::kExclusive ? set.exclusive : set.shared) |= bit;
  }
  set.locks = std::move(locks);
  return entry->second;
}

bool LockSets::ProtectedExactly(const Set& a, const Set& b) {
  for (const HeldLock& x : a.locks)
    for (const HeldLock& y : b.locks)
      if (x.lock == y.lock && (x.mode == LockMode::kExclusive || y.mode == LockMode::kExclusive)) return true;
  return false;
}

}  // namespace reweave::detect
