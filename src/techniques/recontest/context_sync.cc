// Messages and their clocks: the part of the context pass that is not about locks and accesses.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <utility>

#include "abi/annotations.h"
#include "techniques/recontest/context_pass.h"
#include "trace/meaning.h"

namespace reweave::recontest {

using abi::Event;
using abi::EventKind;

namespace {

// Several clocks of one object have keys of their own: addresses of programs leave the top bits free.
constexpr std::uint64_t kOddGeneration = 1ull << 62, kAtomicBit = 1ull << 61, kThreadBit = 1ull << 60, kFutexBit = 1ull << 59;

bool Acquires(std::uint8_t order) {
  const auto o = static_cast<std::memory_order>(order & 15);
  return o == std::memory_order_acquire || o == std::memory_order_consume || o == std::memory_order_acq_rel ||
         o == std::memory_order_seq_cst;
}
bool Releases(std::uint8_t order) {
  const auto o = static_cast<std::memory_order>(order & 15);
  return o == std::memory_order_release || o == std::memory_order_acq_rel || o == std::memory_order_seq_cst;
}
std::uint64_t Generation(const Event& event) { return event.obj | ((event.value & 1) != 0 ? kOddGeneration : 0); }

}  // namespace

// --- Clocks ------------------------------------------------------------------------------------------------------------

bool ContextPass::Join(Clock& into, const Clock& from) {
  bool changed = false;
  if (into.seen.size() < from.seen.size()) into.seen.resize(from.seen.size());
  for (std::size_t t = 0; t < from.seen.size(); ++t)
    if (into.seen[t] < from.seen[t]) into.seen[t] = from.seen[t], changed = true;
  if (changed) into.row = ~0u;
  return changed;
}

std::uint32_t ContextPass::RowOf(Clock& clock, Rows& rows) {
  if (clock.row == ~0u) clock.row = rows.Add(clock.seen);
  return clock.row;
}

// What the thread knows, and all it did itself.
void ContextPass::Publish(std::uint16_t tid, Clocks& to) {
  Thread& thread = At(tid);
  Join(to.messages, thread.clocks.messages);
  if (to.messages.seen.size() <= tid) to.messages.seen.resize(tid + 1u);
  to.messages.seen[tid] = static_cast<std::uint32_t>(out_.threads[tid].accesses.size());
  PublishOrder(tid, to);
}

void ContextPass::PublishOrder(std::uint16_t tid, Clocks& to) {
  Thread& thread = At(tid);
  Join(to.orders, thread.clocks.orders);
  if (to.orders.seen.size() <= tid) to.orders.seen.resize(tid + 1u);
  to.orders.seen[tid] = static_cast<std::uint32_t>(out_.threads[tid].accesses.size());
}

void ContextPass::Receive(std::uint16_t tid, const Clocks& from, bool message) {
  Thread& thread = At(tid);
  if (message) Join(thread.clocks.messages, from.messages);
  Join(thread.clocks.orders, from.orders);
}

void ContextPass::Atomic(const Event& event, bool before) {
  const bool reads = event.kind != EventKind::kAtomicWrite, writes = event.kind != EventKind::kAtomicRead;
  const std::uint64_t key = event.obj | kAtomicBit;
  if (before) {
    if (!reads || !Acquires(event.order)) return;
    if (const auto from = published_.find(key); from != published_.end()) Receive(event.tid, from->second, false);
    return;
  }
  if (!writes) return;
  // A plain store ends what was published before; a read-modify-write goes on with it.
  if (event.kind == EventKind::kAtomicWrite) {
    if (!Releases(event.order)) return static_cast<void>(published_.erase(key));
    published_[key] = {};
  }
  if (Releases(event.order)) PublishOrder(event.tid, published_[key]);
}

// --- Messages ----------------------------------------------------------------------------------------------------------

// Repeated returns of one wait are one: how often a condition is looked at again is not the program's doing.
void ContextPass::Append(std::uint16_t tid, const Event& event, Message message, Key object) {
  // Starting or joining a thread that only one version has orders nothing that both have; what comes of it shows in what happens
  // before.
  if ((message == Message::kStart || message == Message::kJoin) && options_.order == OrderMode::kBoth &&
      !names_.common_threads.contains(object))
    return;
  Thread& thread = At(tid);
  const std::uint32_t call = CallOf(event);
  if (message == Message::kWait && thread.last_wait == call + 1 && thread.last_wait_object == object) return;
  thread.last_wait = message == Message::kWait ? call + 1 : 0;
  thread.last_wait_object = object;
  thread.sequence = names_.Append(thread.sequence, message, object, call, is_new_);
}

// Which atomic access of an operation makes it happen: the one that takes or gives, or sees that all have come.
void ContextPass::Operate(Primitive primitive, const Frame& frame, const Event& event) {
  const std::uint16_t tid = event.tid;
  const bool changes = event.kind != EventKind::kAtomicRead;
  const auto send = [&](std::uint64_t key, Message message) {
    Publish(tid, published_[key]);
    Append(tid, event, message, NameOfObject(event));
  };
  const auto receive = [&](std::uint64_t key, Message message) {
    const auto from = published_.find(key);
    if (from == published_.end()) ++out_.orphan_receives;
    else Receive(tid, from->second);
    Append(tid, event, message, NameOfObject(event));
  };
  // The phase of a barrier goes up by two when the last one arrives.
  const auto phase = [&](std::uint64_t value) { return event.obj | ((value & 2) != 0 ? kOddGeneration : 0); };
  const auto first = [&] { return std::exchange(At(tid).last_primitive, frame.primitive_number) != frame.primitive_number; };
  switch (primitive) {
    case Primitive::kSemaphoreAcquire:
      if (changes) receive(event.obj, Message::kAcquire);
      return;
    case Primitive::kSemaphoreRelease:
      if (changes) send(event.obj, Message::kPost);
      return;
    case Primitive::kLatchArrive:
      if (changes) send(event.obj, Message::kArrive);
      return;
    case Primitive::kLatchWait:
      if (!changes && event.value == 0) receive(event.obj, Message::kLeave);
      return;
    case Primitive::kBarrierArrive:
      if (!first()) return;  // it looks at the phase first
      At(tid).arrived[event.obj] = event.value;
      return send(phase(event.value), Message::kArrive);
    case Primitive::kBarrierWait: {
      const auto arrived = At(tid).arrived.find(event.obj);
      if (changes || (arrived != At(tid).arrived.end() && arrived->second == event.value) || !first()) return;
      return receive(phase(event.value - 2), Message::kLeave);
    }
    case Primitive::kFutureStatus:
      if (changes && (event.kind == EventKind::kAtomicRmw ? event.value2 : event.value) % 2 == 1) send(event.obj, Message::kSet);
      if (!changes && event.value % 2 == 1) receive(event.obj, Message::kGet);
      return;
    case Primitive::kNone: return;
  }
}

void ContextPass::Wait(const Event& event) {
  const std::uint16_t tid = event.tid;
  if (event.kind == EventKind::kWaitBegin) {
    At(tid).waits_on = event.obj;
    At(tid).woken = false;
    return Release(tid, event, event.value2, 0, true);
  }
  Thread& thread = At(tid);
  thread.waits_on = 0;
  if (event.value == 0 && thread.woken) Receive(tid, thread.wake);
  else if (event.value == 0) ++out_.orphan_receives;
  thread.woken = false, thread.wake = {};
  Append(tid, event, Message::kWait, NameOfObject(event));
  Acquire(tid, event, event.value2, false, std::max(1u, thread.wait_depth));
}

void ContextPass::Wake(const Event& event) {
  Append(event.tid, event, event.kind == EventKind::kSignal ? Message::kNotify : Message::kNotifyAll, NameOfObject(event));
  for (std::uint16_t t = 0; t < threads_.size(); ++t) {
    Thread& thread = threads_[t];
    const bool woken =
        event.kind == EventKind::kSignal ? event.value == t + 1u : event.value != 0 && thread.waits_on == event.obj;
    if (woken) Publish(event.tid, thread.wake), thread.woken = true;
  }
}

void ContextPass::Annotated(const Event& event) {
  Thread& thread = At(event.tid);
  switch (static_cast<abi::Annotation>(event.value)) {
    case abi::Annotation::kAtomicBegin:
      if (thread.marks++ == 0) thread.mark = ++next_mark_;
      return;
    case abi::Annotation::kAtomicEnd:
      if (thread.marks > 0) --thread.marks;
      return;
    case abi::Annotation::kTask: thread.sequence = 0, thread.last_wait = 0; return;
    default: return;
  }
}

void ContextPass::Synchronise(const Event& event) {
  const std::uint16_t tid = event.tid;
  if (RecordClassOf(event.kind) == abi::kRecordSync || event.kind == EventKind::kLoopIter || event.kind == EventKind::kCall)
    At(tid).folds.clear();
  if (const LockUse use = LockUseOf(event); event.kind != EventKind::kWaitBegin && event.kind != EventKind::kWaitEnd) {
    if (use.takes()) return Acquire(tid, event, use.lock, use.mode == LockMode::kShared, 1);
    if (use.releases()) return Release(tid, event, use.lock, event.kind == EventKind::kUnlock ? event.value : 0, false);
    if (use.misses()) return;
  }
  switch (event.kind) {
    case EventKind::kWaitBegin:
    case EventKind::kWaitEnd: return Wait(event);
    case EventKind::kSignal:
    case EventKind::kBroadcast: return Wake(event);
    case EventKind::kSemPost: Publish(tid, published_[event.obj]); return Append(tid, event, Message::kPost, NameOfObject(event));
    case EventKind::kSemWait:
      if (OrderUseOf(event).failed) return;
      Receive(tid, published_[event.obj]);
      return Append(tid, event, Message::kAcquire, NameOfObject(event));
    case EventKind::kBarrierArrive:
      Publish(tid, published_[Generation(event)]);
      return Append(tid, event, Message::kArrive, NameOfObject(event));
    case EventKind::kBarrierLeave:
      Receive(tid, published_[Generation(event)]);
      return Append(tid, event, Message::kLeave, NameOfObject(event));
    case EventKind::kOnceEnd:
      if (event.value != 0) return;
      Publish(tid, published_[event.obj]);
      return Append(tid, event, Message::kOnceDone, NameOfObject(event));
    case EventKind::kOnceReturn:
      Receive(tid, published_[event.obj]);
      return Append(tid, event, Message::kOnceSeen, NameOfObject(event));
    case EventKind::kFutexWake: return PublishOrder(tid, published_[event.obj | kFutexBit]);
    case EventKind::kFutexWait:
      if (event.value == 0) Receive(tid, published_[event.obj | kFutexBit], false);
      return;
    case EventKind::kCreate: {
      if (event.value == 0 || event.value > 0xffff) return;
      const auto child = static_cast<std::uint16_t>(event.value);
      At(child);
      out_.threads[child].creator = tid;
      Publish(tid, threads_[child].clocks);
      threads_[child].clocks.messages.row = threads_[child].clocks.orders.row = ~0u;
      return Append(tid, event, Message::kStart, out_.threads[child].name);
    }
    case EventKind::kBegin: return Append(tid, event, Message::kStart, Walk::At(tid).name);
    case EventKind::kEnd: return Publish(tid, published_[tid | kThreadBit]);
    case EventKind::kJoin: {
      if (event.value2 != 0 || event.value > 0xffff) return;
      const auto child = static_cast<std::uint16_t>(event.value);
      Receive(tid, published_[child | kThreadBit]);
      At(child);
      return Append(tid, event, Message::kJoin, out_.threads[child].name);
    }
    case EventKind::kAnnotate: return Annotated(event);
    default: return;
  }
}

}  // namespace reweave::recontest
