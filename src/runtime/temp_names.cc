// Names of temporary files and directories. libc makes them from the clock, so that each run has others, and asks for more
// randomness now and then, which is a step that the next run does not have. Here a name follows from the thread and its place in
// the run: every run has the same names. Processes that run at the same time have different ones (NamesBegin). If a name is
// taken all the same, because an earlier process left it behind, another one is taken within the same step.
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

// A name that is being looked for.
struct TempName {
  char* letters;  // the six that may be anything
  u64 seed;
  u32 tries;
};

namespace {

constexpr u32 kLetters = 6, kMostTries = 62 * 62 * 62;

u64 Length(const char* s, u64 most = ~0ull) {
  u64 n = 0;
  while (n < most && s[n]) ++n;
  return n;
}

// As a system call of the program.
int Call(long nr, const char* path, long b, long c) {
  return static_cast<int>(syscall(nr, reinterpret_cast<long>(path), b, c, 0L, 0L, 0L));
}

void Fill(TempName* name) {
  constexpr char kAll[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  u64 x = name->seed + ++name->tries * 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  x ^= x >> 31;
  for (u32 i = 0; i < kLetters; ++i, x /= 62) name->letters[i] = kAll[x % 62];
}

void Begin(TempName* name, char* letters) {
  Fiber* f = Cur();
  *name = {letters, f->path ^ static_cast<u64>(++f->temp_names) << 48 ^ static_cast<u64>(g_rt.names) << 32, 0};
  Fill(name);
}

// Where the letters are; null: the template has no place for them.
char* Letters(char* pattern, int suffix) {
  const size_t n = Length(pattern);
  if (suffix < 0 || n < kLetters + static_cast<size_t>(suffix)) return nullptr;
  char* at = pattern + n - static_cast<size_t>(suffix) - kLetters;
  for (u32 i = 0; i < kLetters; ++i)
    if (at[i] != 'X') return nullptr;
  return at;
}

// Calls `make` until it says something else than that the name is taken. Its own call to the kernel tries other names, too.
template <typename Make>
int Try(char* pattern, int suffix, Make make) {
  char* letters = Letters(pattern, suffix);
  if (!letters) {
    errno = EINVAL;
    return -1;
  }
  const int before = errno;
  TempName name;
  Begin(&name, letters);
  Fiber* f = Cur();
  f->temp_name = &name;
  int r;
  do r = make();
  while (r < 0 && errno == EEXIST && AnotherTempName(pattern));
  f->temp_name = nullptr;
  if (r >= 0) errno = before;
  return r;
}

int MakeFile(char* pattern, int suffix, int flags) {
  return Try(pattern, suffix, [=] { return Call(SYS_open, pattern, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600); });
}

// A name that nobody has, without making anything of that name.
bool FreeName(char* path, char* letters) {
  TempName name;
  Begin(&name, letters);
  struct stat s;
  while (Sys(SYS_newfstatat, AT_FDCWD, reinterpret_cast<long>(path), reinterpret_cast<long>(&s), AT_SYMLINK_NOFOLLOW) == 0) {
    if (name.tries >= kMostTries) return false;
    Fill(&name);
  }
  return true;
}

}  // namespace

// Takes the lowest number that no other process has, so that a process that is alone always has the same names. A socket with an
// abstract address stands for the number: it is free again when the process has ended, however it ended.
void NamesBegin() {
  constexpr u32 kMost = 1024;
  constexpr long kHighNumber = 960;  // out of the program's way
  constexpr char kName[] = "reweave-names-";
  g_rt.names = kMost + static_cast<u32>(g_rt.pid);
  long fd = Sys(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  __builtin_memcpy(address.sun_path + 1, kName, sizeof kName - 1);
  for (u32 i = 0; i < kMost; ++i) {
    char* digits = address.sun_path + sizeof kName;
    digits[0] = static_cast<char>('0' + i / 100), digits[1] = static_cast<char>('0' + i / 10 % 10);
    digits[2] = static_cast<char>('0' + i % 10);
    const auto bytes = static_cast<long>(offsetof(sockaddr_un, sun_path) + sizeof kName + 3);
    if (Sys(SYS_bind, fd, reinterpret_cast<long>(&address), bytes) != 0) continue;
    g_rt.names = i;
    break;
  }
  long high = Sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, kHighNumber);
  g_rt.names_fd = static_cast<int>(high);
  Sys(SYS_close, fd);
}

// The name is taken. A thread that was cancelled in such a call, or left it by a jump, has a name of a call that is gone.
bool AnotherTempName(const char* path) {
  TempName* name = Cur()->temp_name;
  if (!name || name->letters < path || name->letters + kLetters > path + Length(path) || name->tries >= kMostTries) return false;
  Fill(name);
  return true;
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT char* mkdtemp(char* pattern) {
  if (!Controlled()) return Dormant().mkdtemp(pattern);
  return Try(pattern, 0, [=] { return Call(SYS_mkdir, pattern, 0700, 0); }) == 0 ? pattern : nullptr;
}

#define RW_MAKES_FILE(name, parameters, arguments, suffix, flags) \
  RW_EXPORT int name parameters {                                 \
    if (!Controlled()) return Dormant().name arguments;           \
    return MakeFile(pattern, suffix, flags);                      \
  }
RW_MAKES_FILE(mkstemp, (char* pattern), (pattern), 0, 0)
RW_MAKES_FILE(mkstemp64, (char* pattern), (pattern), 0, 0)
RW_MAKES_FILE(mkstemps, (char* pattern, int suffix), (pattern, suffix), suffix, 0)
RW_MAKES_FILE(mkstemps64, (char* pattern, int suffix), (pattern, suffix), suffix, 0)
RW_MAKES_FILE(mkostemp, (char* pattern, int flags), (pattern, flags), 0, flags)
RW_MAKES_FILE(mkostemp64, (char* pattern, int flags), (pattern, flags), 0, flags)
RW_MAKES_FILE(mkostemps, (char* pattern, int suffix, int flags), (pattern, suffix, flags), suffix, flags)
RW_MAKES_FILE(mkostemps64, (char* pattern, int suffix, int flags), (pattern, suffix, flags), suffix, flags)

RW_EXPORT char* mktemp(char* pattern) {
  if (!Controlled()) return Dormant().mktemp(pattern);
  char* letters = Letters(pattern, 0);
  if (!letters) errno = EINVAL;
  if (!letters || !FreeName(pattern, letters)) *pattern = 0;
  return pattern;
}

RW_EXPORT char* tmpnam_r(char* to) {
  if (!to || !Controlled()) return to ? Dormant().tmpnam_r(to) : nullptr;
  __builtin_memcpy(to, "/tmp/fileXXXXXX", sizeof "/tmp/fileXXXXXX");
  return FreeName(to, to + sizeof "/tmp/file" - 1) ? to : nullptr;
}

RW_EXPORT char* tmpnam(char* to) {
  static_assert(sizeof W->tmpnam >= L_tmpnam);
  return Controlled() ? tmpnam_r(to ? to : W->tmpnam) : Dormant().tmpnam(to);
}

RW_EXPORT char* tempnam(const char* directory, const char* prefix) {
  if (!Controlled()) return Dormant().tempnam(directory, prefix);
  const auto usable = [](const char* d) {
    struct stat s;
    return d && *d && Sys(SYS_stat, reinterpret_cast<long>(d), reinterpret_cast<long>(&s)) == 0 && S_ISDIR(s.st_mode);
  };
  const char* asked = getenv("TMPDIR");
  const char* in = usable(asked) ? asked : usable(directory) ? directory : "/tmp";
  constexpr size_t kMostPrefix = 5;
  const size_t n = Length(in), of_prefix = prefix && *prefix ? Length(prefix, kMostPrefix) : 4;
  char* name = static_cast<char*>(malloc(n + of_prefix + kLetters + 2));
  if (!name) return nullptr;
  __builtin_memcpy(name, in, n);
  name[n] = '/';
  __builtin_memcpy(name + n + 1, prefix && *prefix ? prefix : "file", of_prefix);
  name[n + 1 + of_prefix + kLetters] = 0;
  if (FreeName(name, name + n + 1 + of_prefix)) return name;
  free(name);
  return nullptr;
}
