#include "techniques/recontest/context_pass.h"

#include <algorithm>

#include "techniques/recontest/deadline.h"
#include "trace/meaning.h"

namespace reweave::recontest {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::size_t kMostBits = 16;

}  // namespace

bool NamesObject(const Event& event) {
  if (event.kind == EventKind::kAnnotate || event.kind == EventKind::kLockTimeout) return false;
  switch (OrderUseOf(event).through) {
    case OrderUse::Through::kCondition:
    case OrderUse::Through::kBarrier:
    case OrderUse::Through::kSemaphore: return true;
    case OrderUse::Through::kOnce: return event.kind != EventKind::kOnceRun;
    default: return static_cast<bool>(LockUseOf(event));
  }
}

ContextPass::ContextPass(const ProgramView& view, const Options& options, bool is_new, Histories& out)
    : Walk(view, options.loop_counters),
      options_(options),
      is_new_(is_new),
      names_(out.names),
      out_(is_new ? out.new_run : out.old_run),
      layout_unsafe_(out.layout_unsafe),
      seen_members_(out.set_members) {
  for (std::size_t set = 0; set < options.atomic_sets.size() && set < 255; ++set)
    for (const std::string& name : options.atomic_sets[set])
      members_.try_emplace(NameOf(name), static_cast<std::uint8_t>(set + 1), &name);
}

std::uint8_t ContextPass::SetOf(const SiteView& site) {
  if (members_.empty() || site.label == 0) return 0;
  const auto member = members_.find(site.label);
  if (member == members_.end()) return 0;
  seen_members_.insert(*member->second.name);
  return member->second.set;
}

void ContextPass::Read(EventSource& source) {
  const Deadline deadline(options_.end);
  source.Restart();
  for (auto events = source.Next(); !events.empty(); events = source.Next())
    for (const Event& event : events) deadline.Turn(), Look(event), ++event_;
  out_.events = event_;
}

ContextPass::Thread& ContextPass::At(std::uint16_t tid) {
  if (tid >= threads_.size()) {
    threads_.resize(tid + 1u);
    out_.threads.resize(tid + 1u);
    for (History::Thread& thread : out_.threads)
      if (thread.states.empty()) thread.states.emplace_back();
  }
  out_.threads[tid].name = Walk::At(tid).name;
  return threads_[tid];
}

void ContextPass::Born(Object& object) {
  object.shared = names_.shared.contains(object.name);
  if (!is_new_ || names_.relayouts.empty()) return;
  const auto relayout = names_.relayouts.find(object.name);
  if (relayout != names_.relayouts.end()) object.relayout = &relayout->second;
}

std::uint64_t ContextPass::OffsetOf(const Object& object, std::uint64_t address, const SiteView& site) {
  const std::uint64_t offset = address - object.start;
  if (object.relayout == nullptr) return offset;
  const auto moved = object.relayout->moves.find(site.label);
  if (moved != object.relayout->moves.end()) return offset + static_cast<std::uint64_t>(moved->second);
  const auto field = object.relayout->fields.find(offset);
  if (field != object.relayout->fields.end()) return field->second;
  layout_unsafe_ |= object.relayout->resized;
  return offset;
}

void ContextPass::Look(const Event& event) {
  if (event.kind == EventKind::kRunEnd)
    out_.truncated |= event.outcome != static_cast<std::uint8_t>(abi::EndKind::kPass) &&
                      event.outcome != static_cast<std::uint8_t>(abi::EndKind::kExit);
  if (!IsEvent(event.kind)) return;
  Follow(event);
  if (!IsAccess(event.kind)) return Synchronise(event);
  const SiteView& site = view_.Site(event.site);
  const bool atomic = IsAtomic(event.kind);
  if (atomic) Atomic(event, true);
  const Frame& frame = Walk::At(event.tid).frames.back();
  const Primitive primitive = frame.primitive != Primitive::kNone ? frame.primitive : site.primitive;
  if (atomic && primitive != Primitive::kNone) Operate(primitive, frame, OfPrimitive(event, frame));
  if (primitive == Primitive::kNone && !site.hidden && !site.thread_local_storage) {
    Object& object = ObjectAt(event, event.obj);
    if (object.shared) {
      const std::uint8_t flags = (atomic ? kAtomicAccess : 0) | (site.element ? kIsElement : 0);
      if (event.kind == EventKind::kAtomicRmw && site.folded == 0 && !site.in_library) {
        AddAccess(event, site, object, false, flags | kHalfOfRmw);
        AddAccess(event, site, object, true, flags | kHalfOfRmw);
      } else {
        AddAccess(event, site, object, event.kind != EventKind::kRead && event.kind != EventKind::kAtomicRead, flags);
      }
    }
  }
  if (atomic) Atomic(event, false);
}

// --- Accesses ----------------------------------------------------------------------------------------------------------

// One call on a library object is one access to it, a write if it writes anywhere in it.
bool ContextPass::FoldIn(Thread& thread, const Event& event, std::uint64_t call, Object& object, bool write) {
  if (!thread.folds.empty() && thread.folds.front().call != call) thread.folds.clear();
  for (const Fold& fold : thread.folds) {
    if (fold.object != object.number) continue;
    Access& access = out_.accesses[fold.access];
    const std::uint64_t low = std::min<std::uint64_t>(access.offset, event.obj - object.start);
    const std::uint64_t high = std::max<std::uint64_t>(access.offset + access.size, event.obj - object.start + AccessSize(event));
    access.offset = static_cast<std::uint32_t>(low);
    access.size = static_cast<std::uint16_t>(std::min<std::uint64_t>(high - low, 0xffff));
    if (write && !access.writes())
      access.flags |= kWrites, access.event = event_, access.site = event.site, access.caller = event.caller;
    return true;
  }
  return false;
}

void ContextPass::NoteReleases(Thread& thread, Access& access) {
  if (thread.released.empty() && options_.release != ReleaseMode::kOr) return;
  const auto& locks = names_.lock_sets.locks(thread.set);
  for (std::size_t i = 0; i < locks.size() && i < kMostBits; ++i) {
    const auto lock = static_cast<std::uint32_t>(locks[i].lock);
    const bool now = std::ranges::find(thread.released, lock) != thread.released.end();
    if (lock >= thread.released_ever.size()) thread.released_ever.resize(lock + 1u);
    if (now) thread.released_ever[lock] = true;
    const bool released = options_.release == ReleaseMode::kOr ? thread.released_ever[lock] : now;
    access.released |= static_cast<std::uint16_t>(released << i);
  }
  thread.released.clear();
}

void ContextPass::AddAccess(const Event& event, const SiteView& site, Object& object, bool write, std::uint8_t flags) {
  Thread& thread = At(event.tid);
  if (object.number == ~0u) {
    object.number = static_cast<std::uint32_t>(out_.objects.size());
    out_.objects.push_back({object.name, object.size, object.guessed});
  }
  Position& position = Walk::At(event.tid);
  Frame& frame = position.frames.back();
  // Nobody saw the call: a thread that begins in a member function, a function behind a pointer. It is a unit all the same.
  if (frame.unit == 0 && site.caller_record != 0) frame.unit = NewUnit();
  const std::uint64_t call = site.folded != 0 ? site.folded : site.in_library ? frame.user_call : 0;
  if (call != 0) {
    if (FoldIn(thread, event, call, object, write)) return;
    thread.folds.push_back({static_cast<std::uint32_t>(out_.accesses.size()), call, object.number});
    flags |= kFolded;
  } else {
    thread.folds.clear();
  }
  History::Thread& known = out_.threads[event.tid];
  Access access;
  const bool by_call = call != 0 && site.folded == 0;
  const std::uint64_t statement = call != 0 ? call : site.statement;
  access.statement = names_.statements(statement);
  access.key = Mix(by_call ? Mix(position.identity, frame.user_place) : PlaceOf(position, site), statement);
  if (call != 0) access.key = Mix(access.key, object.coarse);
  if (!(by_call ? frame.user_mapped : site.mapped)) flags |= kInChangeSet;
  if ((flags & kHalfOfRmw) != 0 && write) access.key = Mix(access.key, 1);
  access.site = event.site, access.caller = event.caller;
  access.event = event_;
  access.object = object.number;
  access.offset = static_cast<std::uint32_t>(OffsetOf(object, event.obj, site));
  access.state = static_cast<std::uint32_t>(known.states.size() - 1);
  const Epoch epoch{thread.sequence, RowOf(thread.clocks.messages, out_.messages), RowOf(thread.clocks.orders, out_.orders),
                    thread.marks > 0 ? thread.mark : 0};
  if (thread.epoch == ~0u || out_.epochs[thread.epoch] != epoch) {
    thread.epoch = static_cast<std::uint32_t>(out_.epochs.size());
    out_.epochs.push_back(epoch);
  }
  access.epoch = thread.epoch;
  access.unit = frame.unit;
  if (site.source != 0) {
    if (frame.source != site.source) frame.source = site.source, frame.execution = ++next_execution_;
    access.execution = frame.execution;
  }
  access.thread = event.tid;
  access.size = static_cast<std::uint16_t>(std::min<std::uint64_t>(AccessSize(event), 0xffff));
  access.flags = flags | (write ? kWrites : 0) | (frame.handler ? kInHandler : 0);
  out_.in_handlers += frame.handler;
  access.set = SetOf(site);
  constexpr int kSequential = 5;
  out_.weak_atomics += (flags & kAtomicAccess) != 0 && (event.order & 15) != kSequential;
  NoteReleases(thread, access);
  known.accesses.push_back(static_cast<std::uint32_t>(out_.accesses.size()));
  out_.accesses.push_back(access);
}

// --- Locks -------------------------------------------------------------------------------------------------------------

std::uint32_t ContextPass::LockNumber(const Event& event, std::uint64_t address) {
  const Object& object = ObjectAt(event, address);
  const SiteView& call = view_.Site(CallOf(event));
  return names_.Lock(object.name, object.coarse, OffsetOf(object, address, call), CallOf(event), is_new_);
}

Key ContextPass::NameOfObject(const Event& event) {
  const Object& object = ObjectAt(event, event.obj);
  return Mix(object.name, OffsetOf(object, event.obj, view_.Site(CallOf(event))));
}

namespace {

// The thread's locks from here on.
void AddState(History& out, std::uint16_t tid, std::uint32_t set, std::uint32_t section, const auto& held) {
  LockState state;
  state.set = set;
  state.first = static_cast<std::uint32_t>(out.held.size());
  state.count = static_cast<std::uint32_t>(held.size());
  state.section = section;
  for (const auto& h : held) out.held.push_back({h.lock, h.section, h.since, h.shared});
  out.threads[tid].states.push_back(state);
}

}  // namespace

void ContextPass::Acquire(std::uint16_t tid, const Event& event, std::uint64_t address, bool shared, std::uint32_t depth) {
  Thread& thread = At(tid);
  const std::uint32_t lock = LockNumber(event, address);
  for (Holding& holding : thread.held)
    if (holding.lock == lock && holding.shared == shared) return static_cast<void>(holding.depth += depth);
  if (thread.held.empty()) thread.section = ++next_outer_;
  const auto since = static_cast<std::uint32_t>(out_.threads[tid].states.size());
  thread.held.push_back({lock, ++out_.sections, since, depth, shared});
  thread.set = names_.lock_sets.With(thread.set, {lock, shared ? LockMode::kShared : LockMode::kExclusive});
  AddState(out_, tid, thread.set, thread.section, thread.held);
}

void ContextPass::Release(std::uint16_t tid, const Event& event, std::uint64_t address, std::uint64_t depth_after, bool all) {
  Thread& thread = At(tid);
  const std::uint32_t lock = LockNumber(event, address);
  const auto holding = std::ranges::find(thread.held, lock, &Holding::lock);
  if (holding == thread.held.end()) return static_cast<void>(++out_.unheld_unlocks);
  thread.wait_depth = holding->depth;
  if (!all && holding->depth > 1) return static_cast<void>(--holding->depth);
  if (depth_after != 0 && !all) return;
  if (holding + 1 != thread.held.end()) out_.threads[tid].nested = false;
  thread.set = names_.lock_sets.Without(thread.set, {lock, holding->shared ? LockMode::kShared : LockMode::kExclusive});
  thread.held.erase(holding);
  if (thread.held.empty()) thread.section = 0;
  if (std::ranges::find(thread.released, lock) == thread.released.end()) thread.released.push_back(lock);
  AddState(out_, tid, thread.set, thread.section, thread.held);
}

}  // namespace reweave::recontest
