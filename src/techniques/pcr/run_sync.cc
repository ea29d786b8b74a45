// What locks, condition variables, barriers, semaphores and once-initialisers of a run ask of every other order of its events.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "techniques/pcr/run_maker.h"
#include "trace/semaphores.h"

namespace reweave::pcr {

namespace {

constexpr std::uint64_t kDescriptors = 1, kSignals = 2;  // objects of chains that have no address
constexpr std::size_t kMostGaps = 200000;

}  // namespace

std::uint32_t RunMaker::LockNumber(std::uint64_t object) {
  const auto [entry, is_new] = lock_numbers_.try_emplace(object, static_cast<std::uint32_t>(run_.lock_objects.size()));
  if (is_new) run_.lock_objects.push_back(object);
  return entry->second;
}

// --- Locks -------------------------------------------------------------------------------------------------------------

// What main took before the run and still has.
void RunMaker::ReadPreamble() {
  if (trace_.preamble == nullptr || threads_ == 0) return;
  std::map<std::uint64_t, std::pair<LockMode, int>> taken;
  for (const abi::Event& raw : trace_.preamble->events) {
    if (!IsEvent(raw.kind) || raw.tid != 0) continue;
    const LockUse use = LockUseOf(raw);
    if (use.nested || use.misses() || !use) continue;
    auto& [mode, depth] = taken[use.lock];
    if (use.takes()) mode = use.mode, ++depth;
    else if (depth > 0) --depth;
  }
  for (const auto& [lock, how] : taken)
    for (int i = 0; i < how.second; ++i) OpenRegion(0, lock, how.first, kNoEvent);
}

void RunMaker::BeginWindow() {
  for (const auto& [who, held] : window_.before->held())
    for (unsigned i = 0; i < held.depth && who.first < threads_; ++i) OpenRegion(who.first, who.second, held.mode, kNoEvent);
  for (const auto& [tid, cond] : window_.before->waiting())
    if (tid < threads_) waiting_[tid] = {.cond = cond, .active = true};
}

void RunMaker::OpenRegion(std::uint16_t tid, std::uint64_t lock, LockMode mode, EventId take) {
  const auto [entry, is_new] = open_.try_emplace({tid, lock}, Open{static_cast<std::uint32_t>(run_.regions.size()), 0});
  ++entry->second.depth;
  if (!is_new) return;  // a reader that reads again
  run_.regions.push_back({LockNumber(lock), tid, mode, take, kNoEvent});
  if (take != kNoEvent) run_.events[take].takes = entry->second.region;
  run_.holds.push_back({entry->second.region, held_[tid]});
  held_[tid] = static_cast<std::uint32_t>(run_.holds.size() - 1);
}

bool RunMaker::CloseRegion(std::uint16_t tid, std::uint64_t lock, EventId release) {
  auto found = open_.find({tid, lock});
  if (found == open_.end())  // another thread gives it back
    found = std::ranges::find_if(open_, [lock](const auto& entry) { return entry.first.second == lock; });
  if (found == open_.end()) return false;
  if (--found->second.depth > 0) return true;
  const std::uint32_t region = found->second.region;
  const std::uint16_t holder = found->first.first;
  run_.regions[region].release = release;
  run_.events[release].releases = region;
  open_.erase(found);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t at = held_[holder]; at != kNone; at = run_.holds[at].next)
    if (run_.holds[at].region != region) kept.push_back(run_.holds[at].region);
  if (held_[holder] != kNone && run_.holds[held_[holder]].region == region) {
    held_[holder] = run_.holds[held_[holder]].next;  // the last taken: nothing to build
    return true;
  }
  held_[holder] = kNone;
  for (auto r = kept.rbegin(); r != kept.rend(); ++r) {
    run_.holds.push_back({*r, held_[holder]});
    held_[holder] = static_cast<std::uint32_t>(run_.holds.size() - 1);
  }
  return true;
}

Result<void> RunMaker::AddLock(const abi::Event& raw, EventId id) {
  const LockUse use = LockUseOf(raw);
  if (use.nested) return {};
  if (use.takes()) OpenRegion(raw.tid, use.lock, use.mode, id);
  if (use.misses()) Missed(use, id);
  if (!use.releases() || CloseRegion(raw.tid, use.lock, id)) return {};
  return Fail(ErrorCategory::kUsage, "cannot analyse trace", fmt::format("event {}", run_.events[id].index),
              fmt::format("thread {} gives back a lock that nobody has", raw.tid), "record it again");
}

// A try that found the lock taken: by the same holder, if the result has to stay. That a time limit ran out is the scheduler's
// choice.
void RunMaker::Missed(const LockUse& use, EventId id) {
  const abi::EventKind kind = run_.events[id].kind;
  if (kind != abi::EventKind::kTryLock && kind != abi::EventKind::kTryReadLock && kind != abi::EventKind::kTryWriteLock) return;
  run_.events[id].misses = true;
  for (const auto& [who, open] : open_) {
    const std::uint32_t region = open.region;
    if (who.second != use.lock || (use.mode == LockMode::kShared && run_.regions[region].mode == LockMode::kShared)) continue;
    AddMust(run_.regions[region].take, id, true, true, true);
    run_.musts.push_back({id, region, false, true, true});  // `to` becomes its release in FinishSync
    missed_.push_back(run_.musts.size() - 1);
    return;
  }
}

// --- Waiting and waking ------------------------------------------------------------------------------------------------

void RunMaker::Chain(std::uint64_t object, EventId id) {
  const auto [entry, is_new] = chains_.try_emplace(object, id);
  if (!is_new) AddMust(entry->second, id, true, true);
  entry->second = id;
}

// The program reads the guard of a static local itself, and asks the library only if it is not done yet. The library writes the
// guard, not the program: no write explains what is read.
bool RunMaker::LooksAtOnce(const abi::Event& event) const {
  return IsAccess(event.kind) && ReadsMemory(event.kind) && guards_.contains(event.obj);
}

// What was seen stays: done only after the end, not yet done only before it.
void RunMaker::AddLook(const abi::Event& raw, EventId id) {
  if ((raw.value & 0xff) == 0) return looks_[raw.obj].push_back(id);
  if (const auto done = once_.find(raw.obj); done != once_.end()) AddMust(done->second, id, true, true);
}

void RunMaker::AddWait(const abi::Event& raw, EventId id) {
  const OrderUse use = OrderUseOf(raw);
  if (raw.kind == abi::EventKind::kWaitBegin) {
    waiting_[raw.tid] = {.begin = id, .cond = raw.obj, .active = true};
  } else if (use.awaits()) {
    const Waiting& wait = waiting_[raw.tid];
    if (!use.failed) AddMust(wait.waker, id, true, true);
    if (wait.active) waits_.push_back({wait.cond, wait.begin, use.failed ? kNoEvent : wait.waker, id});
    waiting_[raw.tid] = {};
  } else {
    bool woke = false;
    for (std::uint16_t t = 0; t < waiting_.size(); ++t) {
      Waiting& wait = waiting_[t];
      if (!wait.active || wait.cond != use.object || wait.waker != kNoEvent) continue;
      if (raw.kind == abi::EventKind::kSignal && use.woken != t + 1u) continue;
      wait.waker = id;
      AddMust(wait.begin, id, false, true);
      woke = true;
    }
    signals_.push_back({id, use.object, raw.kind == abi::EventKind::kBroadcast, woke});
  }
}

void RunMaker::AddOrder(const abi::Event& raw, EventId id) {
  using Through = OrderUse::Through;
  if (raw.kind == abi::EventKind::kWaitBegin) return AddWait(raw, id);
  if (raw.kind == abi::EventKind::kFdOp) return Chain(kDescriptors, id);
  if (raw.kind == abi::EventKind::kSignalHandler) return Chain(kSignals, id);
  const OrderUse use = OrderUseOf(raw);
  switch (use.through) {
    case Through::kThread:
      if (use.object >= threads_ || use.failed) break;
      if (use.publishes()) (use.begins ? created_by_ : ended_)[use.object] = id;
      else AddMust((use.begins ? created_by_ : ended_)[use.object], id);
      break;
    case Through::kCondition: AddWait(raw, id); break;
    case Through::kBarrier: {
      Generation& generation = barriers_[{use.object, use.generation}];
      (use.publishes() ? generation.arrivals : generation.leaves).push_back(id);
      break;
    }
    case Through::kSemaphore: {
      Tokens& tokens = semaphores_[use.object];
      tokens.all.push_back(id);
      if (use.publishes()) tokens.posts.push_back(id);
      else if (use.failed) tokens.frozen = true, run_.events[id].misses = true;
      else tokens.waits.push_back(id);
      if (tokens.all.size() == 1) tokens.initial = SemaphoreCount(raw) + (use.publishes() ? -1 : use.failed ? 0 : 1);
      break;
    }
    case Through::kOnce:
      if (use.publishes()) {
        once_[use.object] = id;
        for (const EventId look : std::exchange(looks_[use.object], {})) AddMust(look, id, false, true);
      }
      if (const auto done = once_.find(use.object); use.awaits() && done != once_.end())
        AddMust(done->second, id, true, raw.kind == abi::EventKind::kOnceRun);
      break;
    case Through::kFutex: Chain(use.object, id); break;
    case Through::kNone: break;
  }
}

void RunMaker::FinishSync() {
  for (const std::size_t m : missed_) run_.musts[m].to = run_.regions[run_.musts[m].to].release;
  std::erase_if(run_.musts, [](const Must& m) { return m.to == kNoEvent; });
  for (const auto& [name, generation] : barriers_) {
    for (const EventId leave : generation.leaves)
      for (const EventId arrival : generation.arrivals) AddMust(arrival, leave);
    const auto next = barriers_.find({name.first, name.second + 1});
    if (next == barriers_.end()) continue;
    for (const EventId later : next->second.arrivals)
      for (const EventId arrival : generation.arrivals)
        if (run_.events[later].tid != run_.events[arrival].tid) AddMust(arrival, later, true, true);
  }
  // The i-th wait gets the i-th token: one matching of several.
  for (const auto& [object, tokens] : semaphores_) {
    for (std::size_t i = 0; i < tokens.waits.size(); ++i) {
      const auto token = static_cast<std::int64_t>(i) - tokens.initial;
      if (token >= 0 && static_cast<std::size_t>(token) < tokens.posts.size())
        AddMust(tokens.posts[static_cast<std::size_t>(token)], tokens.waits[i], true, true);
    }
    for (std::size_t i = 1; tokens.frozen && i < tokens.all.size(); ++i) AddMust(tokens.all[i - 1], tokens.all[i], true, true);
  }
  for (std::uint16_t t = 0; t < waiting_.size(); ++t)
    if (waiting_[t].active) waits_.push_back({waiting_[t].cond, waiting_[t].begin, waiting_[t].waker, kNoEvent});
  for (const Closed& wait : waits_) {
    for (const Call& call : signals_) {
      if (call.cond != wait.cond || call.event == wait.waker || (call.woke && !call.broadcast)) continue;
      const EventId end = wait.waker != kNoEvent ? wait.waker : wait.end;
      if (wait.begin == kNoEvent) {  // it waits from the beginning of the window on
        if (call.event != end) AddMust(end, call.event, false, true);
        continue;
      }
      if (run_.events[call.event].tid == run_.events[wait.begin].tid) continue;
      if (run_.gaps.size() < kMostGaps) run_.gaps.push_back({call.event, wait.begin, end});
    }
  }
}

}  // namespace reweave::pcr
