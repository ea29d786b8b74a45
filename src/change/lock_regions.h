// Lock scopes of a function, from the facts: which statements run while which lock may be held (docs/techniques/capp.md,
// docs/techniques/simrt.md).
//
// A region starts at an acquire of a lock and ends at the releases of the same lock, on every path. Scoped locks are seen through
// their inlined constructors and destructors. A function whose net effect is to acquire or release a lock is itself an acquire or
// release where it is called. A lock is known by the variable it is (`Pool::mutex_`); one that has no name (reached through a
// plain pointer) by its type. A function that takes a lock on some ways only (a guard that is told whether to) begins a region
// like any other.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "facts/reader.h"

namespace reweave::inline change {

struct LockRegion {
  std::string lock;
  bool shared = false;  // read side of a reader-writer lock
  std::uint32_t acquire = 0;  // index of the acquiring call in FunctionFacts::calls
  std::set<std::uint32_t> releases;  // calls that end it
  std::set<std::uint32_t> statements;  // inside, acquire and releases included
  std::set<std::uint32_t> calls;  // that run inside, in the order of the code: destructors of one line may be on both sides
  bool kept = false;  // on some way the function or its thread ends with the lock
};

class LockRegions {
 public:
  explicit LockRegions(const Facts& facts);
  // By the function's index in facts.functions(), in order of the acquires.
  const std::vector<LockRegion>& of(std::uint32_t function) const { return regions_[function]; }
  // Which locks a call of the function takes or gives back, as text; "" if none on balance.
  const std::string& effect(std::uint32_t function) const { return effects_[function]; }

 private:
  std::vector<std::vector<LockRegion>> regions_;
  std::vector<std::string> effects_;
};

// What one call does to a lock by itself (not through the body of its callee).
enum class LockAction : std::uint8_t { kNone, kAcquire, kAcquireShared, kRelease };
LockAction LockActionOf(const CallSite& call);
std::string LockName(const CallSite& call);

}  // namespace reweave::inline change
