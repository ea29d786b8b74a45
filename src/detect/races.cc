#include "detect/races.h"

#include <algorithm>
#include <bit>

#include "abi/suspicion.h"
#include "base/mix.h"
#include "detect/caveats.h"

namespace reweave::detect {

using abi::Annotation;
using abi::Event;
using abi::EventKind;

namespace {

constexpr std::uint64_t kMostBytes = 1u << 20;  // of one access that are looked at

// A place: site, caller, and how it accesses.
std::uint64_t PlaceOf(std::uint32_t site, std::uint32_t caller, bool write, bool atomic) {
  return StrongMix(static_cast<std::uint64_t>(site) << 32 | caller, (write ? 1 : 0) + (atomic ? 2 : 0) + 1);
}

std::uint64_t PairKey(std::uint64_t a, std::uint64_t b) { return StrongMix(std::min(a, b), std::max(a, b)); }

}  // namespace

std::uint64_t RacePair::key() const {
  return PairKey(PlaceOf(first.site, first.caller, first.write, first.atomic),
                 PlaceOf(second.site, second.caller, second.write, second.atomic));
}

void RaceDetector::Analyse(const Trace& trace) {
  cells_.Clear(), known_.Clear(), racing_at_.Clear();
  entries_.clear(), pairs_.clear(), racing_.clear();
  races_ = 0;
  hidden_.clear();
  suspected_.clear();
  ReadPreamble(trace);
  order_.Start(trace);
  trace.events.ForMet([&](const Event& event, std::uint32_t i) {
    switch (event.kind) {
      case EventKind::kRead: Access(event, i, Suspicions(event)); break;
      case EventKind::kWrite: Access(event, i, kWrite | Suspicions(event)); break;
      case EventKind::kAtomicRead:
      case EventKind::kAtomicWrite:
      case EventKind::kAtomicRmw:
        order_.Before(event);
        if (!order_.ignores(event.tid)) Access(event, i, event.kind == EventKind::kAtomicRead ? kAtomic : kAtomic | kWrite);
        order_.After(event);
        break;
      case EventKind::kThreadInfo: order_.Before(event); break;
      case EventKind::kAlloc: NewMemory(event.obj, event.value); break;
      case EventKind::kForeign: InLibrary(trace.events, i); break;
      case EventKind::kShared:  // by a thread and a handler that interrupted it
        if (event.outcome != 0) Racing(event.obj >> 3, static_cast<std::uint8_t>(event.value));
        break;
      case EventKind::kAnnotate: Annotated(event); [[fallthrough]];
      default:
        if (!IsEvent(event.kind)) break;
        order_.Before(event);
        order_.After(event);
    }
  });
  if (!benign_.empty()) DropBenign();
  if (!foreign_.empty())  // what was known only later in the run
    std::erase_if(pairs_, [&](const RacePair& pair) {
      const bool hidden = Hide(pair.first.tid, pair.second.tid);
      if (hidden && !pair.potential) --races_;
      return hidden;
    });
}

std::uint8_t RaceDetector::Suspicions(const Event& event) {
  if (event.order == static_cast<std::uint8_t>(abi::Suspicion::kPointer)) return kSuspected;
  return event.order == static_cast<std::uint8_t>(abi::Suspicion::kState) ? kSuspected | kOfState : 0;
}

void RaceDetector::Suspect(const Entry& entry) {
  if ((entry.flags & (kSuspected | kOfState)) != kSuspected || std::ranges::find(suspected_, entry.site) != suspected_.end())
    return;
  suspected_.push_back(entry.site);
}

void RaceDetector::InLibrary(const std::vector<Event>& events, std::size_t at) {
  const Event& event = events[at];
  if (event.value >= 64) return;
  if (foreign_.size() <= event.tid) foreign_.resize(event.tid + 1u);
  foreign_[event.tid] |= 1ull << event.value;
  if (libraries_.size() <= event.value) libraries_.resize(event.value + 1);
  if (libraries_[event.value].empty()) libraries_[event.value] = ForeignPath(events, at);
}

// Were both threads in one library that may order them? Then it is counted there.
bool RaceDetector::Hide(std::uint16_t a, std::uint16_t b) {
  if (std::max(a, b) >= foreign_.size()) return false;
  const std::uint64_t both = foreign_[a] & foreign_[b];
  if (both != 0) ++hidden_[libraries_[static_cast<unsigned>(std::countr_zero(both))]];
  return both != 0;
}

void RaceDetector::ReadPreamble(const Trace& trace) {
  if (trace.preamble != preamble_) {
    preamble_ = trace.preamble;
    benign_.clear();
    if (preamble_)
      for (const Event& event : preamble_->events)
        if (event.kind == EventKind::kAnnotate) Annotated(event);
    benign_before_ = benign_;
    foreign_.clear();
    if (preamble_)
      for (std::size_t i = 0; i < preamble_->events.size(); ++i)
        if (preamble_->events[i].kind == EventKind::kForeign) InLibrary(preamble_->events, i);
    foreign_before_ = foreign_;
  }
  benign_ = benign_before_;
  foreign_ = foreign_before_;
}

void RaceDetector::Annotated(const Event& event) {
  switch (static_cast<Annotation>(event.value)) {
    case Annotation::kBenignRace: benign_.push_back({event.obj, event.obj + event.value2}); break;
    case Annotation::kAlloc: NewMemory(event.obj, event.value2); break;
    default: break;
  }
}

void RaceDetector::Access(const Event& event, std::uint32_t index, std::uint8_t flags) {
  order_.NeedThread(event.tid);
  constexpr std::uint64_t kFirstPage = 4096;  // nothing is there: the access is a fault, and no memory is shared
  if (event.obj < kFirstPage) return;
  Entry now{event.site, event.caller, order_.lockset(event.tid), order_.now(event.tid), index, event.tid, 0, flags};
  std::uint64_t at = event.obj;
  const std::uint64_t size = AccessSize(event);
  if (((at & 7) + size) <= 8) {
    now.mask = static_cast<std::uint8_t>(((1u << size) - 1) << (at & 7));
    return Touch(at >> 3, now);
  }
  for (const std::uint64_t end = at + size; at < end; at = ((at >> 3) + 1) << 3) {
    const std::uint64_t in_cell = std::min<std::uint64_t>(8 - (at & 7), end - at);
    now.mask = static_cast<std::uint8_t>(((1u << in_cell) - 1) << (at & 7));
    Touch(at >> 3, now);
  }
}

// Only the cheap cases: the answer may be yes for nothing.
bool RaceDetector::CanConflict(const Cell& cell, const Entry& now) const {
  if ((now.flags & kAtomic) != 0 && !cell.has_plain) return false;
  // All under the same locks, one of them exclusive: taken in turn, hence ordered.
  return cell.mixed || now.lockset != cell.lockset || !order_.locksets().Protected(now.lockset, now.lockset);
}

void RaceDetector::Compare(const Cell& cell, const Entry& now, std::uint64_t granule) {
  const Time* strong = order_.strong(now.tid);
  const Time* soft = order_.soft(now.tid);
  const Entry* entry = entries_.data() + cell.first;
  for (const Entry* const end = entry + cell.count; entry != end; ++entry) {
    if (entry->tid == now.tid || entry->time <= soft[entry->tid]) continue;  // ordered softly is ordered strongly as well
    if ((entry->mask & now.mask) == 0 || ((entry->flags | now.flags) & kWrite) == 0 || (entry->flags & now.flags & kAtomic) != 0)
      continue;
    const bool race = entry->time > strong[entry->tid];
    if (!race && (!options_.potential || order_.locksets().Protected(entry->lockset, now.lockset))) continue;
    Report(*entry, now, granule, race);
  }
}

RaceDetector::Entry* RaceDetector::OwnEntry(const Cell& cell, const Entry& now, std::uint32_t** hint) {
  const auto same = [&now](const Entry& e) {
    return e.tid == now.tid && e.site == now.site && e.caller == now.caller && e.lockset == now.lockset && e.mask == now.mask &&
           e.flags == now.flags;
  };
  const std::uint64_t hash =
      (static_cast<std::uint64_t>(cell.first) << 32 ^ now.site ^ static_cast<std::uint64_t>(now.tid) << 20) *
      0x9e3779b97f4a7c15ull;
  *hint = &hints_[hash >> 52];
  if (**hint - cell.first < cell.count && same(entries_[**hint])) return &entries_[**hint];
  for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i)
    if (same(entries_[i])) return **hint = i, &entries_[i];
  return nullptr;
}

void RaceDetector::Touch(std::uint64_t granule, Entry now) {
  Cell& cell = cells_[granule];
  if (cell.count == 0) cell.lockset = now.lockset, cell.last = now.tid, cell.streak = now.event;
  if (cell.last != now.tid) cell.last = now.tid, cell.streak = now.event;
  std::uint32_t* hint = nullptr;
  Entry* own = OwnEntry(cell, now, &hint);
  // Whatever an earlier access from here was ordered after, this one is as well; nobody else came in between.
  const bool repeated = own != nullptr && own->event >= cell.streak;
  if (!repeated && CanConflict(cell, now)) Compare(cell, now, granule);
  if ((now.flags & kAtomic) != 0) {
    cell.has_atomic = true;
  } else {
    cell.has_plain = true;
    if (cell.has_atomic && (now.flags & kWrite) != 0 && (now.flags & kSuspected) == 0) {
      const unsigned mask = now.mask;
      order_.PlainWrite((granule << 3) + static_cast<unsigned>(std::countr_zero(mask)),
                        static_cast<unsigned>(std::popcount(mask)));
    }
  }
  if (now.lockset != cell.lockset) cell.mixed = true;
  if (own != nullptr) own->time = now.time, own->event = now.event;
  else *hint = Append(cell, now);
}

std::uint32_t RaceDetector::Append(Cell& cell, const Entry& entry) {
  if (cell.count == cell.capacity) {
    if (cell.capacity >= 1u << 14) return 0;
    const auto wider = static_cast<std::uint16_t>(cell.capacity == 0 ? 4 : cell.capacity * 2);
    const auto moved = static_cast<std::uint32_t>(entries_.size());
    entries_.resize(moved + wider);
    std::copy_n(entries_.begin() + cell.first, cell.count, entries_.begin() + moved);
    cell.first = moved;
    cell.capacity = wider;
  }
  entries_[cell.first + cell.count] = entry;
  return cell.first + cell.count++;
}

void RaceDetector::Racing(std::uint64_t granule, std::uint8_t mask) {
  std::uint32_t& at = racing_at_[granule];
  if (at == 0) racing_.push_back({granule << 3, 0}), at = static_cast<std::uint32_t>(racing_.size());
  racing_[at - 1].mask |= mask;
}

void RaceDetector::Report(const Entry& before, const Entry& now, std::uint64_t granule, bool race) {
  if (race) Racing(granule, before.mask & now.mask);
  if (((before.flags | now.flags) & kSuspected) != 0) {
    if (race) Suspect(before), Suspect(now);
    return;
  }
  if (!foreign_.empty() && Hide(before.tid, now.tid)) return;
  const std::uint64_t key = PairKey(PlaceOf(before.site, before.caller, before.flags & kWrite, before.flags & kAtomic),
                                    PlaceOf(now.site, now.caller, now.flags & kWrite, now.flags & kAtomic));
  std::uint32_t& place = known_[key];  // index + 1
  if (place != 0 && (pairs_[place - 1].potential == !race || !race)) {
    ++pairs_[place - 1].occurrences;
    return;
  }
  if (place == 0) {
    if (pairs_.size() >= options_.most_pairs) return;
    pairs_.emplace_back();
    place = static_cast<std::uint32_t>(pairs_.size());
  }
  if (race) ++races_;
  const auto access = [](const Entry& e) {
    return RacingAccess{e.event, e.tid, (e.flags & kWrite) != 0, (e.flags & kAtomic) != 0, e.site, e.caller};
  };
  RacePair& pair = pairs_[place - 1];
  const int low_bit = std::countr_zero(static_cast<unsigned>(before.mask & now.mask));
  pair = {access(before), access(now), (granule << 3) + static_cast<unsigned>(low_bit), !race, pair.occurrences + 1};
}

void RaceDetector::NewMemory(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t end = address + std::min(size, kMostBytes);
  for (std::uint64_t g = (address + 7) >> 3; (g + 1) << 3 <= end; ++g)
    if (Cell* cell = cells_.Find(g)) cell->count = 0;
}

void RaceDetector::DropBenign() {
  std::erase_if(pairs_, [&](const RacePair& pair) {
    const bool benign =
        std::ranges::any_of(benign_, [&](const Range& r) { return r.from <= pair.address && pair.address < r.to; });
    if (benign && !pair.potential) --races_;
    return benign;
  });
}

}  // namespace reweave::detect
