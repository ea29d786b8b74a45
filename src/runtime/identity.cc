// Changing the process's user and groups. libc sends a signal to every thread and waits until each has changed its own; here one
// kernel thread runs the whole program, so its call is enough. What a run changes stays changed: at level rewind it is refused.
#include <errno.h>
#include <grp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

struct Ids {
  u32 user[3], group[3];
};
Ids Now() {
  Ids i{};
  Sys(SYS_getresuid, reinterpret_cast<long>(&i.user[0]), reinterpret_cast<long>(&i.user[1]), reinterpret_cast<long>(&i.user[2]));
  Sys(SYS_getresgid, reinterpret_cast<long>(&i.group[0]), reinterpret_cast<long>(&i.group[1]),
      reinterpret_cast<long>(&i.group[2]));
  return i;
}

// What is asked for is what it has already: nothing to undo.
bool Nothing(long nr, long a, long b, long c) {
  Ids now = Now();
  bool users = nr == SYS_setuid || nr == SYS_setreuid || nr == SYS_setresuid;
  const u32* ids = users ? now.user : now.group;
  for (long wanted : {a, b, c})
    if (static_cast<u32>(wanted) != ~0u)
      for (int i = 0; i < 3; ++i)
        if (ids[i] != static_cast<u32>(wanted)) return false;
  return true;
}

int Change(long nr, long a, long b, long c) {
  abi::ControlBlock* control = g_rt.control;
  if (W->started && (nr == SYS_setgroups || !Nothing(nr, a, b, c))) {
    Note(abi::kSeenUnknownCall);
    if (control->isolation == abi::Isolation::kRewind && !control->probing)
      EndUnsupported("the program changes its user or groups: use --isolation fork", nr);
  }
  long r = nr == SYS_setuid || nr == SYS_setgid ? Sys(nr, a) : Sys(nr, a, b, c);
  if (r == 0) return 0;
  *__errno_location() = static_cast<int>(-r);
  return -1;
}

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;

#define RW_IDENTITY(name, parameters, arguments, ...)   \
  RW_EXPORT int name parameters {                       \
    if (!Controlled()) return Dormant().name arguments; \
    return Change(__VA_ARGS__);                         \
  }
RW_IDENTITY(setuid, (uid_t u), (u), SYS_setuid, u, ~0u, ~0u)
RW_IDENTITY(setgid, (gid_t g), (g), SYS_setgid, g, ~0u, ~0u)
RW_IDENTITY(seteuid, (uid_t e), (e), SYS_setresuid, ~0u, e, ~0u)
RW_IDENTITY(setegid, (gid_t e), (e), SYS_setresgid, ~0u, e, ~0u)
RW_IDENTITY(setreuid, (uid_t r, uid_t e), (r, e), SYS_setreuid, r, e, ~0u)
RW_IDENTITY(setregid, (gid_t r, gid_t e), (r, e), SYS_setregid, r, e, ~0u)
RW_IDENTITY(setresuid, (uid_t r, uid_t e, uid_t s), (r, e, s), SYS_setresuid, r, e, s)
RW_IDENTITY(setresgid, (gid_t r, gid_t e, gid_t s), (r, e, s), SYS_setresgid, r, e, s)
RW_IDENTITY(setgroups, (size_t n, const gid_t* list), (n, list), SYS_setgroups, static_cast<long>(n),
            reinterpret_cast<long>(list), 0)
