#include "techniques/paths/sync_state.h"

#include <algorithm>
#include <map>

namespace reweave::paths {

SyncWorld::SyncWorld(const Execution& run, SyncRules rules, std::vector<bool> threads)
    : run_(&run), rules_(rules), takes_part_(std::move(threads)) {
  if (takes_part_.empty()) takes_part_.assign(run.threads.size(), true);
  created_.assign(run.threads.size(), false);
  channel_.assign(run.ops.size(), 0);
  std::map<std::uint64_t, SyncWorld::Arrivals> arrivals;
  std::vector<bool> counted;
  std::uint32_t channel = 0;
  for (std::uint32_t i = 0; i < run.ops.size(); ++i) {
    const Op& op = run.ops[i];
    for (const std::uint32_t object : {IsAccess(op.kind) ? kNoObject : op.object, op.other})
      if (object != kNoObject) objects_ = std::max(objects_, object + 1);
    first_.resize(objects_), counted.resize(objects_);
    if (!takes_part_[op.thread]) continue;
    if (op.kind == OpKind::kCreate && op.value < created_.size()) created_[op.value] = true;
    if (op.kind == OpKind::kChannel) channel_[i] = ++channel;
    if (op.kind == OpKind::kArrive) {
      Arrivals& own = arrivals[ArrivalKey(op)];
      ++own.count, own.has_last = own.has_last || op.failed;
    }
    const bool counts = op.kind == OpKind::kPost || op.kind == OpKind::kAcquire;
    if (!counts || counted[op.object]) continue;
    counted[op.object] = true;  // the count after the first operation says what it was before
    const auto after = static_cast<std::int32_t>(op.value);
    first_[op.object] = op.kind == OpKind::kPost ? after - 1 : op.failed ? 0 : after + 1;
  }
  arrivals_.assign(arrivals.begin(), arrivals.end());
}

SyncState::SyncState(const SyncWorld& world) : objects_(world.objects_), threads_(world.takes_part_.size(), 0) {
  arrived_.assign(world.arrivals_.size(), 0);
  for (std::size_t i = 0; i < objects_.size(); ++i) objects_[i].holder = world.first_[i];
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    if (!world.created_[t]) threads_[t] |= kCreated;
    if (!world.takes_part_[t]) threads_[t] |= kCreated | kEnded;
  }
  if (!world.takes_part_.empty() && world.takes_part_[0])
    for (const std::uint32_t lock : world.run_->held_before)
      if (lock < objects_.size()) Take(lock, false, 0);
}

bool SyncState::Free(std::uint32_t lock, bool shared, std::uint16_t thread) const {
  const Object& o = objects_[lock];
  if (o.holder == thread + 1) return true;
  return o.holder == 0 && (shared || o.depth >= 0);
}

void SyncState::Take(std::uint32_t lock, bool shared, std::uint16_t thread) {
  Object& o = objects_[lock];
  if (shared && o.holder != thread + 1) --o.depth;
  else o.holder = thread + 1, ++o.depth;
}

void SyncState::GiveBack(std::uint32_t lock, std::uint16_t thread, bool all) {
  Object& o = objects_[lock];
  if (o.holder == thread + 1) {
    if (--o.depth == 0 || all) o = {};
  } else if (o.holder == 0 && o.depth < 0) {
    ++o.depth;
  }  // else: not its to give back, nothing changes
}

SyncState::Can SyncState::Check(const SyncWorld& world, std::uint32_t number) const {
  const Op& op = world.run_->ops[number];
  if (world.rules_ == SyncRules::kNone) return Can::kYes;
  if (world.rules_ == SyncRules::kFlags) {
    if ((threads_[op.thread] & kWaits) != 0) return Can::kBlocked;
    return op.kind == OpKind::kLock && objects_[op.object].holder != 0 ? Can::kBlocked : Can::kYes;
  }
  return CheckNative(world, op, number);
}

SyncState::Can SyncState::CheckNative(const SyncWorld& world, const Op& op, std::uint32_t number) const {
  const auto when = [](bool yes, Can otherwise) { return yes ? Can::kYes : otherwise; };
  switch (op.kind) {
    case OpKind::kLock: return when(Free(op.object, op.shared, op.thread), op.timed ? Can::kDiffers : Can::kBlocked);
    case OpKind::kTry: return when(Free(op.object, op.shared, op.thread) != op.failed, Can::kDiffers);
    case OpKind::kWaitEnd: {
      if (op.other != kNoObject && !Free(op.other, false, op.thread)) return Can::kBlocked;
      const bool woken = (threads_[op.thread] & kWoken) != 0;
      if (op.failed) return when(!woken, Can::kDiffers);
      return when(woken, op.timed ? Can::kDiffers : Can::kBlocked);
    }
    case OpKind::kAcquire: {
      const bool there = objects_[op.object].holder > 0;
      if (op.failed) return when(!there, Can::kDiffers);
      return when(there, op.timed ? Can::kDiffers : Can::kBlocked);
    }
    case OpKind::kLeave: {
      const auto at = std::ranges::lower_bound(world.arrivals_, ArrivalKey(op), {}, [](const auto& a) { return a.first; });
      if (at == world.arrivals_.end() || at->first != ArrivalKey(op)) return Can::kYes;
      return when(arrived_[static_cast<std::size_t>(at - world.arrivals_.begin())] >= at->second.count, Can::kBlocked);
    }
    case OpKind::kArrive: {
      const auto at = std::ranges::lower_bound(world.arrivals_, ArrivalKey(op), {}, [](const auto& a) { return a.first; });
      if (at == world.arrivals_.end() || at->first != ArrivalKey(op) || !at->second.has_last) return Can::kYes;
      const bool last = arrived_[static_cast<std::size_t>(at - world.arrivals_.begin())] + 1 == at->second.count;
      return when(last == op.failed, Can::kDiffers);
    }
    case OpKind::kBegin: return when((threads_[op.thread] & kCreated) != 0, Can::kBlocked);
    case OpKind::kJoin: {
      const bool over = op.value >= threads_.size() || (threads_[op.value] & kEnded) != 0;
      return op.failed ? when(!over, Can::kDiffers) : when(over, Can::kBlocked);
    }
    case OpKind::kOnceRun:
      return objects_[op.object].holder == 0 ? Can::kYes : objects_[op.object].holder == 1 ? Can::kBlocked : Can::kDiffers;
    case OpKind::kOnceReturn:
      return objects_[op.object].holder == 2 ? Can::kYes : objects_[op.object].holder == 1 ? Can::kBlocked : Can::kDiffers;
    case OpKind::kChannel: return when(channel_ + 1 == world.channel_[number], Can::kBlocked);
    default: return Can::kYes;
  }
}

std::uint32_t SyncState::Choices(const SyncWorld& world, std::uint32_t number) const {
  const Op& op = world.run_->ops[number];
  if (world.rules_ != SyncRules::kNative || op.kind != OpKind::kSignal) return 1;
  const auto waiters = std::ranges::count(waiting_, op.object, &std::pair<std::uint32_t, std::uint16_t>::first);
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(waiters));
}

void SyncState::Execute(const SyncWorld& world, std::uint32_t number, std::uint32_t choice) {
  const Op& op = world.run_->ops[number];
  if (world.rules_ == SyncRules::kNone) return;
  if (world.rules_ == SyncRules::kFlags) {
    if (op.kind == OpKind::kLock) objects_[op.object].holder = 1;
    if (op.kind == OpKind::kUnlock) objects_[op.object].holder = 0;
    if (op.kind == OpKind::kWaitBegin) threads_[op.thread] |= kWaits;
    if (op.kind == OpKind::kBroadcast || op.kind == OpKind::kSignal)
      for (std::uint8_t& flags : threads_) flags &= static_cast<std::uint8_t>(~kWaits);
    return;
  }
  switch (op.kind) {
    case OpKind::kLock: return Take(op.object, op.shared, op.thread);
    case OpKind::kTry:
      if (!op.failed) Take(op.object, op.shared, op.thread);
      return;
    case OpKind::kUnlock: return GiveBack(op.object, op.thread, false);
    case OpKind::kWaitBegin:
      if (op.other != kNoObject) GiveBack(op.other, op.thread, true);
      waiting_.emplace_back(op.object, op.thread);
      threads_[op.thread] &= static_cast<std::uint8_t>(~kWoken);
      return;
    case OpKind::kWaitEnd:
      std::erase_if(waiting_, [&](const auto& w) { return w.second == op.thread; });
      threads_[op.thread] &= static_cast<std::uint8_t>(~kWoken);
      if (op.other != kNoObject) Take(op.other, false, op.thread);
      return;
    case OpKind::kSignal:
    case OpKind::kBroadcast:
      for (auto it = waiting_.begin(); it != waiting_.end();) {
        if (it->first != op.object || (op.kind == OpKind::kSignal && choice-- != 0)) {
          ++it;
          continue;
        }
        threads_[it->second] |= kWoken;
        it = waiting_.erase(it);
        if (op.kind == OpKind::kSignal) break;
      }
      return;
    case OpKind::kPost: ++objects_[op.object].holder; return;
    case OpKind::kAcquire:
      if (!op.failed) --objects_[op.object].holder;
      return;
    case OpKind::kArrive: {
      const auto at = std::ranges::lower_bound(world.arrivals_, ArrivalKey(op), {}, [](const auto& a) { return a.first; });
      if (at != world.arrivals_.end() && at->first == ArrivalKey(op))
        ++arrived_[static_cast<std::size_t>(at - world.arrivals_.begin())];
      return;
    }
    case OpKind::kCreate:
      if (op.value < threads_.size()) threads_[op.value] |= kCreated;
      return;
    case OpKind::kEnd: threads_[op.thread] |= kEnded; return;
    case OpKind::kOnceRun: objects_[op.object].holder = 1; return;
    case OpKind::kOnceEnd: objects_[op.object].holder = op.failed ? 0 : 2; return;
    case OpKind::kChannel: ++channel_; return;
    default: return;
  }
}

void SyncState::AppendTo(std::string& key) const {
  const auto add = [&](const auto& value) { key.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  for (const Object& object : objects_) add(object.holder), add(object.depth);
  for (const std::uint8_t flags : threads_) key.push_back(static_cast<char>(flags));
  for (const auto& [object, thread] : waiting_) add(object), add(thread);
  key.push_back('\0');
  for (const std::uint32_t count : arrived_) add(count);
}

}  // namespace reweave::paths
