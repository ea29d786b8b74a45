#include "explore/search/symmetry.h"

#include <algorithm>

#include "abi/identity.h"
#include "abi/process_end.h"
#include "abi/suspicion.h"
#include "explore/search/thread_memory.h"
#include "trace/kinds.h"

namespace reweave::inline search {

using abi::Event;
using abi::EventKind;

namespace {

// Large blocks of the runtime's arena, and its own record (runtime/layout.h).
constexpr std::uint64_t kLarge = 0x2000'0000'0000 + 0xC0'0000'0000, kLargeEnd = 0x2000'0000'0000 + 0x140'0000'0000;

bool IsLarge(std::uint64_t address) { return address - kLarge < kLargeEnd - kLarge; }

// What nobody else can notice.
bool IsPrivate(EventKind kind) {
  switch (kind) {
    case EventKind::kAlloc:
    case EventKind::kFree:
    case EventKind::kLocalBegin:
    case EventKind::kLocalEnd:
    case EventKind::kCall:
    case EventKind::kReturn:
    case EventKind::kBranch:
    case EventKind::kBlock:
    case EventKind::kLoopEnter:
    case EventKind::kLoopIter:
    case EventKind::kDetach: return true;
    default: return false;
  }
}

bool Writes(EventKind kind) {
  return kind == EventKind::kWrite || kind == EventKind::kAtomicWrite || kind == EventKind::kAtomicRmw;
}
std::uint64_t Written(const Event& event) { return event.kind == EventKind::kAtomicRmw ? event.value2 : event.value; }
bool HasAddress(EventKind kind) { return Writes(kind) || kind == EventKind::kRead || kind == EventKind::kAtomicRead; }

}  // namespace

bool Birth::EqualTo(const Birth& other) const {
  if (!known || !other.known || routine != other.routine || flags != other.flags || (flags & abi::kOwnStack) != 0) return false;
  return argument == other.argument || (block != 0 && block == other.block && block_size == other.block_size);
}

Birth BirthOf(const std::vector<Event>& events, std::size_t at) {
  const Event& create = events[at];
  Birth birth{.routine = create.obj, .argument = create.value2, .flags = create.size};
  if ((create.size & abi::kBirthTold) == 0) return birth;
  for (std::size_t i = at; i-- > 0;) {  // the record is just before, with what the creator allocated in between
    if (events[i].kind == EventKind::kThreadInfo && events[i].tid == create.value) {
      birth.block = std::uint64_t{events[i].ctx} << 32 | events[i].caller;
      birth.block_size = events[i].size;
      birth.known = true;
      break;
    }
    if (IsEvent(events[i].kind) && !IsPrivate(events[i].kind)) break;
  }
  return birth;
}

bool IsQuiet(const std::vector<Event>& events, std::size_t first, std::size_t last, std::uint16_t tid) {
  for (std::size_t i = first; i < last; ++i)
    if (events[i].tid == tid && IsEvent(events[i].kind) && !IsPrivate(events[i].kind)) return false;
  return true;
}

IdentityLooker::Thread& IdentityLooker::ThreadOf(std::uint16_t tid) {
  if (threads_.size() <= tid) threads_.resize(tid + 1u);
  return threads_[tid];
}

bool IdentityLooker::Matters(const Trace& trace) {
  for (Thread& thread : threads_) {
    std::vector<std::uint64_t> memory = std::move(thread.blocks);
    memory.clear();
    thread = {};
    thread.blocks = std::move(memory);
  }
  groups_.clear();
  members_ = 0;
  FindGroups(trace.events);
  if (members_ == 0) return false;
  for (const Event& event : trace.events)
    if (Tells(event)) return true;
  if (trace.failed() || trace.cut()) return false;  // what did not happen any more tells nothing
  return std::ranges::any_of(groups_, [](const Group& g) { return g.joined != 0 && g.joined != g.size; });
}

void IdentityLooker::FindGroups(const std::vector<Event>& events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.kind == EventKind::kThreadInfo) ThreadOf(event.tid).slot = event.obj;
    else if (event.kind == EventKind::kCreate) Created(events, i);
    else if (IsEvent(event.kind) && !IsPrivate(event.kind)) ThreadOf(event.tid).last_child = 0xffff;
  }
}

void IdentityLooker::Created(const std::vector<Event>& events, std::size_t at) {
  const Event& event = events[at];
  if (event.value > 0xfffe) return;
  const auto child = static_cast<std::uint16_t>(event.value);
  ThreadOf(std::max(child, event.tid));
  Thread& made = threads_[child];
  Thread& self = threads_[event.tid];
  made.birth = BirthOf(events, at);
  const std::uint16_t before = self.last_child;
  self.last_child = child;
  if (before == 0xffff || !made.birth.EqualTo(threads_[before].birth)) return;
  Thread& older = threads_[before];
  if (older.group == kNone) {
    older.group = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({.size = 1});
    ++members_;
  }
  made.group = older.group;
  ++groups_[made.group].size;
  ++members_;
  made.own_block |= made.birth.HasOwnBlock(older.birth);
  older.own_block |= made.own_block;
}

// Whether an address is in the memory of a member other than `except`, or in a block that one was given.
bool IdentityLooker::PrivateToMember(std::uint64_t address, std::uint16_t except) const {
  const std::uint64_t slot = SlotOf(address);
  if (slot == kNoSlot) return false;
  for (std::size_t tid = 0; tid < threads_.size(); ++tid) {
    const Thread& thread = threads_[tid];
    if (thread.group == kNone || tid == except) continue;
    if (thread.slot == slot) return true;
    if (thread.made && thread.own_block && address - thread.birth.argument < thread.birth.block_size) return true;
  }
  return false;
}

bool IdentityLooker::Tells(const Event& event) {
  if (event.kind == EventKind::kHiddenState && event.value == static_cast<std::uint64_t>(abi::kWeakExchange)) return false;
  if (event.kind == EventKind::kHiddenState || event.kind == EventKind::kForeign) return ThreadOf(event.tid).group != kNone;
  if (!IsEvent(event.kind)) return false;
  Thread& self = ThreadOf(event.tid);
  if (event.kind == EventKind::kJoin) return JoinTells(event);
  if (!IsPrivate(event.kind)) {
    if (self.joins != kNone && groups_[self.joins].joined != groups_[self.joins].size) return true;
    self.joins = kNone;
  }
  if (event.kind == EventKind::kCreate && event.value < threads_.size()) threads_[event.value].made = true;
  if (event.kind == EventKind::kSendSignal) return true;
  if (HasAddress(event.kind) && PrivateToMember(event.obj, event.tid)) return true;
  if (Writes(event.kind) && PrivateToMember(Written(event), 0xffff)) return true;
  return self.group != kNone && MemberTells(event, self);
}

bool IdentityLooker::MemberTells(const Event& event, Thread& self) {
  if ((event.flags & abi::kTimed) != 0) return true;
  switch (event.kind) {
    case EventKind::kAlloc: self.blocks.push_back(event.obj); return false;
    case EventKind::kFree:
      if (self.own_block && event.obj == self.birth.argument) self.own_block = false;
      else std::erase(self.blocks, event.obj);
      return false;
    case EventKind::kEnd: return EndTells(event, self);
    case EventKind::kWrite:
    case EventKind::kAtomicWrite:
    case EventKind::kAtomicRmw:  // values that cannot be looked at; blocks that no event tells of
      if ((event.flags & (abi::kRange | abi::kNoValue)) != 0) return event.size >= 6;
      return IsLarge(Written(event));
    case EventKind::kCreate:
    case EventKind::kLockTimeout:
    case EventKind::kFutexWait:
    case EventKind::kFutexWake:
    case EventKind::kYield:
    case EventKind::kSleep:
    case EventKind::kFdOp:
    case EventKind::kExtern:
    case EventKind::kSignalHandler:
    case EventKind::kSignalLater:
    case EventKind::kAnnotate:
    case EventKind::kDetach: return true;
    case EventKind::kProcessEnd: return event.value != abi::kEndsByFailure;
    default: return false;
  }
}

bool IdentityLooker::EndTells(const Event& event, Thread& self) {
  Group& group = groups_[self.group];
  if (self.own_block || !self.blocks.empty() || PrivateToMember(event.value, 0xffff) || IsLarge(event.value)) return true;
  if (group.ended++ == 0) group.returned = event.value;
  return group.returned != event.value;
}

bool IdentityLooker::JoinTells(const Event& event) {
  Thread& self = ThreadOf(event.tid);
  if (self.group != kNone) return true;
  if (event.value >= threads_.size() || threads_[event.value].group == kNone) {  // somebody else
    return self.joins != kNone && groups_[self.joins].joined != groups_[self.joins].size;
  }
  const std::uint32_t joined = threads_[event.value].group;
  if (self.joins != kNone && self.joins != joined && groups_[self.joins].joined != groups_[self.joins].size) return true;
  Group& group = groups_[joined];
  if (event.value2 != 0 || (event.flags & abi::kTimed) != 0) return true;
  if (group.joiner != 0xffff && (group.joiner != event.tid || self.joins != joined)) return true;
  group.joiner = event.tid;
  ++group.joined;
  self.joins = joined;
  return false;
}

}  // namespace reweave::inline search
