#include "explore/search/goals.h"

#include <algorithm>

#include "trace/meaning.h"

namespace reweave::inline search {

namespace {

constexpr std::size_t kMostEvents = 20'000;   // of a run that are looked at
constexpr std::size_t kMostEntries = 12;      // of a location
constexpr std::ptrdiff_t kMostOfAPlace = 2;
constexpr std::size_t kReadsBack = 4;         // how far apart two reads of a check may be
constexpr std::size_t kMostRivals = 8;
constexpr std::size_t kMostWaiting = 1024;    // goals of a kind
constexpr std::size_t kMostTried = 1u << 16;

std::uint64_t Mix(std::uint64_t h, std::uint64_t v) {
  h ^= v * 0x9e3779b97f4a7c15ull;
  h ^= h >> 29;
  return h * 0xbf58476d1ce4e5b9ull ^ (h >> 32);
}

Goals::Place PlaceOf(const abi::Event& event) { return std::uint64_t{event.site} << 32 | event.caller; }

abi::Hold HoldUntil(Goals::Place first, Goals::Place then) {
  return {static_cast<std::uint32_t>(first >> 32), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(then >> 32),
          static_cast<std::uint32_t>(then)};
}

}  // namespace

void Goals::Start(const Trace& trace) {
  cells_.clear(), held_.clear(), held_set_.clear(), reads_.clear(), lock_sets_.clear();
  lock_sets_.emplace_back();  // no lock
  news_ = 0;
  order_.Start(trace);
}

std::size_t Goals::Observe(const Trace& trace) {
  Start(trace);
  const std::size_t end = std::min(trace.events.size(), kMostEvents);
  for (std::uint32_t i = 0; i < end; ++i) {
    const abi::Event& event = trace.events[i];
    if (!IsEvent(event.kind)) {
      if (event.kind == abi::EventKind::kThreadInfo) order_.Before(event);
      continue;
    }
    if (event.tid >= held_.size()) held_.resize(event.tid + 1), held_set_.resize(event.tid + 1, 0), reads_.resize(event.tid + 1);
    const bool plain = IsPlainAccess(event.kind);
    if (plain) order_.NeedThread(event.tid);
    else order_.Before(event);
    // A notification and the wait it wakes are like a write and a read: the one that comes first decides.
    const bool notifies = event.kind == abi::EventKind::kSignal || event.kind == abi::EventKind::kBroadcast;
    const bool waits = event.kind == abi::EventKind::kWaitBegin;
    if ((IsAccess(event.kind) || notifies || waits) && event.site != 0) {
      const Access now{.place = PlaceOf(event),
                       .time = order_.now(event.tid),
                       .tid = event.tid,
                       .write = WritesMemory(event.kind) || notifies,
                       .locks = LockSetOf(event.tid)};
      Touch(event.obj, now, ReadsMemory(event.kind));
    }
    Lock(event, i);
    if (!plain) order_.After(event);
  }
  return news_;
}

void Goals::Lock(const abi::Event& event, std::uint32_t index) {
  const LockUse use = LockUseOf(event);
  if (!use || use.nested || use.misses()) return;
  auto& held = held_[event.tid];
  if (use.takes()) held.push_back({use.lock, PlaceOf(event), index});
  else std::erase_if(held, [&](const Held& h) { return h.lock == use.lock; });
  held_set_[event.tid] = held.empty() ? 0 : ~0u;
}

std::uint32_t Goals::LockSetOf(std::uint16_t tid) {
  if (held_set_[tid] == ~0u) held_set_[tid] = static_cast<std::uint32_t>(lock_sets_.size()), lock_sets_.push_back(held_[tid]);
  return held_set_[tid];
}

// Where `held` is to wait for `other`: before it takes the first lock that `other` needs, too.
Goals::Place Goals::HoldPlace(const Access& held, const Access& other) const {
  for (const Held& mine : lock_sets_[held.locks])
    if (std::ranges::find(lock_sets_[other.locks], mine.lock, &Held::lock) != lock_sets_[other.locks].end()) return mine.place;
  return held.place;
}

void Goals::Touch(std::uint64_t address, const Access& now, bool reads) {
  Cell& cell = cells_[address];
  for (const Access& before : cell.entries) {
    const bool conflict = before.tid != now.tid && (before.write || now.write);
    if (conflict && !order_.SoftlyOrdered(before.tid, before.time, now.tid)) Compare(before, now);
  }
  AddSplits(cell, now);
  if (reads) {
    const bool rival = cell.written && cell.last_write.tid != now.tid &&
                       !order_.SoftlyOrdered(cell.last_write.tid, cell.last_write.time, now.tid);
    NoteRead(now.tid, {.place = now.place, .source = rival ? cell.last_write.place : kNobody, .address = address});
  }
  if (now.write) cell.last_write = now, cell.written = true;
  Remember(cell, now);
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
  if (before.place == now.place) return;
  if (orders_.insert(Mix(before.place, now.place)).second) ++news_;
  if (!orders_.contains(Mix(now.place, before.place))) Want(kOrder, {HoldUntil(now.place, HoldPlace(before, now))});
}

void Goals::AddRival(const Access& writer, const Access& reader) {
  auto& rivals = rivals_[reader.place];
  if (writer.place == reader.place || rivals.size() >= kMostRivals || IsRival(reader.place, writer.place)) return;
  rivals.push_back({writer.place, HoldPlace(writer, reader), HoldPlace(reader, writer)});
}

bool Goals::IsRival(Place reader, Place writer) const {
  const auto found = rivals_.find(reader);
  return found != rivals_.end() && std::ranges::find(found->second, writer, &Rival::writer) != found->second.end();
}

// The thread was here before: another thread's access that could have come in between.
void Goals::AddSplits(const Cell& cell, const Access& now) {
  const Access* mine = nullptr;
  for (const Access& entry : cell.entries)
    if (entry.tid == now.tid) mine = &entry;
  if (mine == nullptr) return;
  for (const Access& other : cell.entries) {
    const bool conflict = other.tid != now.tid && (other.write || (mine->write && now.write));
    if (!conflict || other.place == mine->place || other.place == now.place) continue;
    if (order_.SoftlyOrdered(other.tid, other.time, now.tid) || &other > mine) continue;  // it came in between in this run
    const Place before = HoldPlace(*mine, other), after = HoldPlace(now, other);
    const bool one_section = before != mine->place && before == after && mine->locks == now.locks;
    if (!one_section) Want(kSplit, {HoldUntil(mine->place, HoldPlace(other, *mine)), HoldUntil(other.place, after)});
  }
}

void Goals::NoteRead(std::uint16_t tid, const Read& read) {
  auto& reads = reads_[tid];
  for (const Read& earlier : reads)
    if (earlier.place != read.place && earlier.address != read.address) AddChecks(earlier, read);
  std::erase_if(reads, [&](const Read& r) { return r.place == read.place; });
  reads.push_back(read);
  if (reads.size() > kReadsBack) reads.pop_front();
}

// Every combination of the sources of two reads that no run showed.
void Goals::AddChecks(const Read& a, const Read& b) {
  const std::uint64_t both = Mix(a.place, b.place + 1);
  const auto key = [&](Place source_a, Place source_b) { return Mix(Mix(both, source_a), source_b); };
  if (combinations_.insert(key(a.source, b.source)).second) ++news_;
  const auto sources = [this](const Read& read) {
    std::vector<Place> out{kNobody};
    if (const auto found = rivals_.find(read.place); found != rivals_.end())
      for (const Rival& rival : found->second) out.push_back(rival.writer);
    return out;
  };
  const auto of_a = sources(a), of_b = sources(b);
  if (of_a.size() == 1 || of_b.size() == 1) return;  // only one of them can differ: an order says that
  for (const Place source_a : of_a)
    for (const Place source_b : of_b) {
      if (combinations_.contains(key(source_a, source_b))) continue;
      Holds holds;
      AppendSource(holds, a.place, source_a);
      AppendSource(holds, b.place, source_b);
      Want(kCheck, holds);
    }
}

void Goals::AppendSource(Holds& out, Place reader, Place source) const {
  for (const Rival& rival : rivals_.at(reader)) {
    if (source == kNobody) out.push_back(HoldUntil(reader, rival.writer_hold));
    else if (rival.writer == source) out.push_back(HoldUntil(source, rival.reader_hold));
  }
}

void Goals::Want(Kind kind, const Holds& holds) {
  if (holds.empty() || holds.size() > abi::kMostHolds || queues_[kind].size() >= kMostWaiting || tried_.size() >= kMostTried)
    return;
  std::uint64_t key = kind;
  for (const abi::Hold& hold : holds)
    key = Mix(Mix(key, std::uint64_t{hold.first_site} << 32 | hold.first_caller),
              std::uint64_t{hold.then_site} << 32 | hold.then_caller);
  if (tried_.insert(key).second) queues_[kind].push_back(holds);
}

Goals::Holds Goals::Next() {
  constexpr Kind kTurns[] = {kCheck, kSplit, kCheck, kOrder};
  for (std::size_t i = 0; i < std::size(kTurns); ++i) {
    auto& queue = queues_[kTurns[turn_]];
    turn_ = (turn_ + 1) % std::size(kTurns);
    if (queue.empty()) continue;
    Holds holds = std::move(queue.front());
    queue.pop_front();
    return holds;
  }
  return {};
}

std::size_t Goals::waiting() const {
  std::size_t sum = 0;
  for (const auto& queue : queues_) sum += queue.size();
  return sum;
}

}  // namespace reweave::inline search
