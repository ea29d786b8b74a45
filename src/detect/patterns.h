// Memory-access patterns of runs (docs/techniques/pcr.md): which of the 17 templates a run covers, from its events in order.
//
// Rule COV-U: the steps occur in order, by two threads in their roles, and no other event in between writes a cell of the
// variables; reads may intervene. A variable is a run of bytes that all accesses so far treat as one: overlapping accesses cut
// it. It counts only if it is shared: two threads access it, one writing, in an order that creation and joining of threads do not
// fix. What is only handed over has no pattern. A key is template + sites, the same whichever threads and addresses it was. Keys
// are collected over runs.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detect/address_map.h"
#include "detect/templates.h"
#include "trace/thread_clocks.h"
#include "trace/trace.h"

namespace reweave::detect {

struct PatternInstance {
  std::uint8_t pattern = 0;  // 1..17: P1..P17
  std::uint8_t steps = 0;
  std::array<std::uint32_t, 4> events{};  // indexes into Trace::events
  std::uint64_t key = 0;
};

// The five triples that no serial order explains.
constexpr bool IsUnserialisable(std::uint8_t pattern) { return pattern >= 4 && pattern <= 8; }
const char* PatternText(std::uint8_t pattern);  // "Ra(x) Wb(x) Ra(x)"

class PatternCoverage {
 public:
  // Takes in a run. `length4`: also P9 to P17, which cost more.
  void Analyse(const Trace& trace, bool length4 = true);

  // Keys not covered by an earlier run, in order of their last step.
  const std::vector<PatternInstance>& fresh() const { return fresh_; }
  // Unserialisable triples of the last run whose two outer steps lie in one atomic region (annotation) of their thread.
  const std::vector<PatternInstance>& broken_regions() const { return broken_; }
  // Unserialisable triples of the last run, each key once.
  const std::vector<PatternInstance>& unserialisable() const { return triples_; }

  // What is kept over runs, for saving.
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.keys_, self.pairs_, self.sites_);
  }
  // Takes over what another collection covered over its runs.
  void Merge(const PatternCoverage& other);

  std::uint64_t patterns() const { return keys_.size(); }
  std::uint64_t pairs() const { return pairs_.size(); }  // of them, of length 2
  // The paper's estimate of how many there are, over the sites seen to share a variable; `class_of` names the variable of a
  // site ("" = not known: sites that met at an address are then one class).
  Denominators Possible(const std::function<std::string(std::uint32_t site)>& class_of = {}) const;
  std::uint64_t Total(const std::function<std::string(std::uint32_t site)>& class_of = {}) const { return Possible(class_of).tc; }
  bool Covers(std::uint64_t key) const { return keys_.contains(key); }

 private:
  struct Step {
    std::uint32_t event, site;
    std::uint16_t tid;
  };
  struct Epoch {
    bool written = false;  // epoch 0 has no writer
    Step writer{};
    std::vector<Step> readers;
  };
  struct Location {  // some bytes of a granule
    std::uint8_t mask = 0;
    bool shared = false;
    Epoch now, before;
    std::array<std::uint32_t, 4> writes{};  // latest first, event + 1
    std::uint32_t next = ~0u;  // of the same granule
    std::uint32_t known_site = ~0u;  // one that accesses it, once it is shared
  };
  struct Pair {
    std::uint8_t pattern;
    Step first, second;
    std::uint32_t location;
  };
  struct Found {  // a pattern of this run, on these locations
    PatternInstance pattern;
    std::array<Step, 4> steps;
    std::uint32_t x, y;
    bool broken = false;  // its outer steps lie in one atomic region
  };
  struct SiteUse {
    bool reads = false, writes = false;
    std::uint32_t group = 0;  // union-find parent: a site
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.reads, self.writes, self.group);
    }
  };

  void Access(const abi::Event& event, std::uint32_t index, bool length4);
  void Visit(std::uint32_t location, const Step& step, bool reads, bool writes, bool length4);
  void Read(std::uint32_t location, const Step& step, bool length4);
  void Write(std::uint32_t location, const Step& step, bool length4);
  std::uint32_t NewLocation(std::uint32_t next);
  void Copy(std::uint32_t from, std::uint32_t to);
  void Found2(std::uint8_t pattern, const Step& a, const Step& b, std::uint32_t location, bool length4);
  void Found3(std::uint8_t pattern, const Step& a, const Step& b, const Step& c, std::uint32_t location);
  void Join4(const Pair& older, const Pair& newer);
  bool OnlySteps(std::uint32_t location, const std::array<Step, 4>& steps) const;
  void Cover(std::uint8_t pattern, std::initializer_list<Step> steps, std::uint32_t x, std::uint32_t y, bool broken = false);
  void Count(const Found& found);
  void CountPending();
  bool IsShared(std::uint32_t location) const { return locations_[location].shared; }
  void Use(std::uint32_t location, const Step& step, bool writes);
  void ShareLocation(std::uint32_t location);
  std::uint32_t GroupOf(std::uint32_t site) const;
  void Unite(std::uint32_t a, std::uint32_t b);

  std::unordered_set<std::uint64_t> keys_, pairs_;  // all; those of length 2
  std::unordered_map<std::uint32_t, SiteUse> sites_;

  AddressMap<std::uint32_t> granules_;  // first location + 1
  std::deque<Location> locations_;
  std::uint32_t used_ = 0;
  std::vector<Pair> window_;  // the last 256 pairs, as a ring
  std::size_t window_next_ = 0;
  AddressMap<char> seen_, seen_triples_;  // keys of this run
  // Patterns on locations that are not shared so far: they count if that changes before the end of the run.
  std::vector<Found> pending_;
  AddressMap<char> seen_pending_;
  ThreadClocks clocks_;  // times are places in the run + 1
  std::vector<PatternInstance> fresh_, broken_, triples_;
  std::vector<std::uint32_t> region_;  // by thread: event + 1 where its atomic region began, 0 = none
};

}  // namespace reweave::detect
