// Writing records into the trace ring, and the shadow call stack they are labelled with.
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u64 kRoom = 4;  // units: a record, or a context, the upper half of an address and an access

u64 Free() { return g_rt.ring_units - (Head() - g_rt.tail_seen); }

// The ring is full: the explorer must read first.
void WaitForRoom() {
  abi::ControlBlock* c = g_rt.control;
  Publish(true);
  for (u32 spin = 0;; ++spin) {
    g_rt.tail_seen = c->trace_tail.load(std::memory_order_acquire);
    if (Free() >= kRoom) return;
    if (spin < 1000) {
      __builtin_ia32_pause();
      continue;
    }
    u32 word = c->plan_futex.load();
    c->runtime_sleeps.store(1);
    if (Head() - c->trace_tail.load() + kRoom > g_rt.ring_units) {
      timespec limit{1, 0};
      Sys(SYS_futex, reinterpret_cast<long>(&c->plan_futex), 0, word, reinterpret_cast<long>(&limit));
    }
    c->runtime_sleeps.store(0);
  }
}

Event* NextSlot() {
  if (RW_UNLIKELY(g_rt.next > g_rt.stop)) MakeRoom();
  auto* e = reinterpret_cast<Event*>(g_rt.next);
  g_rt.next += abi::kEventUnits;
  return e;
}

CallEntry* Calls(const Fiber* f) { return reinterpret_cast<CallEntry*>(SlotAddress(f->slot) + kSlotCalls); }
constexpr u32 kMaxCalls = kSlotCallsBytes / sizeof(CallEntry);

}  // namespace

// What was written so far is complete: `fill` was flushed on entry.
void MakeRoom() {
  abi::Unit* const end = g_rt.ring + g_rt.ring_units;
  if (static_cast<u64>(end - g_rt.next) < kRoom) {
    if (Free() < kRoom) WaitForRoom();
    while (g_rt.next != end) *g_rt.next++ = {abi::kUnitFiller, 0};
    g_rt.next = g_rt.ring;
    g_rt.lap += g_rt.ring_units;
  }
  if (Head() - g_rt.published >= g_rt.ring_units / 2) Publish(true);
  if (Free() < kRoom) WaitForRoom();
  const u64 to_end = static_cast<u64>(end - g_rt.next), to_publish = g_rt.published + g_rt.ring_units / 2 + kRoom - Head();
  u64 most = Free() < to_end ? Free() : to_end;
  if (to_publish < most) most = to_publish;
  g_rt.stop = g_rt.next + (most - kRoom);
}

void SetHead(u64 head) {
  g_rt.tail_seen = g_rt.control->trace_tail.load();
  g_rt.published = head;
  g_rt.next = g_rt.ring + head % g_rt.ring_units;
  g_rt.lap = head - head % g_rt.ring_units;
  g_rt.stop = nullptr;
}

void Publish(bool wake) {
  abi::ControlBlock* c = g_rt.control;
  g_rt.published = Head();
  c->trace_head.store(g_rt.published);
  c->trace_futex.fetch_add(1);
  if (wake && c->explorer_sleeps.load()) Sys(SYS_futex, reinterpret_cast<long>(&c->trace_futex), 1, 1);
}

void FlushFill() {
  Event* e = g_rt.fill;
  if (RW_LIKELY(!e)) return;
  g_rt.fill = nullptr;
  UpdateFast();
  u64 now = 0;
  __builtin_memcpy(&now, reinterpret_cast<void*>(e->obj), e->size <= 8 ? e->size : 8);
  e->value2 = now;
  if (now != e->value) Effect();
  else if (e->tid < W->threads) NoteRead(&W->fibers[e->tid], e->site, e->obj, now);
}

bool Recording(u32 cls) { return g_rt.record & cls; }

Event* Record(EventKind kind, Fiber* f) {
  FlushFill();
  Event* e = RW_UNLIKELY(g_rt.on_the_way) ? &g_rt.unread : NextSlot();
  e->kind = kind;
  e->flags = 0;
  e->tid = f->tid;
  e->site = 0;
  e->obj = e->value = e->value2 = 0;
  e->size = 0;
  e->order = e->outcome = 0;
  e->ordinal = f->ordinal;
  e->caller = UserCallSite(f);
  e->ctx = CallContext(f);
  return e;
}

Event* RecordPending(Fiber* f) {
  RecordEnabled();
  Event* e = Record(f->pend.kind, f);
  e->flags = f->pend.flags | (RW_UNLIKELY(g_rt.marks) && OnMarkedStack(f) ? abi::kMarked : 0);
  if (f->pend.timed || (f->pend.kind == EventKind::kWaitEnd && f->pend.arg & 1)) e->flags |= abi::kTimed;
  e->site = f->pend.site;
  e->obj = f->pend.obj;
  return e;
}

Event* RecordMeta(EventKind kind) {
  FlushFill();
  Event* e = NextSlot();
  *e = Event{};
  e->kind = kind;
  return e;
}

void RecordEnabled() {
  if (!W->started || g_rt.on_the_way) return;
  bool same = g_rt.last_words == W->words;
  for (u32 i = 0; same && i < W->words; ++i) same = g_rt.last_mask[i] == g_rt.cand[i];
  if (!same) {
    for (u32 i = 0; i < W->words; i += 3) {
      Event* e = RecordMeta(EventKind::kEnabled);
      e->ordinal = i / 3;
      e->caller = W->words;
      e->obj = g_rt.cand[i];
      if (i + 1 < W->words) e->value = g_rt.cand[i + 1];
      if (i + 2 < W->words) e->value2 = g_rt.cand[i + 2];
    }
    for (u32 i = 0; i < W->words; ++i) g_rt.last_mask[i] = g_rt.cand[i];
    g_rt.last_words = W->words;
  }
  u64 diff = 0, spins = 0;
  for (u32 i = 0; i < W->words; ++i) {
    diff |= g_rt.over[i] ^ g_rt.last_passed[i];
    spins |= g_rt.over[i] & W->spinning[i];
  }
  bool same_spins = g_rt.last_spins == (spins != 0);
  if (RW_LIKELY(!diff && same_spins)) return;
  g_rt.last_spins = spins != 0;
  for (u32 i = 0; i < W->words; i += 3) {
    Event* e = RecordMeta(EventKind::kEnabled);
    e->flags = spins ? 3 : 1;
    e->ordinal = i / 3;
    e->caller = W->words;
    u64* to[3] = {&e->obj, &e->value, &e->value2};
    for (u32 k = 0; k < 3 && i + k < W->words; ++k) *to[k] = g_rt.last_passed[i + k] = g_rt.over[i + k];
  }
}

void RecordText(abi::TextStream stream, const char* text, u64 n) {
  while (n > 0) {
    u64 k = n < 24 ? n : 24;
    Event* e = RecordMeta(EventKind::kText);
    e->outcome = static_cast<u8>(stream);
    e->size = static_cast<u16>(k);
    __builtin_memcpy(&e->obj, text, k);
    text += k;
    n -= k;
  }
}

u32 CallSite(const Fiber* f, u32 up) {
  u32 n = f->calls;
  if (n <= up || n > kMaxCalls) return 0;
  return Calls(f)[n - 1 - up].site;
}

void RememberCall(Fiber* f) {
  const u32 n = f->calls;
  f->abort_calls = n > kMaxCalls ? 0 : n;
  if (f->abort_calls) f->abort_call = Calls(f)[n - 1];
}

u32 AbortSite(const Fiber* f) {
  if (f->abort_calls == 0) return 0;
  const uptr here = reinterpret_cast<uptr>(__builtin_frame_address(0));
  const bool own_stack = here - f->stack_low < f->stack_high - f->stack_low;
  const CallEntry& then = Calls(f)[f->abort_calls - 1];
  const bool under_way = f->calls >= f->abort_calls && then.site == f->abort_call.site && then.sp == f->abort_call.sp;
  return under_way || !own_stack ? f->abort_call.site : 0;
}

u32 UserCallSite(const Fiber* f) {
  u32 n = f->calls;
  return n == 0 || n > kMaxCalls ? 0 : Calls(f)[n - 1].user;
}

bool OnMarkedStack(const Fiber* f) {
  u32 n = f->calls;
  return n != 0 && Calls(f)[(n > kMaxCalls ? kMaxCalls : n) - 1].marked != 0;
}

u32 CallContext(const Fiber* f) {
  u32 n = f->calls;
  if (n == 0 || n > kMaxCalls) return 0;
  return Calls(f)[n - 1].ctx;
}

}  // namespace reweave::rt

using namespace reweave::rt;

// A call into changed code: where in the run it is, for who looks for windows; on the way to the rewind point others are waited
// for.
__attribute__((noinline)) static void AtChange() {
  constexpr u64 kFirstDistance = 1000;
  if (g_rt.on_the_way && g_rt.extras->gather) HoldHere();
  if (W->steps < g_rt.mark_next) return;
  reweave::abi::Extras* c = g_rt.extras;
  u32 n = c->mark_count.load();
  if (n == 0) g_rt.mark_every = kFirstDistance;
  if (n == reweave::abi::kMostMarkSteps) {
    for (u32 i = 0; i < n / 2; ++i) c->mark_steps[i] = c->mark_steps[2 * i];
    n /= 2;
    g_rt.mark_every *= 2;
  }
  c->mark_steps[n] = W->steps;
  c->mark_count.store(n + 1);
  g_rt.mark_next = W->steps + g_rt.mark_every;
}

// The shadow call stack heals itself: an entry whose stack address is not above the current frame belongs to a call that is
// over, however it ended (return, exception, longjmp).
__attribute__((always_inline)) static inline void EnterCall(u32 site, bool library) {
  if (!Controlled()) return;
  Fiber* f = Cur();
  BreakChain();
  CallEntry* calls = Calls(f);
  uptr sp = reinterpret_cast<uptr>(__builtin_frame_address(0));
  u32 n = f->calls;
  while (n > 0 && n <= kMaxCalls && calls[n - 1].sp <= sp) --n;
  if (RW_LIKELY(n < kMaxCalls)) {
    u32 parent = n ? calls[n - 1].ctx : 0x811c9dc5u;
    u32 marked = n ? calls[n - 1].marked : 0;
    if (RW_UNLIKELY(g_rt.marks)) {
      u32 number = (site & ((1u << reweave::abi::kSiteClassShift) - 1)) - g_rt.marks_base;
      if (number < g_rt.marks_count && g_rt.marks[number]) {
        marked += g_rt.marks[number] & reweave::abi::kMarkCounts;
        if (g_rt.marks[number] & reweave::abi::kMarkGathers && W->started) AtChange();
      }
    }
    calls[n] = {sp, site, (parent ^ site) * 0x01000193u + (parent >> 15), library ? (n ? calls[n - 1].user : 0) : site, marked};
  }
  f->calls = n + 1;
  if (RW_UNLIKELY(g_rt.record & reweave::abi::kRecordCall)) {
    Event* e = Record(EventKind::kCall, f);
    e->site = site;
  }
}

RW_EXPORT void __reweave_call(u32 site) { EnterCall(site, false); }
RW_EXPORT void __reweave_call_library(u32 site) { EnterCall(site, true); }

RW_EXPORT void __reweave_return(u32 site) {
  if (!Controlled()) return;
  Fiber* f = Cur();
  CallEntry* calls = Calls(f);
  uptr sp = reinterpret_cast<uptr>(__builtin_frame_address(0));
  u32 n = f->calls;
  if (n > kMaxCalls) --n;
  else
    while (n > 0 && calls[n - 1].sp <= sp) --n;
  f->calls = n;
  if (RW_LIKELY(W->started)) {
    ++f->ordinal;  // whether or not it is a step: that depends on what earlier runs showed
    if (sp > f->returned_to) f->returned_to = sp;
    if (RW_UNLIKELY(f->watched < sp || g_rt.hooks != Hooks::kPassOver)) FramesGone(f, sp, site);
  }
  if (RW_UNLIKELY(g_rt.record & reweave::abi::kRecordCall)) {
    Event* e = Record(EventKind::kReturn, f);
    e->site = site;
  }
}

RW_EXPORT void __reweave_fence(u32 site, u32 order) {
  if (!Controlled()) return;
  Point({EventKind::kFence, reweave::abi::kAtomic, false, false, kGoesOn, site, 0, 0, nullptr, 0, 0});
  RecordPending(Cur())->order = static_cast<u8>(order);
}
