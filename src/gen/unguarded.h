// Memory that calls touch with no lock in common, one of them writing. Two such calls may race even if no state is known in which
// both of them get there: then one thread has to bring the object into the state that its call needs, after the other one's call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "gen/meetings.h"

namespace reweave::gen {

class Unguarded {
 public:
  // A step of a state.
  struct Use {
    std::size_t state = 0, step = 0;
  };

  void Add(std::size_t state, const std::vector<Step>& steps);
  // Uses of two places that were tried least. Nothing: every place is guarded.
  std::optional<std::pair<Use, Use>> Rarest(Rng& rng);
  std::size_t size() const { return pairs_.size(); }

 private:
  // A place of the code that touches an address.
  struct Place {
    Touch touch;
    std::vector<Use> uses;
    std::uint64_t known = 0;  // uses that there are
  };
  void AddPlace(std::vector<Place>& places, const Touch& touch);
  static bool MayRace(const Touch& a, const Touch& b) {
    return (a.writes || b.writes) && !(a.atomic && b.atomic) && (a.locks & b.locks) == 0;
  }

  struct Pair {
    std::uint64_t tries = 0, address = 0;
    std::size_t first = 0, second = 0;  // places of the address
  };
  std::map<std::uint64_t, std::vector<Place>> places_;  // by address
  std::set<std::pair<std::uint32_t, std::uint32_t>> known_;  // places of the code that are a pair
  std::vector<Pair> pairs_;
};

}  // namespace reweave::gen
