#include "explore/search/goals.h"

#include <algorithm>
#include <ranges>
#include <span>

#include "abi/hold_objects.h"
#include "trace/meaning.h"
#include "trace/values.h"

namespace reweave::inline search {

namespace {

constexpr std::size_t kMostEvents = 20'000;   // of a run that are looked at
constexpr std::size_t kMostEntries = 12;      // of a location
constexpr std::ptrdiff_t kMostOfAPlace = 2;
constexpr std::size_t kMostRivals = 8;
constexpr std::size_t kMostOnTop = 8;          // goals of a directed run that add to it
constexpr std::size_t kMostJoined = 8;        // splits that are looked at, to be asked for together with another goal
constexpr std::size_t kMostWaiting = 1024;    // goals of a kind
constexpr std::size_t kMostTried = 1u << 16;

// A block is given back, or all of it is overwritten.
bool EndsBlock(const abi::Event& event) {
  return event.kind == abi::EventKind::kWrite && (event.flags & abi::kRange) != 0 && !HasValue(event);
}

}  // namespace

std::uint64_t Goals::Mix(std::uint64_t h, std::uint64_t v) {
  h ^= v * 0x9e3779b97f4a7c15ull;
  h ^= h >> 29;
  return h * 0xbf58476d1ce4e5b9ull ^ (h >> 32);
}

void Goals::Start(const Trace& trace) {
  cells_.clear(), held_.clear(), held_set_.clear(), reads_.clear(), lock_sets_.clear(), checks_.clear(), checks_seen_.clear();
  permits_.clear(), waiters_.clear();
  lock_sets_.emplace_back();  // no lock
  news_ = 0;
  order_.Start(trace);
  frees_ = std::ranges::any_of(trace.events, EndsBlock);
  if (frees_) races_.Start(trace);
  NotePlaces(trace);
}

// Which places one thread comes to with several locations.
void Goals::NotePlaces(const Trace& trace) {
  std::unordered_map<Place, std::pair<std::uint16_t, std::uint64_t>> last;
  const std::size_t end = std::min(trace.events.size(), kMostEvents);
  for (std::size_t i = 0; i < end; ++i) {
    const abi::Event& event = trace.events[i];
    if (!IsAccess(event.kind)) continue;
    auto& [tid, address] = last[PlaceOf(event)];
    if (tid == event.tid && address != 0 && address != event.obj) loops_.insert(PlaceOf(event));
    tid = event.tid, address = event.obj;
  }
}

std::size_t Goals::Observe(const Trace& trace, const Holds& directed_by) {
  Start(trace);
  base_ = directed_by, on_top_.clear(), ++run_;
  NoteTried(directed_by);
  const std::size_t end = std::min(trace.events.size(), kMostEvents);
  for (std::uint32_t i = 0; i < end; ++i) {
    const abi::Event& event = trace.events[i];
    const bool access = IsAccess(event.kind);  // what atomics hand over may come in another order
    if (!IsEvent(event.kind) && event.kind != abi::EventKind::kThreadInfo) continue;
    if (access) order_.NeedThread(event.tid), races_.NeedThread(event.tid);
    else order_.Before(event);
    if (frees_) races_.Before(event);
    if (!IsEvent(event.kind)) continue;
    Look(event, i);
    Lock(event, i);
    HoldPermit(event);
    if (!access) order_.After(event);
    if (frees_) races_.After(event);
  }
  // In the order of addresses: a search that was saved goes on as it would have.
  addresses_.clear();
  for (const auto& [address, cell] : cells_) addresses_.push_back(address);
  std::ranges::sort(addresses_);
  MeetEarlierRuns();
  KeepWriters();
  for (const std::uint64_t address : addresses_) AddTogether(cells_[address]);
  AddAllChecks();  // now that all rivals of this run are known
  if (!base_.empty()) PushOnTop();
  return news_;
}

// A notification and the wait it wakes are like a write and a read: the one that comes first decides.
void Goals::Look(const abi::Event& event, std::uint32_t index) {
  if (event.tid >= held_.size()) held_.resize(event.tid + 1), held_set_.resize(event.tid + 1, 0), reads_.resize(event.tid + 1);
  const bool access = IsAccess(event.kind);
  const bool notifies = event.kind == abi::EventKind::kSignal || event.kind == abi::EventKind::kBroadcast;
  const bool waits = event.kind == abi::EventKind::kWaitBegin;
  if ((!access && !notifies && !waits) || event.site == 0) return;
  const bool writes = WritesMemory(event.kind), has_value = access && HasValue(event);
  const Access now{.place = PlaceOf(event),
                   .time = order_.now(event.tid),
                   .tid = event.tid,
                   .write = writes || notifies,
                   .locks = LockSetOf(event.tid),
                   .address = event.obj,
                   .value = !has_value ? 0
                            : writes   ? ValueWritten(event)
                                       : ValueRead(event),
                   .when = run_ << 32 | index,
                   .no_value = EndsBlock(event),
                   .raced_time = frees_ ? races_.now(event.tid) : 0};
  if (now.no_value) TouchBlock(now, AccessSize(event));
  Touch(now, ReadsMemory(event.kind), has_value ? ValueRead(event) : 0);
}

// All that was accessed in the block, except for its first byte.
void Goals::TouchBlock(const Access& now, std::uint64_t size) {
  addresses_.clear();
  for (const auto& [address, cell] : cells_)
    if (address > now.address && address - now.address < size) addresses_.push_back(address);
  std::ranges::sort(addresses_);
  for (const std::uint64_t address : addresses_) {
    Access here = now;
    here.address = address;
    Touch(here, false, 0);
  }
}

void Goals::Lock(const abi::Event& event, std::uint32_t index) {
  const LockUse use = LockUseOf(event);
  if (!use || use.nested || use.misses()) return;
  auto& held = held_[event.tid];
  if (use.takes()) held.push_back({use.lock, PlaceOf(event), index, use.mode == LockMode::kShared});
  else std::erase_if(held, [&](const Held& h) { return h.lock == use.lock; });
  held_set_[event.tid] = held.empty() ? 0 : ~0u;
}

std::uint32_t Goals::LockSetOf(std::uint16_t tid) {
  if (held_set_[tid] == ~0u) held_set_[tid] = static_cast<std::uint32_t>(lock_sets_.size()), lock_sets_.push_back(held_[tid]);
  return held_set_[tid];
}

// --- Places ------------------------------------------------------------------------------------------------------------------

Goals::Stop Goals::StopAt(const Access& access) const {
  return {access.place, loops_.contains(access.place) ? access.address : 0};
}

std::uint64_t Goals::KeyOf(const Stop& stop) { return Mix(stop.place, stop.address); }

std::uint64_t Goals::KeyOf(const Holds& holds) {
  std::uint64_t key = holds.size();
  for (const abi::Hold& hold : holds)
    key = Mix(Mix(key, std::uint64_t{hold.first_site} << 32 | hold.first_caller),
              std::uint64_t{hold.then_site} << 32 | hold.then_caller);
  return key;
}

void Goals::AppendHold(Holds& out, const Wish& wish) {
  const auto& [first, then, passes] = wish;
  out.push_back({.first_site = static_cast<std::uint32_t>(first.place >> 32),
                 .first_caller = static_cast<std::uint32_t>(first.place),
                 .then_site = static_cast<std::uint32_t>(then.place >> 32),
                 .then_caller = static_cast<std::uint32_t>(then.place)});
  if (first.address != 0 || then.address != 0 || passes != 0)
    out.push_back(abi::ObjectsOfHold(first.address, then.address, passes));
}

// Where `held` is to wait for `other`: before it takes the first lock that `other` needs, too.
Goals::Stop Goals::HoldPlace(const Access& held, const Access& other) const {
  for (const Held& mine : lock_sets_[held.locks])
    if (std::ranges::any_of(lock_sets_[other.locks],
                            [&](const Held& h) { return h.lock == mine.lock && !(h.shared && mine.shared); }))
      return {mine.place, 0};
  return StopAt(held);
}

// --- What a run shows ----------------------------------------------------------------------------------------------------------

void Goals::Touch(Access now, bool reads, std::uint64_t value_read) {
  Cell& cell = cells_[now.address];
  for (Access& before : std::views::reverse(cell.entries)) {  // the latest first: their reversal changes least of the run
    const bool conflict = before.tid != now.tid && (before.write || now.write);
    if (!conflict || order_.SoftlyOrdered(before.tid, before.time, now.tid)) continue;
    before.contested = now.contested = true;
    Compare(before, now);
  }
  AddSplits(cell, now);
  if (reads) {
    const bool rival = cell.written && cell.last_write.tid != now.tid &&
                       !order_.SoftlyOrdered(cell.last_write.tid, cell.last_write.time, now.tid);
    NoteRead(now.tid, {.at = StopAt(now),
                       .source = rival ? StopAt(cell.last_write) : Stop{},
                       .address = now.address,
                       .value = value_read,
                       .one = rival && RivalWriters(cell, now) == 1});
  }
  if (now.write) cell.last_write = now, cell.written = true;
  Remember(cell, now);
}

std::ptrdiff_t Goals::RivalWriters(const Cell& cell, const Access& read) const {
  return std::ranges::count_if(cell.entries, [&](const Access& a) {
    return a.write && a.tid != read.tid && !order_.SoftlyOrdered(a.tid, a.time, read.tid);
  });
}

// The latest access of each thread from each place; of a place that many threads come to, the latest few.
void Goals::Remember(Cell& cell, const Access& now) {
  auto& entries = cell.entries;
  const auto own = std::ranges::find_if(entries, [&](const Access& a) { return a.tid == now.tid && a.place == now.place; });
  if (own != entries.end()) entries.erase(own);
  else if (std::ranges::count(entries, now.place, &Access::place) >= kMostOfAPlace)
    entries.erase(std::ranges::find(entries, now.place, &Access::place));
  else if (entries.size() >= kMostEntries) entries.erase(entries.begin());
  entries.push_back(now);
}

void Goals::Compare(const Access& before, const Access& now) {
  if (now.write) AddRival(now, before);
  if (before.write) AddRival(before, now);
  const Stop first = StopAt(before), second = StopAt(now);
  if (first == second) return;
  if (seen_.insert(Mix(KeyOf(first), KeyOf(second))).second) ++news_;
  const bool freed = now.no_value && !races_.Ordered(before.tid, before.raced_time, now.tid);
  Wishes wishes{{second, HoldPlace(before, now)}};
  if (freed) KeepReads(wishes, before, now);
  Want(freed ? kFreed : kOrder, Mix(KeyOf(second), KeyOf(first)), wishes);
}

// What led a thread to its access may be what the other one takes away on its way to freeing the block: it waits for those reads.
void Goals::KeepReads(Wishes& out, const Access& access, const Access& freed) const {
  for (const Read& read : reads_[access.tid]) {
    const auto cell = cells_.find(read.address);
    if (cell == cells_.end()) continue;
    const auto mine =
        std::ranges::find_if(cell->second.entries, [&](const Access& a) { return a.tid == access.tid && StopAt(a) == read.at; });
    if (mine == cell->second.entries.end() || mine->when >= access.when) continue;
    const auto taken = std::find_if(mine, cell->second.entries.end(),
                                    [&](const Access& a) { return a.tid == freed.tid && a.write && a.when < freed.when; });
    if (taken != cell->second.entries.end()) out.push_back({StopAt(*mine), HoldPlace(*taken, *mine)});
  }
}

void Goals::AddRival(const Access& writer, const Access& reader) {
  const Stop writes = StopAt(writer), reads = StopAt(reader);
  if (writes == reads) return;
  auto& rivals = readers_[KeyOf(reads)].rivals;
  const auto known = std::ranges::find(rivals, writes, &Rival::writer);
  if (known != rivals.end()) {
    known->varies |= known->tid != writer.tid && known->value != writer.value;
    known->value = writer.value, known->when = writer.when, known->tid = writer.tid;
    return;
  }
  if (rivals.size() < kMostRivals)
    rivals.push_back({writes, HoldPlace(writer, reader), HoldPlace(reader, writer), writer.value, writer.when, writer.tid});
}

// What one run did may meet what another thread did in an earlier run only: here it did not come to it.
void Goals::MeetEarlierRuns() {
  for (const std::uint64_t address : addresses_) {
    const Cell& cell = cells_[address];
    const auto found = writers_.find(address);
    if (found == writers_.end()) continue;
    for (const Writer& writer : found->second) {
      const auto here = [&](const Access& a) { return a.tid == writer.access.tid && a.place == writer.access.place; };
      if (std::ranges::any_of(cell.entries, here)) continue;
      Access access = writer.access;
      access.locks = static_cast<std::uint32_t>(lock_sets_.size());
      lock_sets_.push_back(writer.held);
      for (const Access& entry : cell.entries)
        if (entry.contested && entry.tid != access.tid) AddRival(access, entry);
      for (const Pair& pair : cell.pairs)
        if (pair.first.tid != access.tid) AddSplit(pair, access);
    }
  }
}

void Goals::KeepWriters() {
  if (writers_.size() >= kMostWaiting) return;
  for (const std::uint64_t address : addresses_)
    for (const Access& entry : cells_[address].entries) {
      if (!entry.write || !entry.contested) continue;
      auto& writers = writers_[address];
      const auto same = [&](const Writer& w) { return w.access.tid == entry.tid && w.access.place == entry.place; };
      if (writers.size() < kMostRivals && std::ranges::none_of(writers, same))
        writers.push_back({entry, lock_sets_[entry.locks]});
    }
}

// A read that all those come before who race for it.
void Goals::AddTogether(const Cell& cell) {
  for (const Access& entry : cell.entries) {
    if (!entry.contested) continue;
    const Stop at = StopAt(entry);
    const auto found = readers_.find(KeyOf(at));
    if (found == readers_.end()) continue;
    AddOne(at, found->second);
    if (found->second.rivals.size() < 2) continue;
    Wishes wishes;
    for (const Rival& rival : found->second.rivals) wishes.push_back({rival.writer, rival.reader_hold});
    Want(kBoth, Mix(KeyOf(at), wishes.size()), wishes);
  }
}

// Whoever is at one place is to wait for the other, and the other way round: together neither comes true.
bool Goals::AsksTheContrary(const Holds& some, const Holds& others) {
  const auto contrary = [](const abi::Hold& a, const abi::Hold& b) {
    return a.first_site != abi::kHoldObjects && a.first_site == b.then_site && a.first_caller == b.then_caller &&
           a.then_site == b.first_site && a.then_caller == b.first_caller;
  };
  return std::ranges::any_of(
      some, [&](const abi::Hold& a) { return std::ranges::any_of(others, [&](const abi::Hold& b) { return contrary(a, b); }); });
}

// --- What comes next -----------------------------------------------------------------------------------------------------------

void Goals::Want(Kind kind, std::uint64_t key, const Wishes& wishes) {
  if (seen_.contains(key)) return;
  Goal goal{{}, key};
  for (const Wish& wish : wishes) AppendHold(goal.holds, wish);
  if (!base_.empty() && kind != kOldValues && !AsksTheContrary(base_, goal.holds)) {
    Goal both{base_, key};
    both.holds.insert(both.holds.end(), goal.holds.begin(), goal.holds.end());
    on_top_.emplace_back(kind, std::move(both));
  }
  Push(kind, std::move(goal));
}

bool Goals::IsNew(const Goal& goal) {
  const bool fits = !goal.holds.empty() && goal.holds.size() <= abi::kMostHolds && tried_.size() < kMostTried;
  return fits && tried_.insert(Mix(goal.key, KeyOf(goal.holds))).second;
}

void Goals::Push(Kind kind, Goal goal) {
  if (queues_[kind].size() < kMostWaiting && IsNew(goal)) queues_[kind].push_back(std::move(goal));
}

// What a run that reached its goal could show on top of it: splits, then checks, before those of earlier runs.
void Goals::PushOnTop() {
  const auto goal = asked_.find(KeyOf(base_));
  if (goal == asked_.end() || !seen_.contains(goal->second)) return;
  const auto rank = [](Kind kind) { return kind == kUpdate || kind == kSplit ? 0 : kind == kCheck ? 1 : 2; };
  auto& queue = queues_[kOnTop];
  std::size_t added = 0;
  for (int turn = 0; turn < 3; ++turn)
    for (auto& [kind, both] : on_top_) {
      if (rank(kind) != turn || added >= kMostOnTop || seen_.contains(both.key) || !IsNew(both)) continue;
      queue.insert(queue.begin() + static_cast<std::ptrdiff_t>(added++), std::move(both));
    }
  if (queue.size() > kMostWaiting) queue.resize(kMostWaiting);
}

// Splits that have to do with other places are asked for in the same run. Returns whether there were some.
bool Goals::JoinSplits(Holds& holds) {
  const std::uint64_t key = asked_.contains(KeyOf(holds)) ? asked_[KeyOf(holds)] : 0;
  bool joined = false;
  for (const Kind kind : {kUpdate, kSplit}) joined |= JoinFrom(queues_[kind], holds);
  if (asked_.size() < kMostTried) asked_[KeyOf(holds)] = key;
  return joined;
}

bool Goals::JoinFrom(std::deque<Goal>& queue, Holds& holds) {
  const auto meet = [](const abi::Hold& a, const abi::Hold& b) {
    if (a.first_site == abi::kHoldObjects || b.first_site == abi::kHoldObjects) return false;
    return a.then_site == b.then_site || a.then_site == b.first_site || a.first_site == b.then_site;
  };
  std::size_t looked_at = 0;
  std::vector<Goal> joined;
  for (auto split = queue.begin(); split != queue.end() && looked_at < kMostJoined; ++looked_at) {
    const bool elsewhere = std::ranges::none_of(holds, [&](const abi::Hold& a) {
      return std::ranges::any_of(split->holds, [&](const abi::Hold& b) { return meet(a, b); });
    });
    if (!elsewhere || split->alone || seen_.contains(split->key) || holds.size() + split->holds.size() > abi::kMostHolds) {
      ++split;
      continue;
    }
    holds.insert(holds.end(), split->holds.begin(), split->holds.end());
    joined.push_back(std::move(*split));
    split = queue.erase(split);
  }
  for (Goal& goal : joined) goal.alone = true, queue.push_back(std::move(goal));
  return !joined.empty();
}

// What no run has shown meanwhile.
std::optional<Goals::Goal> Goals::Take(std::deque<Goal>& queue) {
  while (!queue.empty()) {
    Goal goal = std::move(queue.front());
    queue.pop_front();
    if (seen_.contains(goal.key)) continue;
    if (asked_.size() < kMostTried) asked_[KeyOf(goal.holds)] = goal.key;
    return goal;
  }
  return std::nullopt;
}

// The next goal of a kind. Each is asked for at most twice, since the rest of a run is random, and once more together with
// others. A turn of splits goes to those that are likely first.
Goals::Holds Goals::AskFor(Kind kind) {
  constexpr Kind kSplits[] = {kUpdate, kSplit, kMoved};
  for (const Kind k : kind == kSplit ? std::span<const Kind>(kSplits) : std::span<const Kind>(&kind, 1)) {
    auto goal = Take(queues_[k]);
    if (!goal) continue;
    Holds holds = goal->holds;
    const bool joined = kind != kOldValues && !goal->alone && JoinSplits(holds);
    goal->alone = joined;
    if (joined) queues_[k].push_back(std::move(*goal));
    else if (again_.size() < kMostWaiting) again_.push_back(std::move(*goal));
    return holds;
  }
  return {};
}

Goals::Holds Goals::Next(bool after_prefix) {
  constexpr Kind kTurns[] = {kFreed, kCheck, kSplit, kOne, kOnTop, kFreed, kCheck, kOrder, kOnTop, kSplit, kBoth};
  for (std::size_t i = 0; i < std::size(kTurns); ++i) {
    const Kind kind = kTurns[turn_];
    turn_ = (turn_ + 1) % std::size(kTurns);
    if (kind == kOne && after_prefix) continue;
    if (Holds holds = AskFor(kind); !holds.empty()) return holds;
  }
  if (Holds holds = AskFor(kOldValues); !holds.empty()) return holds;
  const auto goal = Take(again_);
  return goal ? goal->holds : Holds();
}

std::size_t Goals::waiting() const {
  std::size_t sum = again_.size();
  for (const auto& queue : queues_) sum += queue.size();
  return sum;
}

}  // namespace reweave::inline search
