// Who holds a lock on a file: another open file of this process, or somebody else. The kernel knows it, so it is asked: the entry
// of a descriptor in /proc/self/fdinfo lists the locks that belong to what the descriptor was opened as. A copy of that knowledge
// here would have to follow every close, dup, exec and child.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/file_locks.h"
#include "runtime/proc_files.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u32 kFds = 1024;
constexpr u64 kEnd = ~0ull;

struct Held {
  bool whole = false;  // by flock; else by fcntl, for what was opened
  bool writes = false;
  u64 first = 0, last = kEnd;  // bytes
};

bool StartsWith(const char* text, const char* word) {
  while (*word)
    if (*text++ != *word++) return false;
  return true;
}

const char* NextWord(const char* p) {
  while (*p && *p != ' ' && *p != '\t' && *p != '\n') ++p;
  while (*p == ' ' || *p == '\t') ++p;
  return p;
}

// "lock:\t1: OFDLCK  ADVISORY  WRITE -1 08:01:1234 0 EOF"
bool ReadLock(const char* line, Held* out) {
  const char* kind = NextWord(NextWord(line));
  const bool flock = StartsWith(kind, "FLOCK");
  if (!flock && !StartsWith(kind, "OFDLCK")) return false;
  const char* mode = NextWord(NextWord(kind));
  const char* first = NextWord(NextWord(NextWord(mode)));
  const char* last = NextWord(first);
  *out = {flock, StartsWith(mode, "WRITE"), Number(first), kEnd};
  if (!StartsWith(last, "EOF")) out->last = Number(last);
  return true;
}

// Calls `use` with each lock of what the descriptor was opened as, until it says true.
template <typename Use>
bool AnyLock(long fd, Use use) {
  char text[2048];
  if (ReadSmall(Path() << "/proc/self/fdinfo/" << static_cast<u64>(fd), text, sizeof text) <= 0) return false;
  for (const char* p = text; *p; ++p) {
    Held held;
    if (StartsWith(p, "lock:") && ReadLock(p, &held) && use(held)) return true;
    while (*p && *p != '\n') ++p;
    if (!*p) break;
  }
  return false;
}

bool SameFile(long fd, const struct stat& file) {
  struct stat s;
  return Sys(SYS_fstat, fd, reinterpret_cast<long>(&s)) == 0 && s.st_ino == file.st_ino && s.st_dev == file.st_dev;
}

// Some other descriptor has a lock for which `conflicts` says true.
template <typename Conflicts>
bool AnotherHas(long fd, Conflicts conflicts) {
  struct stat file;
  if (Sys(SYS_fstat, fd, reinterpret_cast<long>(&file)) != 0) return false;
  for (u32 other = 0; other < kFds; ++other) {
    if (static_cast<long>(other) == fd || (!Bit(g_rt.run_fds, other) && !Bit(g_rt.base_fds, other))) continue;
    if (SameFile(other, file) && AnyLock(other, conflicts)) return true;
  }
  return false;
}

// Several descriptors may stand for one that was opened once, and its own lock keeps out none of them. If both have the same lock
// they are taken for that. If they are not, the attempt fails, which gives up the lock that was there, and then it is plain.
bool WholeFileHeld(long fd, bool writes) {
  bool has = false, has_written = false;
  AnyLock(fd, [&](const Held& own) { return own.whole && (has = true, has_written = own.writes, true); });
  return AnotherHas(
      fd, [&](const Held& held) { return held.whole && (held.writes || writes) && !(has && held.writes == has_written); });
}

bool RangeHeld(const LockWait& wait) {
  struct flock found = *wait.range;
  if (Sys(SYS_fcntl, wait.fd, wait.of_process ? F_GETLK : F_OFD_GETLK, reinterpret_cast<long>(&found)) != 0) return false;
  if (found.l_type == F_UNLCK) return false;
  if (found.l_pid > 0) return found.l_pid == static_cast<int>(Sys(SYS_getpid));  // the process's own, by F_SETLK
  const u64 first = static_cast<u64>(found.l_start);
  const u64 last = found.l_len == 0 ? kEnd : first + static_cast<u64>(found.l_len) - 1;
  return AnotherHas(wait.fd, [&](const Held& held) {
    return !held.whole && held.writes == (found.l_type == F_WRLCK) && held.first <= last && first <= held.last;
  });
}

}  // namespace

bool HeldHere(const LockWait& wait) {
  if (!W->started) return false;
  return wait.range ? RangeHeld(wait) : WholeFileHeld(wait.fd, wait.writes);
}

}  // namespace reweave::rt
