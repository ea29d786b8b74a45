// Where calls of two threads can meet: two places of the code that touch the same memory, one of them writing, or take the same
// lock. Found by running each call alone from a state. The search brings each meeting about, those that were tried least first.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "base/rng.h"
#include "gen/candidate.h"

namespace reweave::gen {

struct Touch {
  std::uint64_t address = 0;  // in units of 8
  std::uint32_t place = 0;    // of the code
  bool writes = false;
  bool atomic = false;        // or a lock that is taken: nothing else protects it
  std::uint64_t locks = 0;    // a set of bits, one for each lock that protects it
  friend auto operator<=>(const Touch&, const Touch&) = default;
};

// What a call does if it is made alone. Memory that it allocates itself is not in it: nobody else can know of that.
struct Footprint {
  std::vector<Touch> touches;  // sorted, each once
  bool synchronises = false;   // takes a lock that others can take, or writes an atomic that others can read
  bool usable = false;         // it neither throws nor crashes
  bool waits = false;          // for what no other call has done yet
  std::vector<std::uint64_t> looks = {};  // atomics that it only reads, as in Touch: these synchronise if some method writes them
};

// Addresses that both touch, at least one of them writing.
std::vector<std::uint64_t> SharedMemory(const std::vector<Touch>& a, const std::vector<Touch>& b);

// A call that can be made in a state.
struct Step {
  Call call;
  Footprint footprint;
};

class Meetings {
 public:
  // Two steps of a state whose calls bring a meeting about if threads make them.
  struct Way {
    std::size_t state = 0, first = 0, second = 0;
    std::vector<std::size_t> meetings;  // that it brings about
  };
  // May the methods be called beside each other? Then whether both are const.
  using Allowed = std::function<std::optional<bool>(int, int)>;

  // Of all pairs of the state's steps. Returns the number of meetings that no earlier state had.
  std::size_t Add(std::size_t state, const std::vector<Step>& steps, const Allowed& allowed);
  // A way to one of those that were tried least: const methods beside each other first. All that this way
  // brings about count as tried. Nothing: there is none.
  const Way* Rarest(Rng& rng);

  // Whether calls of the two methods can meet.
  bool Meet(int first, int second) const { return met_.contains(std::minmax(first, second)); }
  std::size_t size() const { return meetings_.size(); }

 private:
  struct Meeting {
    std::uint64_t tries = 0;
    bool both_const = false;
    std::vector<std::size_t> ways;  // indices
    std::uint64_t known = 0;  // ways that there are
  };
  using Rank = std::tuple<std::uint64_t, bool, std::size_t>;  // tries, not const, index
  static Rank RankOf(const Meeting& meeting, std::size_t index) { return {meeting.tries, !meeting.both_const, index}; }

  std::vector<Meeting> meetings_;
  std::map<std::uint64_t, std::size_t> by_places_;
  std::set<Rank> queue_;
  std::vector<Way> ways_;
  std::set<std::pair<int, int>> met_;
};

}  // namespace reweave::gen
