// Leaving a thread early: pthread_exit and cancellation. Frames are unwound by the C++ unwinder's forced unwinding, as libc
// does it, so destructors and C cleanup handlers run; libc's own would longjmp into the parked thread (hazards 18, 19).
#include <dlfcn.h>
#include <errno.h>
#include <unwind.h>

#include "abi/cancellation.h"
#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

[[noreturn]] void EndThread(void* result);

namespace {

constexpr u8 kDisable = PTHREAD_CANCEL_DISABLE, kAsync = PTHREAD_CANCEL_ASYNCHRONOUS;

// What <pthread.h> puts on the stack of a C function with cleanup handlers.
struct CleanupBuffer {
  u64 registers[8];
  int saved;
  void* pad[4];
};
extern "C" void siglongjmp(void*, int) __attribute__((noreturn));

using ForcedUnwind = _Unwind_Reason_Code (*)(_Unwind_Exception*, _Unwind_Stop_Fn, void*);

_Unwind_Reason_Code Stop(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*, _Unwind_Context* context,
                         void*) {
  Fiber* f = Cur();
  auto* buffer = static_cast<CleanupBuffer*>(f->cleanup);
  bool end = actions & _UA_END_OF_STACK;
  if (buffer && (end || _Unwind_GetCFA(context) > reinterpret_cast<uptr>(buffer))) {
    f->cleanup = buffer->pad[0];
    siglongjmp(buffer, 1);  // runs the handler, which calls __pthread_unwind_next
  }
  if (end) EndThread(f->ret);
  return _URC_NO_REASON;
}

[[noreturn]] void Unwind(void* result) {
  Fiber* f = Cur();
  f->ret = result;
  f->cancel_in_progress = 1;
  f->cancel_state = kDisable;
  auto unwind = reinterpret_cast<ForcedUnwind>(dlsym(RTLD_DEFAULT, "_Unwind_ForcedUnwind"));
  if (!unwind)
    if (void* library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL))
      unwind = reinterpret_cast<ForcedUnwind>(dlsym(library, "_Unwind_ForcedUnwind"));
  if (unwind) {
    auto* e = static_cast<_Unwind_Exception*>(HeapAlloc(sizeof(_Unwind_Exception), 16, true));
    unwind(e, Stop, nullptr);
  } else {
    while (auto* buffer = static_cast<CleanupBuffer*>(f->cleanup)) {
      f->cleanup = buffer->pad[0];
      siglongjmp(buffer, 1);
    }
  }
  EndThread(result);
}

}  // namespace

void CancelPoint(bool chosen) {
  Fiber* f = Cur();
  if (RW_LIKELY(!f->cancel_pending) || f->cancel_state == kDisable || f->exiting) return;
  f->cancel_pending = 0;
  // The operation that it waited for does not happen: this is what the thread does in its place.
  if (chosen) RecordEnabled();
  else ++f->ordinal;
  Event* e = Record(EventKind::kSignalHandler, f);
  e->value = abi::kCancellation;
  if (chosen) {
    e->flags |= abi::kPoint;
    if (f->pend.fd) --W->fd_waiters;
    f->pend.fd = false;
    EndTimed(f);
  }
  Unwind(PTHREAD_CANCELED);
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT void pthread_exit(void* result) {
  if (!Controlled()) Dormant().pthread_exit(result);
  Unwind(result);
}

RW_EXPORT int pthread_cancel(pthread_t t) {
  if (!Controlled()) return Dormant().pthread_cancel(t);
  Fiber* f = FiberOf(t);
  if (!f) return ESRCH;
  Point(Op(EventKind::kSendSignal, nullptr));
  Event* e = RecordPending(Cur());
  e->value = f->tid;
  e->value2 = reweave::abi::kCancellation;
  if (f->state != FiberState::kLive || f->exiting) return 0;
  f->cancel_pending = 1;
  Effect();
  // A thread that waits in a cancellation point wakes up there.
  if (f->cancel_state != kDisable && f != Cur()) {
    switch (f->pend.kind) {
      case EventKind::kWaitEnd:
        f->woken = true;
        SetEnabled(f, f->pend.ready(f));
        break;
      case EventKind::kJoin: reinterpret_cast<Fiber*>(f->pend.obj)->joining = false; [[fallthrough]];
      case EventKind::kSemWait:
      case EventKind::kFdOp:
      case EventKind::kSleep:
        f->pend.ready = nullptr;
        SetEnabled(f, true);
        break;
      default: break;
    }
  }
  if (f == Cur() && f->cancel_type == kAsync) CancelPoint();
  return 0;
}

RW_EXPORT int pthread_setcancelstate(int state, int* old) {
  if (!Controlled()) return Dormant().pthread_setcancelstate(state, old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  Fiber* f = Cur();
  if (old) *old = f->cancel_state;
  f->cancel_state = static_cast<u8>(state);
  if (f->cancel_type == kAsync) CancelPoint();
  return 0;
}
RW_EXPORT int pthread_setcanceltype(int type, int* old) {
  if (!Controlled()) return Dormant().pthread_setcanceltype(type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  Fiber* f = Cur();
  if (old) *old = f->cancel_type;
  f->cancel_type = static_cast<u8>(type);
  if (type == kAsync) Note(reweave::abi::kSeenAsyncCancel);
  if (type == kAsync) CancelPoint();
  return 0;
}
RW_EXPORT void pthread_testcancel() {
  if (!Controlled()) return Dormant().pthread_testcancel();
  // A thread that is cancelled between two of these calls leaves at the second.
  if (W->started && W->live > 1 && Cur()->cancel_state != kDisable) {
    Point(Op(EventKind::kYield, nullptr));
    RecordPending(Cur());
  }
  CancelPoint();
}

RW_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  if (!Controlled()) return Dormant().__pthread_register_cancel(buffer);
  auto* b = reinterpret_cast<CleanupBuffer*>(buffer);
  b->pad[0] = Cur()->cleanup;
  Cur()->cleanup = b;
}
RW_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  if (!Controlled()) return Dormant().__pthread_unregister_cancel(buffer);
  Cur()->cleanup = reinterpret_cast<CleanupBuffer*>(buffer)->pad[0];
}
RW_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  if (!Controlled()) Dormant().__pthread_unwind_next(buffer);
  Unwind(Cur()->ret);
}
