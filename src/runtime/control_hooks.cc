// Hooks that only record: branches, loops, the life of local variables.
#include "abi/hooks.h"
#include "runtime/rt.h"

using namespace reweave::rt;

#define RW_SIMPLE(name, kind_, cls)                             \
  RW_EXPORT void name(u32 site) {                               \
    if (!Controlled() || !Recording(reweave::abi::cls)) return; \
    Record(EventKind::kind_, Cur())->site = site;               \
  }
RW_SIMPLE(__reweave_loop_enter, kLoopEnter, kRecordLoop)
RW_SIMPLE(__reweave_loop_iter, kLoopIter, kRecordLoop)

RW_EXPORT void __reweave_branch(u32 site, u64 outcome) {
  if (!Controlled() || !Recording(reweave::abi::kRecordBranch)) return;
  Event* e = Record(EventKind::kBranch, Cur());
  e->site = site;
  e->value = outcome;
}

RW_EXPORT void __reweave_local_begin(void* p, size_t n, u32 site) {
  if (!Controlled() || !Recording(reweave::abi::kRecordAlloc)) return;
  Event* e = Record(EventKind::kLocalBegin, Cur());
  e->site = site;
  e->obj = reinterpret_cast<u64>(p);
  e->value = n;
}
RW_EXPORT void __reweave_local_end(void* p, size_t n, u32 site) {
  if (!Controlled() || !Recording(reweave::abi::kRecordAlloc)) return;
  Event* e = Record(EventKind::kLocalEnd, Cur());
  e->site = site;
  e->obj = reinterpret_cast<u64>(p);
  e->value = n;
}
