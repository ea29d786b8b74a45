#include "techniques/pcr/problem.h"

#include <algorithm>

namespace reweave::pcr {

namespace {

constexpr std::uint32_t kLookAhead = 64;        // events of a thread in which a value may be used as an address
constexpr std::uint64_t kObjectSize = 1 << 16;  // an address this near to a value read may come from it

}  // namespace

const ForcedSource* Problem::Forced(const CellAccess& a) const {
  for (const ForcedSource& forced : query_->forced)
    if (forced.read == a.event && forced.cell == a.cell) return &forced;
  return nullptr;
}

bool Problem::IsStep(EventId e) const { return std::ranges::find(query_->steps, e) != query_->steps.end(); }

bool Problem::IsPatternCell(std::uint32_t cell) const { return std::ranges::find(query_->cells, cell) != query_->cells.end(); }

// With branches alone: whether something needed after the read is at an address near the value read.
bool Problem::MayDepend(const Event& read) const {
  const std::uint32_t last = std::min(cut_[read.tid], read.seq + kLookAhead);
  for (const CellAccess& a : run_->AccessesOf(read)) {
    if (!a.reads) continue;
    if (!a.read_known) return true;
    for (std::uint32_t seq = read.seq + 1; seq <= last; ++seq) {
      const Event& later = run_->events[run_->At(read.tid, seq)];
      if (later.accesses != 0 && a.read >= kObjectSize && later.obj + kObjectSize - a.read < 2 * kObjectSize) return true;
    }
  }
  return false;
}

bool Problem::IsKept(EventId id) const {
  const Event& e = run_->events[id];
  if (!e.reads && !e.misses) return false;
  if (e.seq < source_below_[e.tid] || std::ranges::find(kept_last_, id) != kept_last_.end()) return true;
  if (e.seq >= cut_[e.tid]) return false;
  if (query_->kept == Kept::kAll || !run_->has_branches || e.misses) return true;
  const Event& last = run_->events[run_->At(e.tid, cut_[e.tid])];
  const bool decides =
      query_->kept == Kept::kConditions && run_->has_first_uses ? last.index > e.first_use : last.branches > e.branches;
  return decides || MayDepend(e);
}

void Problem::Need(EventId e) {
  if (e == kNoEvent) return;
  std::uint32_t& cut = cut_[run_->events[e].tid];
  cut = std::max(cut, run_->events[e].seq);
}

void Problem::NeedSources(EventId id) {
  for (const CellAccess& a : run_->AccessesOf(id)) {
    if (!IsKept(a)) continue;
    const EventId source = SourceOf(a);
    if (source == kNoEvent) continue;
    Need(source);
    // What it writes is what it wrote if its thread read what it read.
    const Event& write = run_->events[source];
    if (source_below_[write.tid] < write.seq) source_below_[write.tid] = write.seq, rescan_[write.tid] = 1;
    if (write.reads && std::ranges::find(kept_last_, source) == kept_last_.end()) {
      kept_last_.push_back(source);
      NeedSources(source);
    }
  }
  if (!IsKept(id)) return;
  for (const Must& must : run_->MustsOf(id))
    if (must.required && must.if_kept) Need(must.from);
}

void Problem::Grow() {
  const bool all = query_->kept == Kept::kAll || !run_->has_branches;
  for (bool more = true; more;) {
    more = false;
    for (std::uint16_t t = 0; t < threads(); ++t) {
      while (seen_[t] < cut_[t]) {
        more = true;
        rescan_[t] = 1;
        for (const Must& must : run_->MustsOf(run_->At(t, ++seen_[t])))
          if (must.required && !must.if_kept) Need(must.from);
      }
      // All but the last are kept; which of them, where branches count, depends on how far the thread goes.
      if (all) {
        while (kept_seen_[t] + 1 < cut_[t]) more = true, NeedSources(run_->At(t, ++kept_seen_[t]));
      } else if (std::exchange(rescan_[t], 0) != 0) {
        more = true;
        for (std::uint32_t seq = 1; seq <= cut_[t]; ++seq) NeedSources(run_->At(t, seq));
      }
    }
  }
}

// A lock that somebody else needs, too, is given back, unless that passes a step whose result is to change.
bool Problem::CloseRegions() {
  bool changed = false;
  for (std::uint16_t t = 0; t < threads(); ++t) {
    const std::uint32_t last = cut_[t];
    const bool before_the_run = last == 0 && !run_->threads[t].empty();
    if (last == 0 && !before_the_run) continue;
    if (last != 0 && !query_->close_regions) {
      const EventId e = run_->At(t, last);
      if (IsStep(e) && run_->events[e].reads && !IsKept(e)) continue;
    }
    const auto wanted = [&](const Region& region) {
      if (Has(region.release) || region.release == kNoEvent) return false;
      for (const Run::LockRegions& users : run_->locks[region.lock]) {
        if (users.tid == t) continue;
        for (const std::uint32_t other : users.regions) {
          const Region& r = run_->regions[other];
          if (!HasRegion(r)) break;
          if (r.mode == LockMode::kExclusive || region.mode == LockMode::kExclusive) return true;
        }
      }
      return false;
    };
    if (before_the_run) {
      for (const Region& region : run_->regions)
        if (region.take == kNoEvent && region.tid == t && wanted(region)) Need(region.release), changed = true;
      continue;
    }
    for (std::uint32_t at = run_->events[run_->At(t, last)].held; at != kNone; at = run_->holds[at].next)
      if (wanted(run_->regions[run_->holds[at].region])) Need(run_->regions[run_->holds[at].region].release), changed = true;
  }
  return changed;
}

void Problem::Set(const Run& run, const Query& query) {
  run_ = &run, query_ = &query;
  const std::size_t threads = run.threads.size();
  cut_.assign(threads, 0), seen_ = kept_seen_ = source_below_ = cut_;
  rescan_.assign(threads, 0);
  kept_last_.clear();
  for (const EventId e : query.steps) Need(e);
  for (const EventId e : query.writing)
    if (run.events[e].compares) kept_last_.push_back(e), NeedSources(e);
  for (const ForcedSource& forced : query.forced) Need(forced.read), NeedSources(forced.read);
  do Grow();
  while (CloseRegions());
  size_ = 0;
  for (const std::uint32_t cut : cut_) size_ += cut;
}

void Problem::InOrder(std::vector<EventId>& out) const {
  out.clear();
  out.reserve(size_);
  std::vector<std::uint32_t> next(cut_.size(), 1);
  while (out.size() < size_) {
    EventId best = kNoEvent;
    for (std::uint16_t t = 0; t < threads(); ++t)
      if (next[t] <= cut_[t]) best = std::min(best, run_->At(t, next[t]));
    ++next[run_->events[best].tid];
    out.push_back(best);
  }
}

}  // namespace reweave::pcr
