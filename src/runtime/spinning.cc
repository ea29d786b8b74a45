// Threads that only repeat themselves: who spins or yields is passed over until something changed.
#include "runtime/rt.h"

namespace reweave::rt {

void Effect() {
  ++W->effects;
  W->effect_step = W->steps;
  if (RW_UNLIKELY(W->any_spinning)) {
    for (u32 i = 0; i < W->words; ++i) W->spinning[i] = 0;
    W->any_spinning = false;
  }
}

// Nothing that others see changed since the thread was last here, nor did its own registers and stack, and it wrote nothing:
// from here it can only come here again.
static void SetStutters(const Fiber* f, bool on) {
  if (on) SetBit(W->stutters, f->tid);
  else ClearBit(W->stutters, f->tid);
}

void NoteRead(Fiber* f, u32 site, u64 obj, u64 value) {
  if (f->spin_epoch != W->effects) {
    f->spin_epoch = W->effects;
    for (SpinRead& r : f->spin) r.count = 0;
  }
  u32 free = 0;
  for (u32 i = 0; i < kSpinReads; ++i) {
    SpinRead& r = f->spin[i];
    if (r.count == 0) {
      free = i;
      continue;
    }
    if (r.site != site || r.obj != obj) continue;
    if (r.value != value) {
      r.value = value, r.count = 1;
      return;
    }
    u64 local = f == Cur() ? LocalKey(f) : 0;
    if (++r.count >= 3) {
      SetBit(W->spinning, f->tid), W->any_spinning = true;
      SetStutters(f, local && local == r.local && f->writes == r.writes);
    }
    r.local = local;
    r.writes = f->writes;
    return;
  }
  f->spin[f->spin[free].count ? site % kSpinReads : free] = {obj, value, site, 1, 0, 0};
}

void Yielded(Fiber* f) {
  SetBit(W->passed, f->tid);
  W->any_passed = true;
  if (RW_UNLIKELY(!W->started)) return;
  u64 local = LocalKey(f);
  SetStutters(f, local && local == f->yield_local && f->yield_epoch == W->effects && f->yield_writes == f->writes);
  f->yield_local = local;
  f->yield_epoch = W->effects;
  f->yield_writes = f->writes;
}

}  // namespace reweave::rt
