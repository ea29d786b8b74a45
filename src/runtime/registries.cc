// Lists that libc keeps in the order of calls: what runs at the end of the process (also the destructors of static objects), what
// runs around fork, keys of threads. libc locks them, so two calls never meet; but which one comes first decides what runs when,
// so their order is searched.
#include "abi/suspicion.h"
#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

// One stands for each list. No thread of the program has their addresses, and nobody writes there.
alignas(8) constexpr u64 kLists[4] = {};

}  // namespace

void TouchList(List list) {
  if (!Controlled() || W->ended) return;
  SuspectedAccess(reinterpret_cast<uptr>(&kLists[static_cast<u32>(list)]), sizeof *kLists, CallSite(Cur()), true,
                  abi::Suspicion::kState);
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int __cxa_atexit(void (*fn)(void*), void* argument, void* object) {
  TouchList(List::kAtExit);
  return Dormant().__cxa_atexit(fn, argument, object);
}
RW_EXPORT int on_exit(void (*fn)(int, void*), void* argument) {
  TouchList(List::kAtExit);
  return Dormant().on_exit(fn, argument);
}
RW_EXPORT int __cxa_at_quick_exit(void (*fn)(void*), void* object) {
  TouchList(List::kAtQuickExit);
  return Dormant().__cxa_at_quick_exit(fn, object);
}
RW_EXPORT int __register_atfork(void (*before)(), void (*in_parent)(), void (*in_child)(), void* object) {
  TouchList(List::kAtFork);
  return Dormant().__register_atfork(before, in_parent, in_child, object);
}
