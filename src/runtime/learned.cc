// What earlier runs, and other processes, found out about memory: which locations are shared, lent or racing.
#include "runtime/rt.h"
#include "runtime/shadow.h"

namespace reweave::rt {

// Takes over what other processes (or children) have found since the last call.
void LearnShared() {
  ForgetRepeated();
  u64 known = g_rt.control->shared_count.load();
  for (; g_rt.shared_known < known; ++g_rt.shared_known) {
    const abi::SharedSlot& s = SharedSlots()[g_rt.shared_known];
    CellOf(s.address)->shared |= static_cast<u8>(s.mask);
    if (!(s.mask & abi::kLentMemory)) continue;
    CellOf(s.address)->lent |= static_cast<u8>(s.mask);
    LearnLent(s.address);
  }
}

void LearnRacing(const abi::SharedSlot* slots, u32 count) {
  ForgetRepeated();
  for (u32 i = 0; i < count; ++i) CellOf(slots[i].address)->racing |= static_cast<u8>(slots[i].mask);
}

}  // namespace reweave::rt
