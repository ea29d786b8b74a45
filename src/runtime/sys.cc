// System calls of the runtime itself, in the one section that Syscall User Dispatch lets through.
#include <sys/syscall.h>
#include <time.h>

#include "runtime/rt.h"

namespace reweave::rt {

__attribute__((section(".data.reweave_rt"), aligned(4096))) Rt g_rt;
__attribute__((section(".data.reweave_rt"), aligned(4096), used)) char g_rt_end[kPage] = {1};

}  // namespace reweave::rt

// long __reweave_syscall(nr, a, b, c, d, e, f); __reweave_sigreturn: restorer of our signal handlers.
// __reweave_spawn: see OnTrap.
asm(R"(
.section .text.reweave_sys,"ax",@progbits
.globl __reweave_sys_begin
.hidden __reweave_sys_begin
__reweave_sys_begin:
.globl __reweave_syscall
.hidden __reweave_syscall
.type __reweave_syscall,@function
__reweave_syscall:
  .cfi_startproc
  mov %rdi,%rax
  mov %rsi,%rdi
  mov %rdx,%rsi
  mov %rcx,%rdx
  mov %r8,%r10
  mov %r9,%r8
  mov 8(%rsp),%r9
  syscall
  ret
  .cfi_endproc
.size __reweave_syscall,.-__reweave_syscall
  nop  /* unwinders look one byte before a return address: that must not be the function above */
.globl __reweave_sigreturn
.hidden __reweave_sigreturn
.type __reweave_sigreturn,@function
__reweave_sigreturn:
  mov $15,%rax
  syscall
.size __reweave_sigreturn,.-__reweave_sigreturn
.globl __reweave_spawn
.hidden __reweave_spawn
.type __reweave_spawn,@function
__reweave_spawn:
  syscall
  jmp *__reweave_spawn_return(%rip)
.size __reweave_spawn,.-__reweave_spawn
.globl __reweave_park_forever
.hidden __reweave_park_forever
.type __reweave_park_forever,@function
__reweave_park_forever:
1: mov $34,%rax
  syscall
  jmp 1b
.size __reweave_park_forever,.-__reweave_park_forever
.globl __reweave_sys_end
.hidden __reweave_sys_end
__reweave_sys_end:
.text
)");

extern "C" long __reweave_syscall(long nr, long a, long b, long c, long d, long e, long f);

namespace reweave::rt {

long Sys(long nr, long a, long b, long c, long d, long e, long f) { return __reweave_syscall(nr, a, b, c, d, e, f); }

u64 RealNow() {
  timespec t;
  Sys(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&t));
  return static_cast<u64>(t.tv_sec) * 1'000'000'000 + static_cast<u64>(t.tv_nsec);
}

void Die(const char* what, long value) {
  char buffer[512];
  u64 n = 0;
  auto put = [&](const char* s) {
    while (*s && n < sizeof buffer - 32) buffer[n++] = *s++;
  };
  put("reweave runtime: ");
  put(what);
  put(" (");
  if (value < 0) buffer[n++] = '-', value = -value;
  char digits[24];
  int d = 0;
  do digits[d++] = static_cast<char>('0' + value % 10);
  while ((value /= 10) != 0);
  while (d > 0) buffer[n++] = digits[--d];
  put(")\n");
  Sys(SYS_write, 2, reinterpret_cast<long>(buffer), static_cast<long>(n));
  Sys(SYS_exit_group, 134);
  __builtin_unreachable();
}

}  // namespace reweave::rt
