// Functions of libc with state of their own that nobody sees, and functions without hooks that get pointers. Two threads that use
// the same state, or the same memory in this way, may disturb each other. Each use is an access that may happen: its order is
// searched, but it is never reported as a race. The trace says which thread touched which state, so that a search which went
// through all schedules does not claim too much.
#include <getopt.h>
#include <grp.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "abi/identity.h"
#include "abi/suspicion.h"
#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

using abi::Hidden;

// One stands for each state. No thread of the program has their addresses, and nobody writes there.
alignas(8) constexpr u64 kStates[16] = {};

void Note(Hidden state, bool changes, u32 site) {
  Fiber* f = Cur();
  u32 bit = 1u << (static_cast<u32>(state) * 2 + changes);
  if (f->hidden & bit) return;
  f->hidden |= bit;
  Event* e = RecordMeta(EventKind::kHiddenState);
  e->tid = f->tid;
  e->value = static_cast<u64>(state);
  e->value2 = changes;
  e->site = site;
}
void Note(Hidden state, bool changes) { Note(state, changes, CallSite(Cur())); }
static_assert(static_cast<u32>(abi::kLastState) * 2 + 1 < 32 && static_cast<u32>(abi::kThreadIdentity) * 2 + 1 < 32);
static_assert(static_cast<u32>(abi::kLastState) < sizeof kStates / sizeof *kStates);

void Touches(Hidden state, bool changes) {
  if (!Controlled() || W->ended) return;
  Note(state, changes);
  SuspectedAccess(reinterpret_cast<uptr>(&kStates[static_cast<u32>(state)]), sizeof *kStates, CallSite(Cur()), changes,
                  abi::Suspicion::kState);
}

constexpr const void* kUnknown = nullptr;

// Memory of libc that the results of such functions lie in: the next call writes it, also while somebody reads it.
void WritesResult(const void* memory, u64 bytes) {
  if (!Controlled() || W->ended || !memory) return;
  SuspectedAccess(reinterpret_cast<uptr>(memory), bytes, CallSite(Cur()), true, abi::Suspicion::kPointer);
}

// The function may keep state of its own, which nobody sees. What libc keeps is known by name.
bool NoteCalled(const void* function, u32 site) {
  if (!Controlled() || W->ended || CodeOf(function) != Code::kNoHooks) return false;
  Note(abi::kOwnState, true, site);
  return true;
}

// A function without hooks gets the pointer. It may read or write the memory there, whose beginning stands for all of it.
void Passed(const void* p, u32 site, bool writes, u64 bytes) {
  constexpr uptr kFirstPage = 4096;  // smaller values are no addresses
  constexpr u64 kMost = 64;
  const uptr a = reinterpret_cast<uptr>(p);
  if (a < kFirstPage) return;
  u64 n = bytes, block = 0;
  if (n == 0 && HeapOwns(p) && HeapBlockAt(p, &block)) n = block;
  if (n == 0) n = 8 - (a & 7);
  SuspectedAccess(a, n < kMost ? n : kMost, site, writes, abi::Suspicion::kPointer);
}

}  // namespace

void CallWithoutHooks(const void* function, const void* argument, u32 site) {
  if (NoteCalled(function, site)) Passed(argument, site, true, 0);
}

void NoteIdentityAsked() {
  if (Controlled() && !W->ended) Note(abi::kThreadIdentity, false);
}

void NoteFileMapped() {
  if (Controlled() && !W->ended) Note(abi::kFileMemory, true);
}

void NoteTriedOnce(u32 site) {
  if (!W->ended) Note(abi::kWeakExchange, true, site);
}

// The same in every process, so that it can be announced before it is written.
void FindResults() {
  const time_t zero = 0;
  tm* time = Dormant().gmtime(&zero);
  g_rt.time_result = time;
  g_rt.time_text = Dormant().asctime(time);
}

}  // namespace reweave::rt

using namespace reweave::rt;

// The program computes with an address. Other threads have other addresses in their own memory, and large blocks lie in the order
// in which threads ask for them.
RW_EXPORT void __reweave_address_used(const void* p) {
  if (!Controlled() || !W->started) return;
  const uptr a = reinterpret_cast<uptr>(p);
  if (InLarge(a) || (InSlots(a) && (a - kSlots) / kSlotBytes == Cur()->slot)) NoteIdentityAsked();
}

RW_EXPORT void __reweave_hidden(u32 state, u32 changes, u32 site) {
  if (static_cast<Hidden>(state) != reweave::abi::kWeakExchange) return Touches(static_cast<Hidden>(state), changes != 0);
  if (Controlled()) NoteTriedOnce(site);
}

RW_EXPORT void __reweave_called(const void* function, u32 site) { NoteCalled(function, site); }

RW_EXPORT void __reweave_passed(const void* function, const void* p, u32 site, u32 writes, u32 bytes) {
  if (Controlled() && !W->ended && CodeOf(function) != Code::kHooks) Passed(p, site, writes != 0, bytes);
}

#define RW_HIDDEN(R, name, state, changes, parameters, arguments) \
  RW_EXPORT R name parameters {                                   \
    Touches(Hidden::state, changes);                              \
    return Dormant().name arguments;                              \
  }
// Its result lies in memory that is known before; of others, the call says it when it is done.
#define RW_RESULT(R, name, state, parameters, arguments, place, bytes) \
  RW_EXPORT R name parameters {                                        \
    Touches(Hidden::state, true);                                      \
    if (place) WritesResult(place, bytes);                             \
    R result = Dormant().name arguments;                               \
    if (!place) WritesResult(result, bytes);                           \
    return result;                                                     \
  }
RW_HIDDEN(char*, getenv, kEnvironment, false, (const char* n), (n))
RW_HIDDEN(char*, secure_getenv, kEnvironment, false, (const char* n), (n))
RW_HIDDEN(int, setenv, kEnvironment, true, (const char* n, const char* v, int o), (n, v, o))
RW_HIDDEN(int, putenv, kEnvironment, true, (char* s), (s))
RW_HIDDEN(int, unsetenv, kEnvironment, true, (const char* n), (n))
RW_HIDDEN(int, clearenv, kEnvironment, true, (), ())
RW_HIDDEN(char*, strtok, kTokens, true, (char* s, const char* d), (s, d))
RW_RESULT(tm*, localtime, kTime, (const time_t* t), (t), g_rt.time_result, sizeof(tm))
RW_RESULT(tm*, gmtime, kTime, (const time_t* t), (t), g_rt.time_result, sizeof(tm))
RW_RESULT(char*, asctime, kTime, (const tm* t), (t), g_rt.time_text, 26)
RW_RESULT(char*, ctime, kTime, (const time_t* t), (t), g_rt.time_text, 26)
RW_HIDDEN(int, rand, kRandom, true, (), ())
RW_HIDDEN(void, srand, kRandom, true, (unsigned s), (s))
RW_HIDDEN(double, drand48, kRandom, true, (), ())
RW_HIDDEN(long, lrand48, kRandom, true, (), ())
RW_HIDDEN(long, mrand48, kRandom, true, (), ())
RW_HIDDEN(void, srand48, kRandom, true, (long s), (s))
RW_HIDDEN(char*, setlocale, kLocale, true, (int c, const char* l), (c, l))
RW_HIDDEN(lconv*, localeconv, kLocale, false, (), ())
RW_HIDDEN(char*, strerror, kErrorText, true, (int e), (e))
RW_RESULT(passwd*, getpwnam, kUsers, (const char* n), (n), kUnknown, sizeof(passwd))
RW_RESULT(passwd*, getpwuid, kUsers, (uid_t u), (u), kUnknown, sizeof(passwd))
RW_RESULT(group*, getgrnam, kUsers, (const char* n), (n), kUnknown, sizeof(group))
RW_RESULT(group*, getgrgid, kUsers, (gid_t g), (g), kUnknown, sizeof(group))
RW_RESULT(hostent*, gethostbyname, kHosts, (const char* n), (n), kUnknown, sizeof(hostent))
RW_HIDDEN(int, getopt, kOptions, true, (int c, char* const* v, const char* o), (c, v, o))
