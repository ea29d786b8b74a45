// Which access patterns a run shows to be possible and worth an attempt: candidates from its accesses, and the rules that drop
// the useless ones. A candidate is dropped by the first rule that fires:
//   1 defined      its shape is one of the 17 templates
//   2 covered      a run had it, or it was attempted often enough
//   3 before       two of its steps are ordered the other way by program order, creation or joining
//   4 old state    (lengths 2, 3) no read would see, and no variable keep, a value that it did not in the run
//   5 interrupted  a write that must lie between; or its thread has another access to the variable there, so that a smaller
//                  pattern says the same
//   6 redundant    (length 4) neither pair of it would be new
//   7 lock         locks make it impossible
// Rule 0 comes before them if a change is looked at: at least one step is impacted.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detect/templates.h"
#include "techniques/pcr/problem.h"

namespace reweave::pcr {

struct Pattern {
  std::uint8_t number = 0;  // 1..17; 0: none of them
  std::uint8_t length = 0;
  std::uint8_t cells = 0;
  std::array<EventId, 4> steps{};
  std::array<std::uint32_t, 2> cell{};  // x, y
  std::uint32_t span = 0;               // from the first to the last step in the run
  std::uint8_t impacted = 0;            // steps that the change affects
  bool carried = false;                 // runs of the old version had it
  std::uint64_t key = 0;

  std::uint32_t CellOf(std::size_t step) const { return cell[detect::kTemplates[number].steps[step].other_variable]; }
  bool Writes(std::size_t step) const { return detect::kTemplates[number].steps[step].writes; }
  Query ToQuery(Kept kept) const;
};

// Steps by event on cells (y may be kNone); the number follows from kinds, threads and cells. `writes`: which half of a
// read-modify-write is meant.
Pattern MakePattern(const Run& run, std::initializer_list<EventId> steps, std::initializer_list<bool> writes,
                    std::initializer_list<std::uint32_t> cells);

struct RuleOptions {
  std::array<bool, 8> off{};  // by number
  bool paper5 = false;        // rule 5 as published: any access of the thread interrupts
};

struct CandidateLimits {
  std::size_t per_key = 4, per_cell = 200, per_run = 5000;
  std::size_t occurrences = 256;  // of a site in a thread on a cell that are looked at
  // At a limit, or after so many instances, look no further. Otherwise nearer instances take the place of others.
  bool stop = false;
  std::uint64_t instances = 100'000;
  std::size_t ahead = 16;         // accesses of a thread that may make a pair on two variables
};

class Candidates {
 public:
  using IsKnown = std::function<bool(std::uint64_t key)>;
  Candidates(const Run& run, const RuleOptions& rules, const CandidateLimits& limits = {});

  // 0: none fires.
  int Drop(const Pattern& pattern, const IsKnown& known) const;
  // What is left: with most steps that the change affects first, then longest first (`order342`: 3, 2, 4), then by span, then by
  // key. `impacted`: rule 0, none = off.
  std::vector<Pattern> Find(const IsKnown& known, const std::function<bool(EventId)>& impacted, bool order342);

  std::uint64_t proposed() const { return proposed_; }
  const std::array<std::uint64_t, 8>& dropped() const { return dropped_; }
  std::uint64_t capped() const { return capped_; }

 private:
  struct Use {  // accesses to a cell by a thread, in order
    std::uint16_t tid;
    std::vector<std::uint32_t> accesses;
  };
  struct Class {
    std::uint16_t tid;
    std::uint32_t site;
    std::vector<std::uint32_t> accesses;
  };
  struct PairOfThread {
    std::uint16_t tid;
    bool writes;
    std::uint32_t first, second;  // accesses
  };

  bool IsNew(std::uint8_t pattern, const CellAccess& first, const CellAccess& second) const;
  bool IsNewState(const Pattern& p) const;
  bool Interrupted(const Pattern& p) const;
  bool HasBetween(std::uint32_t cell, EventId from, EventId to, bool reads, bool writes) const;
  bool LockAtomic(const Pattern& p) const;
  bool IsImpossibleOrder(const Pattern& p) const;
  void Propose(Pattern p);
  bool EnoughOfRun() const { return limits_.stop && (in_run_ >= limits_.per_run || proposed_ >= limits_.instances); }
  bool Enough() const { return EnoughOfRun() || (limits_.stop && in_cell_ >= limits_.per_cell); }
  void Propose2(const CellAccess& a, const CellAccess& b);
  void FromCell(std::uint32_t cell);
  void Triples(std::uint32_t cell, const std::vector<Class>& classes);
  void Quadruples();
  std::vector<Class> ClassesOf(std::uint32_t cell);
  const CellAccess& Step(const Pattern& p, std::size_t i) const { return *run_.AccessTo(p.steps[i], p.CellOf(i)); }

  const Run& run_;
  RuleOptions rules_;
  CandidateLimits limits_;
  std::vector<std::vector<Use>> uses_;  // by cell
  const IsKnown* known_ = nullptr;
  const std::function<bool(EventId)>* impacted_ = nullptr;
  std::unordered_map<std::uint64_t, std::vector<Pattern>> found_;
  std::unordered_set<std::uint64_t> seen_;  // instances
  std::size_t in_cell_ = 0, in_run_ = 0;
  std::uint64_t proposed_ = 0, capped_ = 0;
  std::array<std::uint64_t, 8> dropped_{};
};

}  // namespace reweave::pcr
