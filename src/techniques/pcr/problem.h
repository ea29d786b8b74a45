// What is asked of a run: some of its events in an order of ours, the rest of what they need as it was. And how much of the run
// that concerns: with each event everything its thread did before and whatever that depends on.
//
// A read is kept if it has to return what it returned in the run, because something later of its thread is needed and may
// depend on it. With Kept::kAll everything later depends; with Kept::kBranches only what comes after a branch, or uses the value
// as an address; with Kept::kConditions only branches count whose condition was computed from the read (conditions.h; without
// that knowledge about the run: all branches). A write counts as a source only if all reads before it in its thread are kept.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "techniques/pcr/run.h"

namespace reweave::pcr {

enum class Kept : std::uint8_t { kAll, kBranches, kConditions };

// The read half of an event on a cell gets its value from this write (kNoEvent: what was there before the run).
struct ForcedSource {
  EventId read = 0;
  std::uint32_t cell = 0;
  EventId source = kNoEvent;
  friend bool operator==(const ForcedSource&, const ForcedSource&) = default;
};

struct Query {
  std::vector<EventId> steps;        // in the order wanted
  std::vector<std::uint32_t> cells;  // nobody else writes them between the first and the last step
  std::vector<ForcedSource> forced;  // also of reads that nothing depends on
  std::vector<EventId> writing;      // the steps whose write is meant: compare-exchanges among them read what they read
  Kept kept = Kept::kAll;
  bool close_regions = false;        // of the steps' threads too, though that passes a read that changes (tests)
  friend bool operator==(const Query&, const Query&) = default;
};

// The events concerned: of each thread the first cut(t).
class Problem {
 public:
  Problem(const Run& run, const Query& query) { Set(run, query); }
  Problem() = default;
  void Set(const Run& run, const Query& query);

  const Run& run() const { return *run_; }
  const Query& query() const { return *query_; }
  std::uint32_t cut(std::uint16_t tid) const { return cut_[tid]; }
  const std::vector<std::uint32_t>& cuts() const { return cut_; }
  std::size_t size() const { return size_; }
  bool Has(EventId e) const { return e != kNoEvent && run_->events[e].seq <= cut_[run_->events[e].tid]; }
  bool IsKept(EventId e) const;      // its result has to stay
  bool IsKept(const CellAccess& a) const { return a.reads && (IsKept(a.event) || Forced(a) != nullptr); }
  EventId SourceOf(const CellAccess& a) const {
    const ForcedSource* forced = Forced(a);
    return forced != nullptr ? forced->source : a.source;
  }
  bool IsStep(EventId e) const;
  bool IsPatternCell(std::uint32_t cell) const;
  bool IsOpen(const Region& region) const { return !Has(region.release); }
  bool HasRegion(const Region& region) const { return region.take == kNoEvent || Has(region.take); }
  // All events in the order of the run.
  void InOrder(std::vector<EventId>& out) const;

 private:
  std::uint16_t threads() const { return static_cast<std::uint16_t>(cut_.size()); }
  const ForcedSource* Forced(const CellAccess& a) const;
  void Need(EventId e);
  void NeedSources(EventId e);
  bool CloseRegions();
  void Grow();
  bool MayDepend(const Event& read) const;

  const Run* run_ = nullptr;
  const Query* query_ = nullptr;
  std::vector<std::uint32_t> cut_, seen_, kept_seen_;
  std::vector<char> rescan_;
  std::vector<std::uint32_t> source_below_;  // reads before are kept: a write at or after them is a source
  std::vector<EventId> kept_last_;           // read-modify-writes that are sources
  std::size_t size_ = 0;
};

}  // namespace reweave::pcr
