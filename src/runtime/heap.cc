// The program's heap, at addresses that depend only on the allocating thread and its order of allocations.
//
// Each slot has a heap of its own: size classes with free lists for blocks that the allocating thread itself freed (after a
// short quarantine), bump allocation else. A block freed by another thread is never used again in the run, since when that
// happens depends on the schedule. All state lies in the slot (tracked): rewinding restores it with everything else.
//
// A heap grows in chunks of 1 MiB, each beginning with its shadow; no block crosses a chunk. Bigger blocks have a region of
// their own. Shadow: one byte for each 16 bytes. 0 = outside any block, 1..16 = bytes of the granule that belong to a live block,
// kFreed = freed. Blocks are at least one granule apart from each other (header), so that running over an end is seen.
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u8 kFreed = 0xfd;
constexpr u64 kMinBlock = 32;  // header included
constexpr u32 kClasses = 40;
constexpr u64 kQuarantineBytes = 64 << 10;
constexpr u32 kQuarantineBlocks = 256;
constexpr u64 kBigBlock = kChunk / 4;  // goes to the large region
constexpr u64 kMagic = 0x5265776561766521ull;

struct Header {  // 16 bytes before the block
  u32 site;  // of the call that allocated it
  u16 tid_low;  // allocating thread: only it may put the block up for reuse
  u16 offset;  // granules from the start of the raw block to the header (alignment)
  u64 size : 56;  // as asked for
  u64 cls : 8;  // size class, or kClassNone (bump only) / kClassLarge
};
static_assert(sizeof(Header) == 16);

// Who freed a block, and where: at its start, once it is freed.
struct Release {
  u32 site;
  u16 tid;
};
constexpr u32 kClassNone = 0xff, kClassLarge = 0xfe;

struct SlotHeap {
  u64 magic;
  u64 bump;  // offset of the next fresh byte
  u64 quarantine_bytes;
  u32 q_head, q_count;
  Header* quarantine[kQuarantineBlocks];
  void* free_list[kClasses];  // raw blocks
};

// Large blocks, in order of their addresses. A freed one is used again by the thread that allocated and freed it.
struct Big {
  uptr at;
  u64 size, capacity;
  u16 tid;
  bool freed, reusable;
  Release release;
};
constexpr u32 kMaxBig = 16384;
struct BigTable {
  u32 count;
  Big blocks[kMaxBig];
};

// Of the program's own code, if a library's is around the call.
u32 UserSite(const Fiber* f) {
  u32 site = UserCallSite(f);
  return site ? site : CallSite(f);
}

uptr HeapBase(u32 slot) { return SlotAddress(slot) + kSlotHeap; }
SlotHeap* HeapOf(u32 slot) { return reinterpret_cast<SlotHeap*>(HeapBase(slot) + kChunkShadow); }
// The table of large blocks lies at the start of the large region.
BigTable* Bigs() { return reinterpret_cast<BigTable*>(kLarge); }
constexpr u64 kBigStart = (sizeof(BigTable) + kPage - 1) & ~(kPage - 1);

// Classes: 32, 48, 64, 80, 96, 112, 128, then four steps for each doubling, up to 8 KiB.
u32 ClassOf(u64 raw) {
  if (raw <= 128) return static_cast<u32>((raw + 15) / 16 - 2);
  if (raw > 8192) return kClassNone;
  u32 log = 63 - static_cast<u32>(__builtin_clzll(raw - 1));
  u32 step = static_cast<u32>((raw - 1) >> (log - 2)) & 3;
  return 7 + (log - 7) * 4 + step;
}

u64 ClassSize(u32 cls) {
  if (cls < 7) return (cls + 2) * 16;
  u32 log = 7 + (cls - 7) / 4, step = (cls - 7) % 4;
  return (1ull << log) + (1ull << (log - 2)) * (step + 1);
}

void Paint(uptr block, u64 size) {
  u8* s = reinterpret_cast<u8*>(HeapShadowOf(block));
  u64 whole = size / 16;
  __builtin_memset(s, 16, whole);
  if (size % 16) s[whole] = static_cast<u8>(size % 16);
}

void Unpaint(uptr block, u64 size, u8 with) {
  __builtin_memset(reinterpret_cast<u8*>(HeapShadowOf(block)), with, (size + 15) / 16);
}

void LimitMemory(u64 more) {
  W->heap_used += more;
  u64 limit = g_rt.control->memory_limit;
  if (RW_UNLIKELY(limit && W->heap_used + W->mapped > limit)) EndRun(EndKind::kMemory, W->heap_used + W->mapped, limit);
}

uptr BumpLarge(u64 bytes, u64 align) {
  if (W->large_used == 0) W->large_used = kBigStart;
  u64 at = (kLarge + W->large_used + align - 1) & ~(align - 1);
  if (at + bytes > kLargeEnd) return 0;
  W->large_used = at + bytes - kLarge;
  u64 high = (W->large_used + kPage - 1) & ~(kPage - 1);
  if (high > g_rt.large_high) g_rt.large_high = high;
  return at;
}

Big* ReusableBig(u64 size, u64 align) {
  BigTable* t = Bigs();
  u16 tid = static_cast<u16>(W->cur);
  for (u32 i = 0; i < t->count; ++i) {
    Big& b = t->blocks[i];
    if (b.reusable && b.tid == tid && b.capacity >= size && b.capacity <= 2 * size && b.at % align == 0) return &b;
  }
  return nullptr;
}

void* AllocLarge(u64 size, u64 align, bool zero) {
  if (align < kPage) align = kPage;
  if (Big* b = ReusableBig(size, align)) {
    b->size = size;
    b->freed = b->reusable = false;
    Header* h = reinterpret_cast<Header*>(b->at) - 1;
    h->size = size;
    h->site = UserSite(Cur());
    if (zero) __builtin_memset(reinterpret_cast<void*>(b->at), 0, size);
    return reinterpret_cast<void*>(b->at);
  }
  u64 capacity = (size + kPage - 1) & ~(kPage - 1);
  uptr at = BumpLarge(capacity + 2 * kPage + (align > kPage ? align : 0), kPage);
  if (!at || Bigs()->count == kMaxBig) return nullptr;
  at = (at + kPage + align - 1) & ~(align - 1);
  Header* h = reinterpret_cast<Header*>(at) - 1;
  *h = {UserSite(Cur()), static_cast<u16>(W->cur), 0, size, kClassLarge};
  Bigs()->blocks[Bigs()->count++] = {at, size, capacity, static_cast<u16>(W->cur), false, false, {}};
  return reinterpret_cast<void*>(at);  // fresh or restored pages: zero
}

// The last block that begins at or before a, if a lies in it or just behind.
Big* FindBig(uptr a) {
  BigTable* t = Bigs();
  u32 low = 0, high = t->count;
  while (low < high) {
    u32 mid = (low + high) / 2;
    if (t->blocks[mid].at <= a) low = mid + 1;
    else high = mid;
  }
  if (low == 0) return nullptr;
  Big* b = &t->blocks[low - 1];
  return a - b->at < b->capacity + kPage ? b : nullptr;
}

void Recycle(SlotHeap* heap, Header* h) {
  void* raw = reinterpret_cast<u8*>(h) - static_cast<u64>(h->offset) * 16;
  if (h->cls == kClassNone) return;
  Unpaint(reinterpret_cast<uptr>(h + 1), h->size, 0);
  *reinterpret_cast<void**>(raw) = heap->free_list[h->cls];
  heap->free_list[h->cls] = raw;
}

// Frees after a while, and only blocks of the thread itself: others' are never used again.
void Quarantine(SlotHeap* heap, Header* h) {
  if (heap->q_count == kQuarantineBlocks || heap->quarantine_bytes > kQuarantineBytes) {
    Header* old = heap->quarantine[heap->q_head];
    heap->q_head = (heap->q_head + 1) % kQuarantineBlocks;
    --heap->q_count;
    heap->quarantine_bytes -= old->size;
    Recycle(heap, old);
  }
  heap->quarantine[(heap->q_head + heap->q_count++) % kQuarantineBlocks] = h;
  heap->quarantine_bytes += h->size;
}

[[noreturn]] void BadFree(abi::HeapError error, void* p) {
  EndRun(EndKind::kHeap, static_cast<u64>(error), reinterpret_cast<u64>(p), nullptr, CallSite(Cur()));
}

}  // namespace

void InitHeap(u32 slot) {
  SlotHeap* heap = HeapOf(slot);
  if (heap->magic == kMagic) return;
  heap->magic = kMagic;
  heap->bump = kChunkShadow + ((sizeof(SlotHeap) + 15) & ~15ull);
}

uptr MapLarge(u64 bytes) { return BumpLarge((bytes + kPage - 1) & ~(kPage - 1), kPage); }

void* HeapAlloc(u64 size, u64 align, bool zero) {
  if (RW_UNLIKELY(size >= kBigBlock)) {
    if (size > (1ull << 40)) return nullptr;
    LimitMemory(size);
    return AllocLarge(size, align, zero);
  }
  Fiber* f = Cur();
  SlotHeap* heap = HeapOf(f->slot);
  if (RW_UNLIKELY(heap->magic != kMagic)) InitHeap(f->slot);
  u64 body = (size + 15) & ~15ull;
  if (body == 0) body = 16;
  u64 raw = body + 16 + (align > 16 ? align : 0);
  if (raw < kMinBlock) raw = kMinBlock;
  u32 cls = ClassOf(raw);
  u8* at;
  bool fresh = false;
  LimitMemory(raw);
  if (cls != kClassNone && heap->free_list[cls]) {
    at = static_cast<u8*>(heap->free_list[cls]);
    heap->free_list[cls] = *reinterpret_cast<void**>(at);
  } else {
    u64 take = cls != kClassNone ? ClassSize(cls) : raw;
    if ((heap->bump & (kChunk - 1)) + take + 16 > kChunk || heap->bump % kChunk == 0)
      heap->bump = ((heap->bump + kChunk - 1) & ~(kChunk - 1)) + kChunkShadow;
    if (heap->bump + take + 16 > kSlotBytes - kSlotHeap) return AllocLarge(size, align, zero);
    at = reinterpret_cast<u8*>(HeapBase(f->slot) + heap->bump);
    heap->bump += take;
    u64 high = (heap->bump + 16 + kPage - 1) & ~(kPage - 1);
    if (high > g_rt.heap_high[f->slot]) g_rt.heap_high[f->slot] = high;
    fresh = true;
  }
  uptr block = reinterpret_cast<uptr>(at) + 16;
  if (align > 16) block = (block + align - 1) & ~(align - 1);
  Header* h = reinterpret_cast<Header*>(block) - 1;
  *h = {UserSite(f), f->tid, static_cast<u16>((reinterpret_cast<u8*>(h) - at) / 16), size, cls};
  Paint(block, size ? size : 1);
  if (zero && !fresh) __builtin_memset(reinterpret_cast<void*>(block), 0, size);
  if (RW_UNLIKELY(Recording(abi::kRecordAlloc))) {
    Event* e = Record(EventKind::kAlloc, f);
    e->obj = block;
    e->value = size;
    e->site = CallSite(f);
  }
  return reinterpret_cast<void*>(block);
}

namespace {

// Of a block that can be freed; false: it is none, as freeing it will tell.
bool LiveSize(uptr a, u64* size) {
  if (InLarge(a)) {
    const Big* b = FindBig(a);
    if (!b || b->at != a || b->freed) return false;
    *size = b->size;
    return true;
  }
  u8 state = *reinterpret_cast<u8*>(HeapShadowOf(a));
  if (a % 16 || state == 0 || state == kFreed || *reinterpret_cast<u8*>(HeapShadowOf(a - 16)) != 0) return false;
  *size = (reinterpret_cast<Header*>(a) - 1)->size;
  return true;
}

bool IsFreed(uptr a) {
  if (!InLarge(a)) return a % 16 == 0 && *reinterpret_cast<u8*>(HeapShadowOf(a)) == kFreed;
  const Big* b = FindBig(a);
  return b && b->at == a && b->freed;
}

}  // namespace

// Others may run before the block is freed: whether it still can be is looked at after this. A second release ends the run, and
// depends on the first like any other access: searches must see both orders, because what follows the release may be different.
void AnnounceFree(void* p) {
  uptr a = reinterpret_cast<uptr>(p);
  u64 size;
  if (LiveSize(a, &size)) {
    FreePoint(a, size, CallSite(Cur()));
  } else if (IsFreed(a)) {
    ++Cur()->ordinal;  // as a release that can be done
    NoteLate(a, 8, CallSite(Cur()), true);
  }
}

void GiveBack(void* p) {
  uptr a = reinterpret_cast<uptr>(p);
  Fiber* f = Cur();
  if (InLarge(a)) {
    Big* b = FindBig(a);
    if (!b || b->at != a) BadFree(abi::HeapError::kBadFree, p);
    if (b->freed) BadFree(abi::HeapError::kDoubleFree, p);
    CheckNobodyUses(a, b->size);
    NoteFreed(a, b->size);
    b->freed = true;
    b->release = {UserSite(f), f->tid};
    b->reusable = b->tid == f->tid;
    return;
  }
  u8 state = *reinterpret_cast<u8*>(HeapShadowOf(a));
  if (a % 16 || state == 0) BadFree(abi::HeapError::kBadFree, p);
  if (state == kFreed) BadFree(abi::HeapError::kDoubleFree, p);
  Header* h = reinterpret_cast<Header*>(a) - 1;
  if (*reinterpret_cast<u8*>(HeapShadowOf(a - 16)) != 0) BadFree(abi::HeapError::kBadFree, p);
  if (RW_UNLIKELY(Recording(abi::kRecordAlloc))) {
    Event* e = Record(EventKind::kFree, f);
    e->obj = a;
    e->value = h->size;
    e->site = CallSite(f);
  }
  CheckNobodyUses(a, h->size);
  NoteFreed(a, h->size);
  Unpaint(a, h->size ? h->size : 1, kFreed);
  __builtin_memset(p, 0xdf, h->size < 128 ? h->size : 128);
  *static_cast<Release*>(p) = {UserSite(f), f->tid};  // every block has room for it
  u32 slot = static_cast<u32>((a - kSlots) / kSlotBytes);
  if (slot == f->slot && h->tid_low == f->tid) Quarantine(HeapOf(slot), h);
}

bool HeapBlockAt(const void* p, u64* size) { return LiveSize(reinterpret_cast<uptr>(p), size); }
bool HeapOwns(const void* p) { return InSlotHeap(reinterpret_cast<uptr>(p)) || InLarge(reinterpret_cast<uptr>(p)); }

void HeapFree(void* p) {
  AnnounceFree(p);
  GiveBack(p);
}

namespace {

u8 ShadowAt(uptr a) { return *reinterpret_cast<u8*>(HeapShadowOf(a)); }

// The block that an address lies in, or the one that ends just before it; 0: none is near.
uptr BlockOf(uptr a) {
  constexpr u64 kNear = 4096;
  const uptr chunk = a & ~(kChunk - 1), first = chunk + kChunkShadow;
  uptr g = a & ~15ull;
  for (uptr low = g - first > kNear ? g - kNear : first; g >= low && ShadowAt(g) == 0;) g -= 16;
  if (g < first || ShadowAt(g) == 0) return 0;
  while (g - 16 >= first && ShadowAt(g - 16) != 0) g -= 16;
  return g;
}

}  // namespace

// For people: the block that a finding is about, who allocated it, and who freed it.
void RecordHeapBlock(uptr a) {
  uptr block = 0;
  Release release{};
  bool freed = false;
  if (InLarge(a)) {
    if (const Big* b = FindBig(a)) block = b->at, freed = b->freed, release = b->release;
  } else if (InSlotHeap(a)) {
    block = BlockOf(a);
    freed = block && ShadowAt(block) == kFreed;
    if (freed) release = *reinterpret_cast<Release*>(block);
  }
  if (!block) return;
  const Header* h = reinterpret_cast<Header*>(block) - 1;
  Event* e = RecordMeta(EventKind::kHeapBlock);
  e->obj = block;
  e->value = h->size;
  e->site = h->site;
  e->tid = h->tid_low;
  if (!freed) return;
  e->caller = release.site;
  e->value2 = release.tid + 1u;
}

u64 HeapSize(void* p) { return (reinterpret_cast<Header*>(p) - 1)->size; }

void CheckHeapSlow(uptr a, u64 n, u32 site, bool write) {
  if (InLarge(a)) {
    Big* b = FindBig(a);
    if (!b || W->large_used == 0) return;  // a big stack, not a block
    if (b->freed) {
      NoteLate(a, n, site, write);
      EndRun(EndKind::kHeap, static_cast<u64>(abi::HeapError::kUseAfterFree), a, write ? "write" : "read", site);
    }
    if (a + n > b->at + b->size)
      EndRun(EndKind::kHeap, static_cast<u64>(abi::HeapError::kOutOfBlock), a, write ? "write" : "read", site);
    return;
  }
  for (uptr g = a & ~15ull; g < a + n; g += 16) {
    u8 state = *reinterpret_cast<u8*>(HeapShadowOf(g));
    u64 need = a + n - g < 16 ? a + n - g : 16;
    if (RW_LIKELY(state >= need && state <= 16)) continue;
    auto error = state == kFreed ? abi::HeapError::kUseAfterFree : abi::HeapError::kOutOfBlock;
    if (state == kFreed) NoteLate(a, n, site, write);
    EndRun(EndKind::kHeap, static_cast<u64>(error), a, write ? "write" : "read", site);
  }
}

}  // namespace reweave::rt
