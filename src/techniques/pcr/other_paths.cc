#include "techniques/pcr/other_paths.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/mix.h"

namespace reweave::pcr {

namespace {

constexpr std::size_t kMostEvents = 500'000;  // of runs that are kept for this: some hundred megabytes
constexpr std::size_t kMostTurns = 5'000;
constexpr std::size_t kMostSources = 256;     // accesses of a cell in which other values are looked for, the nearest
constexpr unsigned kMostTurnsOfALoop = 8;     // of which a place reads the same write again and again
constexpr std::uint64_t kAddresses = 1 << 16;  // values from here on may be addresses

// What the thread does next may depend on the read.
bool Decides(const Run& run, const Event& read, const CellAccess& access) {
  if (access.read >= kAddresses || !run.has_branches) return true;
  return run.has_first_uses ? read.first_use != kNone : run.branches[read.tid] > read.branches;
}

// The read after what its thread did, the write after what its own thread did: one path of each. `fails`: a compare-exchange that
// wrote is to fail.
std::uint64_t PathOf(const Run& run, const CellAccess& read, EventId source, bool fails) {
  const Event& event = run.events[read.event];
  std::uint64_t key = QuickMix(QuickMix(event.history, event.tid), run.cells[read.cell].address);
  if (fails) key = QuickMix(key, 1);
  return source == kNoEvent ? key : QuickMix(QuickMix(key, run.events[source].history), run.events[source].tid);
}

// The same with the value: of one path there may be many, each with a way of its own behind the read.
std::uint64_t WithValue(const Run& run, const CellAccess& read, EventId source, std::uint64_t path) {
  std::uint64_t value = 0;
  return source != kNoEvent && run.WrittenValue(source, read.cell, &value) ? QuickMix(path, value) : path;
}

std::uint64_t PlaceOf(const Run& run, const CellAccess& read, std::uint64_t value) {
  return QuickMix(QuickMix(run.events[read.event].site, run.cells[read.cell].address), value);
}

}  // namespace

Query OtherPaths::Turn::ToQuery(Kept kept) const {
  Query query;
  query.steps = {read};
  query.forced = {{read, cell, source}};
  // What a compare-exchange expects comes from what its thread read: it fails only if that stays.
  query.kept = run->events[read].compares ? Kept::kAll : kept;
  return query;
}

void OtherPaths::Look(std::shared_ptr<const Run> run, std::shared_ptr<const Trace> trace, std::uint32_t depth) {
  for (const CellAccess& read : run->accesses) {
    if (!read.reads || !read.read_known) continue;
    const std::uint64_t path = PathOf(*run, read, read.source, false);
    had_.insert({path, WithValue(*run, read, read.source, path), PlaceOf(*run, read, read.read)});
  }
  if (events_ + trace->events.size() > kMostEvents) return;
  events_ += trace->events.size();
  seen_.push_back({std::move(run), std::move(trace), depth});
}

void OtherPaths::Expand(const Seen& seen) {
  const Run& run = *seen.run;
  struct Reading {
    EventId source = kNoEvent;
    unsigned times = 0;
  };
  std::map<std::tuple<std::uint16_t, std::uint32_t, std::uint32_t>, Reading> readings;  // of a thread, a place and a cell
  for (std::size_t i = 0; i < run.accesses.size() && turns_.size() < kMostTurns; ++i) {
    const CellAccess& read = run.accesses[i];
    if (!read.reads || !read.read_known || !Decides(run, run.events[read.event], read)) continue;
    const Event& event = run.events[read.event];
    Reading& reading = readings[{event.tid, event.site, read.cell}];
    reading.times = reading.source == read.source ? reading.times + 1 : 1;
    reading.source = read.source;
    if (reading.times > kMostTurnsOfALoop) continue;  // it waits for a change: when that comes makes no other path
    const auto offer = [&](EventId source, bool known, std::uint64_t value) {
      const std::uint64_t path = PathOf(run, read, source, run.events[read.event].compares);
      const std::uint64_t key = WithValue(run, read, source, path);
      if ((known && value == read.read) || had_.contains(key)) return;
      turns_.push_back(
          {seen.run, seen.trace, read.event, source, read.cell, seen.depth, key, path, known ? PlaceOf(run, read, value) : path});
    };
    std::uint64_t value = 0;
    if (read.source != kNoEvent) {
      const bool known = run.WrittenValue(kNoEvent, read.cell, &value);
      offer(kNoEvent, known, value);
    }
    const std::vector<std::uint32_t>& all = run.cells[read.cell].accesses;
    const auto own = std::ranges::lower_bound(all, static_cast<std::uint32_t>(i)) - all.begin();
    const auto half = static_cast<std::ptrdiff_t>(kMostSources / 2);
    const auto end = std::min(own + half, static_cast<std::ptrdiff_t>(all.size()));
    for (auto at = std::max<std::ptrdiff_t>(0, own - half); at < end; ++at) {
      const CellAccess& write = run.accesses[all[static_cast<std::size_t>(at)]];
      if (!write.writes || write.event == read.event || write.event == read.source) continue;
      if (!run.Before(read.event, write.event)) offer(write.event, write.write_known, write.written);
    }
  }
}

std::optional<OtherPaths::Turn> OtherPaths::Next() {
  for (const Seen& seen : seen_) Expand(seen);
  seen_.clear();
  std::erase_if(turns_, [this](const Turn& turn) { return had_.contains(turn.key); });
  if (turns_.empty()) {
    events_ = 0;
    return std::nullopt;
  }
  // Of equals the first.
  const auto best = std::ranges::min_element(
      turns_, {}, [this](const Turn& t) { return std::tuple(had_.contains(t.place), had_.contains(t.path), t.depth); });
  Turn turn = std::move(*best);
  turns_.erase(best);
  return turn;
}

}  // namespace reweave::pcr
