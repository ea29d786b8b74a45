// Threads: creation, end, join. A new thread gets a slot (stack, TLS, heap) by its place in the creation tree, so that its
// addresses and its pthread_t do not depend on the schedule.
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>

#include "abi/identity.h"
#include "runtime/coverage.h"
#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u64 kMostGiven = 256;  // bytes

u64 Mix(u64 h, u64 v) {
  h ^= v + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
  h *= 0xff51afd7ed558ccdull;
  return h ^ (h >> 33);
}

// Children of main take slots in order; others by their path. A taken slot moves on to the next.
u32 PickSlot(const Fiber* parent, u32 nth) {
  u32 pool = g_rt.pool;
  u32 want = parent->tid == 0 ? (nth - 1) % pool : static_cast<u32>(Mix(parent->path, nth) % pool);
  for (u32 i = 0; i < pool; ++i) {
    u32 slot = 1 + (want + i) % pool;
    if (W->slot_owner[slot] == 0) return slot;
  }
  return 0;
}

void FreshSlot(u32 slot) {
  Slot& s = g_rt.slots[slot];
  if (Bit(W->slot_touched, slot))  // used before in this run: TCB and TLS as new
    __builtin_memcpy(reinterpret_cast<void*>(s.tls_low), reinterpret_cast<void*>(ImageOf(s.tls_low)), s.stack_high - s.tls_low);
  SetBit(W->slot_touched, slot);
  InitHeap(slot);
}

void InheritClock(Fiber* parent, Fiber* child) {
  SetEpoch(child, 1);
  child->forced_at = kForcedPoint;
  if (child->tid >= kOrderedThreads || parent->tid >= kOrderedThreads) return;
  for (u32 i = 0; i < kOrderedThreads; ++i) W->vc[child->tid][i] = W->vc[parent->tid][i];
  W->vc[child->tid][child->tid] = 1;
  SetEpoch(parent, ++W->vc[parent->tid][parent->tid]);
}

void JoinClock(Fiber* joiner, Fiber* ended) {
  if (joiner->tid >= kOrderedThreads || ended->tid >= kOrderedThreads) return;
  for (u32 i = 0; i < kOrderedThreads; ++i)
    if (W->vc[ended->tid][i] > W->vc[joiner->tid][i]) W->vc[joiner->tid][i] = W->vc[ended->tid][i];
}

// Where the new fiber's code runs: the slot's stack below its TLS, a stack of the program's, or a bigger one of ours.
bool PlaceStack(Fiber* f, u32 slot, const pthread_attr_t* attr) {
  Slot& s = g_rt.slots[slot];
  f->stack_low = SlotAddress(slot) + kPage;
  f->stack_high = s.tls_low - 1024;
  if (!attr) return true;
  size_t size = 0;
  void* address = nullptr;
  pthread_attr_getstack(attr, &address, &size);
  if (address && reinterpret_cast<uptr>(address) + size > 4096) {
    f->stack_low = reinterpret_cast<uptr>(address);
    f->stack_high = f->stack_low + size;
  } else if (size > kSlotTop - (1u << 20)) {
    uptr at = MapLarge(size + kPage);
    if (!at) return false;
    f->stack_low = at + kPage;
    f->stack_high = at + kPage + size;
  }
  return true;
}

// What the argument of a new thread points to, if that is the start of a small block of the heap: two threads that were given
// equal blocks of their own may be interchangeable (std::thread makes one for each).
struct Given {
  u64 size = 0, hash = 0;
};
Given BlockGiven(const void* argument) {
  Given given;
  if (!InSlotHeap(reinterpret_cast<uptr>(argument)) || !HeapBlockAt(argument, &given.size) || given.size > kMostGiven) return {};
  const u8* bytes = static_cast<const u8*>(argument);
  for (u64 i = 0; i < given.size; ++i) given.hash = Mix(given.hash, bytes[i]);
  given.hash |= given.size != 0;
  return given;
}

Fiber* NewFiber(Fiber* parent, u32 slot, const void* argument) {
  u32 tid = W->threads++;
  if (tid > g_rt.threads_high) g_rt.threads_high = tid;
  W->words = tid / 64 + 1;
  ++W->live;
  ++W->unjoined;
  Fiber* f = &W->fibers[tid];
  __builtin_memset(f, 0, sizeof *f);
  f->state = FiberState::kLive;
  f->tid = f->notes_as = static_cast<u16>(tid);
  f->parent = parent->tid;
  f->nth = ++parent->children;
  f->path = Mix(parent->path, f->nth);
  f->sigmask = parent->sigmask;
  f->ordinal = 1;
  f->pend = {EventKind::kBegin, 0, false, false, kGoesOn, CallSite(parent), 0, 0, nullptr, 0, 0};
  W->slot_owner[slot] = static_cast<u16>(tid + 1);
  InheritClock(parent, f);
  SetEnabled(f, true);
  if (W->started) SetPriority(f);
  Event* e = RecordMeta(EventKind::kThreadInfo);
  e->tid = f->tid;
  e->value = parent->tid;
  e->value2 = f->nth;
  e->obj = slot;
  const Given given = BlockGiven(argument);
  e->size = static_cast<u16>(given.size);
  e->caller = static_cast<u32>(given.hash);
  e->ctx = static_cast<u32>(given.hash >> 32);
  return f;
}

int Create(pthread_t* out, const pthread_attr_t* attr, void* (*fn)(void*), void* arg, const void* caller) {
  Fiber* me = Cur();
  RewindPoint();
  NoteForeign(me, caller);
  Point(Op(EventKind::kCreate, reinterpret_cast<void*>(fn)));
  u32 slot = PickSlot(me, me->children + 1);
  if (slot == 0 || W->threads == kMaxThreads) {
    if (g_rt.pool + 1 < kMaxSlots && W->threads < kMaxThreads) EndRun(EndKind::kNeedThreads, g_rt.pool * 2);
    RecordPending(me)->value = 0;
    return EAGAIN;
  }
  FreshSlot(slot);
  Fiber* f = NewFiber(me, slot, arg);
  NoteForeign(f, reinterpret_cast<void*>(fn));
  if (!PlaceStack(f, slot, attr)) return EAGAIN;
  int detach = PTHREAD_CREATE_JOINABLE;
  if (attr) pthread_attr_getdetachstate(attr, &detach);
  f->detached = detach == PTHREAD_CREATE_DETACHED;
  f->fn = fn;
  f->arg = arg;
  PrepareFiber(f, slot);
  *out = g_rt.slots[slot].handle;
  Event* e = RecordPending(me);
  e->value = f->tid;
  e->value2 = reinterpret_cast<u64>(arg);
  e->size = static_cast<u16>(abi::kBirthTold | (InSlots(f->stack_low) || InLarge(f->stack_low) ? 0 : abi::kOwnStack) |
                             (f->detached ? abi::kBornDetached : 0));
  Effect();
  return 0;
}

void FreeSlot(Fiber* f) {
  if (W->slot_owner[f->slot] == f->tid + 1) W->slot_owner[f->slot] = 0;
}

// Its slot was given back by the one who joined it. A detached thread that has ended is none of these: nobody need know that.
bool WasThread(pthread_t thread) {
  uptr a = static_cast<uptr>(thread);
  if (!InSlots(a)) return false;
  const u32 slot = static_cast<u32>((a - kSlots) / kSlotBytes);
  for (u32 t = 0; t < W->threads; ++t)
    if (W->fibers[t].slot == slot && W->fibers[t].joined) return true;
  return false;
}

bool Ended(const Fiber* f) { return reinterpret_cast<Fiber*>(f->pend.obj)->state == FiberState::kDone; }

int Join(pthread_t thread, void** result, bool timed, bool trying, u64 deadline) {
  Fiber* me = Cur();
  Fiber* f = FiberOf(thread);
  if (!f) {
    if (WasThread(thread))
      Misuse(abi::kThreadJoined, reinterpret_cast<void*>(thread), "a thread is joined that was joined already");
    return ESRCH;
  }
  if (f == me) return EDEADLK;
  if (f->joining) Misuse(abi::kThreadJoined, reinterpret_cast<void*>(thread), "two threads join the same thread");
  if (f->detached || f->joining) return EINVAL;
  CancelPoint();
  Pending p = Op(EventKind::kJoin, f, trying ? nullptr : Ended);
  p.timed = timed;
  p.deadline = deadline;
  f->joining = !trying && !timed;
  Point(p);
  bool done = f->state == FiberState::kDone;
  Event* e = RecordPending(me);
  e->value = f->tid;
  e->value2 = static_cast<u64>(done ? 0 : trying ? EBUSY : ETIMEDOUT);
  e->size = trying;  // it might have come before the end
  me->pend.ready = nullptr;
  if (!done) {
    if (timed) TimedOut(me);
    return trying ? EBUSY : ETIMEDOUT;
  }
  if (result) *result = f->ret;
  f->joined = true;
  --W->unjoined;
  JoinClock(me, f);
  FreeSlot(f);
  return 0;
}

}  // namespace

// A child of a program under control makes a thread: the explorer wants to know, it may be what the test is about.
void SayThatChildHasThreads() {
  abi::Child* child = g_rt.as_child;
  if (!child || child->threads.load() != abi::kNoThreads) return;
  child->threads.store(static_cast<u32>(Sys(SYS_getppid)) == g_rt.pid ? abi::kHasThreads : abi::kGrandchildHasThreads);
}

void RewindPoint() {
  if (W->started) return;
  ListForeign();
  if (g_rt.children) NeedsExec(SYS_clone);  // still there: it is not part of what is put back
  FlushFill();
  SwitchToController(Reason::kSnapshot);  // every schedule starts by returning from here
  W->started = true;
  UpdateFast();
  for (u32 i = 0; i < kMaskWords; ++i) g_rt.last_mask[i] = 0;
}

u32 Gettid(const Fiber* f) { return g_rt.pid + f->tid; }

Fiber* FiberOf(pthread_t thread) {
  uptr a = static_cast<uptr>(thread);
  u32 owner = 0;
  if (a == g_rt.controller_fs) owner = 1;
  else if (InSlots(a)) owner = W->slot_owner[(a - kSlots) / kSlotBytes];
  return owner ? &W->fibers[owner - 1] : nullptr;
}

// The end of a thread, after its function or pthread_exit: what libc does in this order, then nothing runs on it any more.
[[noreturn]] void EndThread(void* result) {
  Fiber* f = Cur();
  f->ret = result;
  f->exiting = true;
  f->cancel_state = 1;  // PTHREAD_CANCEL_DISABLE
  if (g_real.__call_tls_dtors) g_real.__call_tls_dtors();
  RunKeyDestructors(f);
  if (W->handlers) Point(Op(EventKind::kEnd, nullptr));
  if (W->live == 1) {  // the last one: in every schedule the process ends when nobody else is left
    W->unjoined = 0;
    exit(0);
  }
  ReleaseRobust(f);
  if (!W->handlers) ++f->ordinal;
  Event* e = W->handlers ? RecordPending(f) : Record(EventKind::kEnd, f);
  e->value = reinterpret_cast<u64>(result);
  e->value2 = f->slot;  // whose stack and thread-local variables are gone
  if (f->tid < kOrderedThreads) SetEpoch(f, ++W->vc[f->tid][f->tid]);
  if (f->detached) FreeSlot(f);
  ThreadDone();
}

void FiberMain() {
  Fiber* f = Cur();
  if (f->tid == 0) {
    StartMain();
    __builtin_trap();
  }
  Chosen(f);
  Event* e = RecordPending(f);
  e->value = f->parent;
  CallWithoutHooks(reinterpret_cast<void*>(f->fn), f->arg, f->pend.site);
  EndThread(f->fn(f->arg));
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int pthread_create(pthread_t* out, const pthread_attr_t* attr, void* (*fn)(void*), void* arg) {
  if (RW_UNLIKELY(g_rt.as_child)) SayThatChildHasThreads();
  if (!Controlled()) return Covering() ? CoverCreate(out, attr, fn, arg) : Dormant().pthread_create(out, attr, fn, arg);
  return Create(out, attr, fn, arg, __builtin_return_address(0));
}
// Who asks may treat threads differently that are interchangeable else.
RW_EXPORT pthread_t pthread_self() {
  NoteIdentityAsked();
  pthread_t self;
  __asm__("mov %%fs:0x10, %0" : "=r"(self));
  return self;
}
RW_EXPORT int pthread_join(pthread_t t, void** result) {
  if (!Controlled()) return Covering() ? CoverJoin(t, result) : Dormant().pthread_join(t, result);
  return Join(t, result, false, false, 0);
}
RW_EXPORT int pthread_tryjoin_np(pthread_t t, void** result) {
  if (!Controlled()) return Dormant().pthread_tryjoin_np(t, result);
  return Join(t, result, false, true, 0);
}
RW_EXPORT int pthread_clockjoin_np(pthread_t t, void** result, clockid_t clock, const timespec* limit) {
  if (!Controlled()) return Dormant().pthread_clockjoin_np(t, result, clock, limit);
  if (limit && !ValidTime(limit)) return EINVAL;
  return Join(t, result, limit != nullptr, false, limit ? Deadline(clock, limit) : 0);
}
RW_EXPORT int pthread_timedjoin_np(pthread_t t, void** result, const timespec* limit) {
  if (!Controlled()) return Dormant().pthread_timedjoin_np(t, result, limit);
  if (limit && !ValidTime(limit)) return EINVAL;
  return Join(t, result, limit != nullptr, false, limit ? Deadline(CLOCK_REALTIME, limit) : 0);
}
RW_EXPORT int pthread_detach(pthread_t t) {
  if (!Controlled()) return Dormant().pthread_detach(t);
  Fiber* f = FiberOf(t);
  if (!f) return ESRCH;
  if (f->detached) return EINVAL;
  f->detached = true;
  if (f->state == FiberState::kDone) FreeSlot(f);
  ++Cur()->ordinal;
  Event* e = Record(EventKind::kDetach, Cur());
  e->site = CallSite(Cur());
  e->value = f->tid;
  return 0;
}
