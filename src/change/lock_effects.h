// What a call of a function does to locks on balance: a constructor that takes one, a destructor that gives it back, wrappers of
// wrappers. A function that takes a lock on some of its ways only, and never gives it back, may take it: a guard that is told
// whether to lock. The reverse for one that only gives back.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "change/lock_regions.h"

namespace reweave::inline change {

struct LockEffect {
  LockAction kind = LockAction::kNone;
  std::string lock;
  bool maybe = false;
};

class LockEffects {
 public:
  explicit LockEffects(const Facts& facts);
  // By the function's index; "" if none.
  std::string TextOf(std::uint32_t function) const;
  // Of the call itself or of the function that it calls.
  std::vector<LockEffect> ActionsOf(const CallSite& call) const;

 private:
  using State = std::map<std::string, int>;  // +1 took it, -1 gave it back
  using Effects = std::map<std::string, LockEffect>;
  static bool Join(const State& state, std::optional<State>& into);
  Effects NetEffect(std::uint32_t index) const;
  void AddPossible(const FunctionFacts& f, const std::vector<std::vector<const CallSite*>>& calls,
                   const std::vector<bool>& unwinding, Effects& net) const;
  bool HasEffect(const CallSite& call) const;

  const Facts& facts_;
  std::unordered_map<std::string, std::uint32_t> by_id_;
  std::vector<Effects> effects_;
};

}  // namespace reweave::inline change
