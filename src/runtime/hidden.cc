// Functions of libc with state of their own that nobody sees: what two threads do with it is no scheduling point and no race. The
// trace says which thread touched which state, so that a search which went through all schedules does not claim too much.
#include <getopt.h>
#include <grp.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "abi/identity.h"
#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

using abi::Hidden;

void Touches(Hidden state, bool changes) {
  if (!Controlled() || W->ended) return;
  Fiber* f = Cur();
  u32 bit = 1u << (static_cast<u32>(state) * 2 + changes);
  if (f->hidden & bit) return;
  f->hidden |= bit;
  Event* e = RecordMeta(EventKind::kHiddenState);
  e->tid = f->tid;
  e->value = static_cast<u64>(state);
  e->value2 = changes;
  e->site = CallSite(f);
}
static_assert(static_cast<u32>(abi::kLastHidden) < static_cast<u32>(abi::kThreadIdentity));
static_assert(static_cast<u32>(abi::kThreadIdentity) * 2 + 1 < 32);

}  // namespace

void NoteIdentityAsked() { Touches(abi::kThreadIdentity, false); }

}  // namespace reweave::rt

using namespace reweave::rt;

// The program computes with an address. Other threads have other addresses in their own memory, and large blocks lie in the order
// in which threads ask for them.
RW_EXPORT void __reweave_address_used(const void* p) {
  if (!Controlled() || !W->started) return;
  const uptr a = reinterpret_cast<uptr>(p);
  if (InLarge(a) || (InSlots(a) && (a - kSlots) / kSlotBytes == Cur()->slot)) NoteIdentityAsked();
}

#define RW_HIDDEN(R, name, state, changes, parameters, arguments) \
  RW_EXPORT R name parameters {                                   \
    Touches(Hidden::state, changes);                              \
    return Dormant().name arguments;                              \
  }
RW_HIDDEN(char*, getenv, kEnvironment, false, (const char* n), (n))
RW_HIDDEN(char*, secure_getenv, kEnvironment, false, (const char* n), (n))
RW_HIDDEN(int, setenv, kEnvironment, true, (const char* n, const char* v, int o), (n, v, o))
RW_HIDDEN(int, putenv, kEnvironment, true, (char* s), (s))
RW_HIDDEN(int, unsetenv, kEnvironment, true, (const char* n), (n))
RW_HIDDEN(int, clearenv, kEnvironment, true, (), ())
RW_HIDDEN(char*, strtok, kTokens, true, (char* s, const char* d), (s, d))
RW_HIDDEN(tm*, localtime, kTime, true, (const time_t* t), (t))
RW_HIDDEN(tm*, gmtime, kTime, true, (const time_t* t), (t))
RW_HIDDEN(char*, asctime, kTime, true, (const tm* t), (t))
RW_HIDDEN(char*, ctime, kTime, true, (const time_t* t), (t))
RW_HIDDEN(int, rand, kRandom, true, (), ())
RW_HIDDEN(void, srand, kRandom, true, (unsigned s), (s))
RW_HIDDEN(double, drand48, kRandom, true, (), ())
RW_HIDDEN(long, lrand48, kRandom, true, (), ())
RW_HIDDEN(long, mrand48, kRandom, true, (), ())
RW_HIDDEN(void, srand48, kRandom, true, (long s), (s))
RW_HIDDEN(char*, setlocale, kLocale, true, (int c, const char* l), (c, l))
RW_HIDDEN(lconv*, localeconv, kLocale, false, (), ())
RW_HIDDEN(char*, strerror, kErrorText, true, (int e), (e))
RW_HIDDEN(passwd*, getpwnam, kUsers, true, (const char* n), (n))
RW_HIDDEN(passwd*, getpwuid, kUsers, true, (uid_t u), (u))
RW_HIDDEN(group*, getgrnam, kUsers, true, (const char* n), (n))
RW_HIDDEN(group*, getgrgid, kUsers, true, (gid_t g), (g))
RW_HIDDEN(hostent*, gethostbyname, kHosts, true, (const char* n), (n))
RW_HIDDEN(int, getopt, kOptions, true, (int c, char* const* v, const char* o), (c, v, o))
