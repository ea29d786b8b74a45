// The program gives up: assert, abort, an exception that nobody catches.
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime/real.h"
#include "runtime/rt.h"

// Of libstdc++, if the program has it: the type of the exception in flight.
extern "C" void* __cxa_current_exception_type() __attribute__((weak));

namespace reweave::rt {

bool HasHandler(int sig);
void CallHandler(int sig, siginfo_t* info, void* context);

namespace {

struct Message {
  char text[1024];
  u64 n = 0;
  void Add(const char* s) {
    while (s && *s && n < sizeof text - 1) text[n++] = *s++;
    text[n] = 0;
  }
  void Add(unsigned v) {
    char d[12];
    int k = 0;
    do d[k++] = static_cast<char>('0' + v % 10);
    while (v /= 10);
    char out[2] = {0, 0};
    while (k > 0) out[0] = d[--k], Add(out);
  }
};

// A handler that does not come back, but jumps out, lets the program go on. Whatever else it does, this is the abort.
void RunAbortHandler() {
  Fiber* f = Cur();
  if (!HasHandler(SIGABRT)) return;
  if (!AbortSite(f)) RememberCall(f);
  f->sigmask &= ~(1ull << (SIGABRT - 1));
  siginfo_t info{};
  info.si_signo = SIGABRT;
  info.si_code = SI_TKILL;
  ucontext_t context{};
  CallHandler(SIGABRT, &info, &context);
}

u32 SiteOfAbort() {
  const u32 before = AbortSite(Cur());
  return before ? before : CallSite(Cur());
}

}  // namespace

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT void abort() {
  if (!Controlled()) Dormant().abort();
  RunAbortHandler();
  fflush(nullptr);
  if (__cxa_current_exception_type)
    if (void* type = __cxa_current_exception_type()) {
      const char* name = reinterpret_cast<const char**>(type)[1];  // std::type_info: vtable, name
      EndRun(EndKind::kException, 0, 0, name + (*name == '*'), SiteOfAbort());
    }
  EndRun(EndKind::kAbort, SIGABRT, 0, nullptr, SiteOfAbort());
}

RW_EXPORT void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  if (!Controlled()) Dormant().__assert_fail(expression, file, line, function);
  Message m;
  m.Add(file);
  m.Add(":");
  m.Add(line);
  m.Add(": ");
  if (function) m.Add(function), m.Add(": ");
  m.Add("Assertion `");
  m.Add(expression);
  m.Add("' failed.\n");
  Emulate(SYS_write, 2, reinterpret_cast<long>(m.text), static_cast<long>(m.n), 0, 0, 0);
  EndRun(EndKind::kAssert, 0, 0, expression, CallSite(Cur()));
}

// Without Syscall User Dispatch the end of the process must be caught by name; libc's own calls of _exit go round that.
extern "C" void __cxa_finalize(void*);

RW_EXPORT void exit(int status) {
  if (Controlled()) EndPoint(false, status);
  if (!Controlled() || g_rt.machine & reweave::abi::kHasDispatch) Dormant().exit(status);
  __cxa_finalize(nullptr);
  fflush(nullptr);
  Emulate(SYS_exit_group, status, 0, 0, 0, 0, 0);
}
RW_EXPORT void quick_exit(int status) {
  if (Controlled()) EndPoint(false, status);
  Dormant().quick_exit(status);
  __builtin_trap();
}
RW_EXPORT void _exit(int status) {
  if (!Controlled() || g_rt.machine & reweave::abi::kHasDispatch) Dormant()._exit(status);
  Emulate(SYS_exit_group, status, 0, 0, 0, 0, 0);
}
RW_EXPORT void _Exit(int status) { _exit(status); }

RW_EXPORT int pthread_getattr_np(pthread_t t, pthread_attr_t* attr) {
  int e = Dormant().pthread_getattr_np(t, attr);
  if (!Controlled() || e != 0) return e;
  if (Fiber* f = FiberOf(t)) pthread_attr_setstack(attr, reinterpret_cast<void*>(f->stack_low), f->stack_high - f->stack_low);
  return 0;
}

// Annotations of include/reweave/annotate.h that the scheduler itself obeys; the others are only recorded.
RW_EXPORT void __reweave_annotate(u32 kind, const void* address, u64 argument) {
  if (!Controlled()) return;
  using reweave::abi::Annotation;
  Fiber* f = Cur();
  switch (static_cast<Annotation>(kind)) {
    case Annotation::kIgnoreBegin: ++f->ignore; break;
    case Annotation::kRewindPoint: RewindPoint(); break;
    case Annotation::kIgnoreEnd:
      if (f->ignore) --f->ignore;
      break;
    default: break;
  }
  ++f->ordinal;
  Event* e = Record(EventKind::kAnnotate, f);
  e->site = CallSite(f);
  e->obj = reinterpret_cast<u64>(address);
  e->value = kind;
  e->value2 = argument;
}
