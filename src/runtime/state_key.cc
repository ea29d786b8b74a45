// Keys of the program's state: what its threads and its live memory hold, and nothing that is dead.
#include "runtime/rt.h"

namespace reweave::rt {

namespace {

struct Hash {
  u64 a = 0x9ae16a3b2f90404full, b = 0xc949d7c7509e6557ull;
  void Word(u64 v) {
    a = (a ^ v) * 0x9fb21c651e98df25ull;
    a ^= a >> 29;
    b = (b + v) * 0xff51afd7ed558ccdull;
    b ^= b >> 31;
  }
  void Bytes(uptr at, u64 n) {
    for (; n >= 8; at += 8, n -= 8) Word(*reinterpret_cast<u64*>(at));
    u64 rest = 0;
    __builtin_memcpy(&rest, reinterpret_cast<void*>(at), n);
    if (n) Word(rest);
  }
};

void HashPages(void* hash, uptr begin, uptr end) {
  if (begin >= kArena && begin < kArena + (1ull << kSpanBits) && !InLarge(begin)) return;
  for (uptr a = begin; a < end; a += kPage) {
    if (__builtin_memcmp(reinterpret_cast<void*>(a), reinterpret_cast<void*>(ImageOf(a)), kPage) == 0) continue;
    static_cast<Hash*>(hash)->Word(a);
    static_cast<Hash*>(hash)->Bytes(a, kPage);
  }
}

// Live heap blocks of a slot, by its shadow: freed memory and headers do not count.
void HashHeap(Hash* h, u32 slot) {
  uptr begin = SlotAddress(slot) + kSlotHeap;
  for (uptr a = begin; a < begin + g_rt.heap_high[slot]; a += 16) {
    if (a == ChunkOf(a)) a += kChunkShadow;
    u8 live = *reinterpret_cast<u8*>(HeapShadowOf(a));
    if (live == 0 || live > 16) continue;
    h->Word(a);
    h->Bytes(a, live);
  }
}

// Registers and stack of the program, without the runtime's frames below it.
void HashStack(Hash* h, const Fiber* f) {
  Registers r;
  uptr from = reinterpret_cast<uptr>(f->sp);
  if (ProgramRegisters(f, &r)) {
    h->Word(r.pc);
    for (u64 v : r.callee_saved) h->Word(v);
    from = r.sp;
  }
  from &= ~7ull;
  h->Word(from);
  h->Bytes(from, f->stack_high - from);
}

// How many wait for the same thing and came before: whom a signal wakes first.
u64 PlaceInQueue(const Fiber* f) {
  u64 place = 0;
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* other = &W->fibers[t];
    place += other->state == FiberState::kLive && other->pend.kind == f->pend.kind && other->pend.obj == f->pend.obj &&
             other->wait_seq < f->wait_seq;
  }
  return place;
}

}  // namespace

u64 ThreadKey(const Fiber* f) {
  Registers r;
  if (!ProgramRegisters(f, &r)) return 0;
  Hash h;
  HashStack(&h, f);
  return h.a | 1;
}

static void HashMemory(Hash* h) {
  h->Word(W->io_key);
  VisitDirty(HashPages, h);
  for (u32 slot = 0; slot <= g_rt.pool; ++slot)
    if (slot == 0 || Bit(W->slot_touched, slot)) HashHeap(h, slot);
}

void MemoryKey(u64 out[2]) {
  Hash h;
  HashMemory(&h);
  out[0] = h.a;
  out[1] = h.b;
}

void StateKey(u64 out[2]) {
  Hash h;
  HashMemory(&h);
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    h.Word(f->path);
    h.Word(static_cast<u64>(f->state) << 8 | f->woken << 1 | f->detached);
    if (f->state != FiberState::kLive) continue;
    h.Word(static_cast<u64>(f->pend.kind) << 32 | f->pend.site);
    h.Word(f->pend.obj);
    h.Word(CallContext(f));
    if (f->pend.kind == EventKind::kWaitEnd || f->pend.kind == EventKind::kFutexWait) h.Word(PlaceInQueue(f));
    if (f->pend.timed) h.Word(f->pend.deadline), h.Word(IsEarly(f));
    h.Word(static_cast<u64>(Bit(W->passed, t)) << 1 | Bit(W->spinning, t));
    h.Word(f->sigmask), h.Word(f->sigpending), h.Word(f->sig_later);
    h.Bytes(SlotAddress(f->slot) + kSlotKeys, f->keys_used * 8);
    HashStack(&h, f);
    if (f->slot) h.Bytes(g_rt.slots[f->slot].tls_low, g_rt.slots[f->slot].stack_high - g_rt.slots[f->slot].tls_low);
  }
  if (W->timer_count) h.Word(W->alarm_deadline), h.Word(W->alarm_early);
  out[0] = h.a;
  out[1] = h.b;
}

}  // namespace reweave::rt
