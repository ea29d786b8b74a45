// Results that become ready when their thread has ended (std::promise::set_value_at_thread_exit and its kind). The C++ library
// sets the state then, by an atomic operation that no hook sees. Here is where it does, so that the order with who waits is
// searched.
#include "abi/hooks.h"
#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

// std::__future_base::_State_baseV2::_Make_ready: what is to be called, and a weak pointer to the shared state.
struct MakeReady {
  MakeReady* next;
  void (*call)(void*);
  u8* state;
  const int* counts;  // null: none; else a table's address and the number of owners
};
constexpr u64 kStatus = 16;  // in the state: behind its table's address and its result

void SetReady(void* p) {
  const auto* ready = static_cast<const MakeReady*>(p);
  const bool owned = ready->counts && ready->counts[2] > 0;
  if (owned && Controlled()) {
    const u32 how = abi::PackAtomic(abi::kAtomicRmw, sizeof(unsigned), __ATOMIC_RELEASE);
    __reweave_atomic(ready->state + kStatus, CallSite(Cur()), 0, how);
  }
  g_rt.make_ready(p);
}

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(void* p) {
  Dormant()._ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(p);
  auto* ready = static_cast<MakeReady*>(p);
  g_rt.make_ready = ready->call;
  ready->call = SetReady;
}
