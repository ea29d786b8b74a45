// Sets of locks held, as numbers. 0 is the empty set. Sets are kept over runs: the same locks give the same number.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "trace/meaning.h"

namespace reweave::detect {

struct HeldLock {
  std::uint64_t lock;
  LockMode mode;
  friend auto operator<=>(const HeldLock&, const HeldLock&) = default;
};

class LockSets {
 public:
  LockSets() : sets_(1) {}

  std::uint32_t With(std::uint32_t set, HeldLock lock);
  std::uint32_t Without(std::uint32_t set, HeldLock lock);
  const std::vector<HeldLock>& locks(std::uint32_t set) const { return sets_[set].locks; }

  // Is there a lock that keeps two accesses under these sets apart? A shared hold protects only against an exclusive one.
  bool Protected(std::uint32_t a, std::uint32_t b) const {
    if (a == 0 || b == 0) return false;
    const Set& x = sets_[a];
    const Set& y = sets_[b];
    if (((x.exclusive & (y.exclusive | y.shared)) | (x.shared & y.exclusive)) == 0) return false;
    return ProtectedExactly(x, y);
  }

 private:
  struct Set {
    std::vector<HeldLock> locks;                // sorted
    std::uint64_t exclusive = 0, shared = 0;    // a bit per lock, by hash: no common bit, no common lock
  };
  static bool ProtectedExactly(const Set& a, const Set& b);
  std::uint32_t Intern(std::vector<HeldLock> locks);

  std::vector<Set> sets_;
  std::map<std::vector<HeldLock>, std::uint32_t> ids_;
  struct Step {
    std::uint32_t from = 0, to = 0;
    std::uint64_t lock = 0;
    std::uint8_t what = 255;
  };
  Step& Cached(std::uint32_t set, HeldLock lock, bool add);
  std::vector<Step> steps_{1024};
};

}  // namespace reweave::detect
