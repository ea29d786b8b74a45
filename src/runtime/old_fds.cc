// Descriptors older than the rewind point whose state is more than an offset: event counters, epoll sets, and pipes and socket
// pairs whose both ends are the program's. Event loops make them before their first thread. What is in them at the rewind point
// is noted; after a run it is put back. Anything else (a connection, a pipe that leads outside, bytes that wait in a pipe) is
// not.
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u32 kFds = 512, kEntries = 512;
enum class Kind : u8 { kOther, kCounter, kPoller, kChannel };

struct Entry {
  int poller, fd;
  u32 events;
  u64 data;
};

// Of the process, not of the run: never rewound.
struct OldFds {
  Kind kind[kFds];
  u64 count[kFds];  // of a counter
  u64 inode[kFds];  // of a pipe
  Entry entries[kEntries];
  u32 entry_count;
  bool any;
  char text[1 << 14];  // what is read; the controller alone comes there
};
__attribute__((section(".data.reweave_rt"), aligned(4096))) OldFds g_old;

u32 Append(char* to, u32 n, const char* text) {
  while (*text) to[n++] = *text++;
  to[n] = 0;
  return n;
}

void ProcPath(char* to, const char* folder, u32 fd) {
  u32 n = Append(to, 0, "/proc/self/");
  n = Append(to, n, folder);
  char digits[8];
  u32 k = 0;
  do digits[k++] = static_cast<char>('0' + fd % 10);
  while (fd /= 10);
  while (k) to[n++] = digits[--k];
  to[n] = 0;
}

bool StartsWith(const char* text, const char* with) {
  while (*with)
    if (*text++ != *with++) return false;
  return true;
}

bool LinkIs(u32 fd, const char* with) {
  char path[40], link[64] = {};
  ProcPath(path, "fd/", fd);
  if (Sys(SYS_readlink, reinterpret_cast<long>(path), reinterpret_cast<long>(link), sizeof link - 1) <= 0) return false;
  return StartsWith(link, with);
}

u64 Hex(const char** at) {
  while (**at == ' ' || **at == '\t') ++*at;
  u64 value = 0;
  for (;; ++*at) {
    char c = **at;
    if (c >= '0' && c <= '9') value = value * 16 + static_cast<u64>(c - '0');
    else if (c >= 'a' && c <= 'f') value = value * 16 + static_cast<u64>(c - 'a' + 10);
    else return value;
  }
}

u64 Decimal(const char** at) {
  while (**at == ' ' || **at == '\t') ++*at;
  u64 value = 0;
  for (; **at >= '0' && **at <= '9'; ++*at) value = value * 10 + static_cast<u64>(**at - '0');
  return value;
}

// What the kernel says about a descriptor, a part of it if it is long: `visit` is given each line.
template <typename Visit>
bool ForEachInfoLine(u32 fd, Visit visit) {
  char path[40];
  char* text = g_old.text;
  constexpr u64 kRoom = sizeof g_old.text - 1;
  ProcPath(path, "fdinfo/", fd);
  long file = Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  u64 n = 0;
  for (long got; n < kRoom; n += static_cast<u64>(got)) {
    got = Sys(SYS_read, file, reinterpret_cast<long>(text + n), static_cast<long>(kRoom - n));
    if (got <= 0) break;
  }
  Sys(SYS_close, file);
  text[n] = 0;
  for (char* line = text; *line;) {
    char* end = line;
    while (*end && *end != '\n') ++end;
    bool last = !*end;
    *end = 0;
    visit(line);
    if (last) break;
    line = end + 1;
  }
  return n < kRoom;
}

bool CountOf(u32 fd, u64* count) {
  bool found = false;
  ForEachInfoLine(fd, [&](const char* line) {
    if (!StartsWith(line, "eventfd-count:")) return;
    line += 14;
    *count = Hex(&line);
    found = true;
  });
  return found;
}

bool NoteEntries(u32 poller) {
  bool fits = true;
  bool whole = ForEachInfoLine(poller, [&](const char* line) {
    if (!StartsWith(line, "tfd:")) return;
    if (g_old.entry_count == kEntries) {
      fits = false;
      return;
    }
    Entry& e = g_old.entries[g_old.entry_count++];
    e.poller = static_cast<int>(poller);
    line += 4;
    e.fd = static_cast<int>(Decimal(&line));
    while (*line && !StartsWith(line, "events:")) ++line;
    if (*line) line += 7;
    e.events = static_cast<u32>(Hex(&line));
    while (*line && !StartsWith(line, "data:")) ++line;
    if (*line) line += 5;
    e.data = Hex(&line);
  });
  return whole && fits;
}

bool Empty(u32 fd) {
  int waiting = 0;
  return Sys(SYS_ioctl, fd, FIONREAD, reinterpret_cast<long>(&waiting)) == 0 && waiting == 0;
}

// One of the two ends of a socketpair of this process.
bool IsPair(u32 fd) {
  struct {
    int pid;
    u32 uid, gid;
  } peer{};
  socklen_t n = sizeof peer;
  if (Sys(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, reinterpret_cast<long>(&peer), reinterpret_cast<long>(&n)) != 0)
    return false;
  if (static_cast<u32>(peer.pid) != g_rt.pid) return false;
  char name[128];
  for (long nr : {SYS_getsockname, SYS_getpeername}) {
    n = sizeof name;
    if (Sys(nr, fd, reinterpret_cast<long>(name), reinterpret_cast<long>(&n)) != 0 || n != 2 || name[0] != AF_UNIX) return false;
  }
  return true;
}

// A pipe is ours if both of its ends are: one descriptor that reads, one that writes.
bool BothEnds(u32 fd) {
  bool reads = false, writes = false;
  for (u32 other = 0; other < kFds; ++other) {
    if (g_old.inode[other] != g_old.inode[fd]) continue;
    long mode = Sys(SYS_fcntl, other, F_GETFL) & O_ACCMODE;
    reads |= mode == O_RDONLY;
    writes |= mode == O_WRONLY;
  }
  return reads && writes;
}

Kind Classify(u32 fd) {
  struct stat s;
  if (Sys(SYS_fstat, fd, reinterpret_cast<long>(&s)) != 0) return Kind::kOther;
  if (S_ISFIFO(s.st_mode)) {
    g_old.inode[fd] = s.st_ino;
    return Kind::kChannel;
  }
  if (S_ISSOCK(s.st_mode)) return IsPair(fd) && Empty(fd) ? Kind::kChannel : Kind::kOther;
  if (LinkIs(fd, "anon_inode:[eventfd]")) return CountOf(fd, &g_old.count[fd]) ? Kind::kCounter : Kind::kOther;
  if (LinkIs(fd, "anon_inode:[eventpoll]")) return NoteEntries(fd) ? Kind::kPoller : Kind::kOther;
  return Kind::kOther;
}

bool Readable(u32 fd) {
  pollfd p{static_cast<int>(fd), POLLIN, 0};
  timespec zero{};
  return Sys(SYS_ppoll, reinterpret_cast<long>(&p), 1, reinterpret_cast<long>(&zero), 0, 8) == 1 && p.revents & POLLIN;
}

void Drain(u32 fd) {
  long mode = g_old.inode[fd] ? Sys(SYS_fcntl, fd, F_GETFL) & O_ACCMODE : O_RDWR;
  if (mode == O_WRONLY) return;
  while (Readable(fd) && Sys(SYS_read, fd, reinterpret_cast<long>(g_old.text), sizeof g_old.text) > 0) {
  }
}

void PutCountBack(u32 fd) {
  u64 value;
  while (Readable(fd) && Sys(SYS_read, fd, reinterpret_cast<long>(&value), 8) == 8) {
  }  // semaphores count down one by one
  value = g_old.count[fd];
  if (value) Sys(SYS_write, fd, reinterpret_cast<long>(&value), 8);
}

long Control(int poller, int op, const Entry& e) {
  epoll_event event{};
  event.events = e.events;
  event.data.u64 = e.data;
  return Sys(SYS_epoll_ctl, poller, op, e.fd, reinterpret_cast<long>(&event));
}

// Entries of descriptors that the run opened went with them. The others are set anew, which also wakes what was used up.
void PutEntriesBack(u32 poller) {
  ForEachInfoLine(poller, [&](const char* line) {
    if (!StartsWith(line, "tfd:")) return;
    line += 4;
    Entry now{static_cast<int>(poller), static_cast<int>(Decimal(&line)), 0, 0};
    for (u32 i = 0; i < g_old.entry_count; ++i)
      if (g_old.entries[i].poller == now.poller && g_old.entries[i].fd == now.fd) return;
    Control(now.poller, EPOLL_CTL_DEL, now);
  });
  for (u32 i = 0; i < g_old.entry_count; ++i) {
    const Entry& e = g_old.entries[i];
    if (e.poller != static_cast<int>(poller)) continue;
    if (Control(e.poller, EPOLL_CTL_MOD, e) != 0) Control(e.poller, EPOLL_CTL_ADD, e);
  }
}

}  // namespace

void NoteOldFds() {
  g_old.entry_count = 0;
  for (u32 fd = 0; fd < kFds; ++fd) {
    g_old.kind[fd] = Kind::kOther, g_old.inode[fd] = 0;
    if (fd > 2 && Bit(g_rt.base_fds, fd) && !(g_rt.inherited_fds[fd / 64] >> (fd % 64) & 1)) g_old.kind[fd] = Classify(fd);
  }
  for (u32 fd = 0; fd < kFds; ++fd)
    if (g_old.inode[fd] && (!BothEnds(fd) || !Empty(fd))) g_old.kind[fd] = Kind::kOther;
  g_old.any = false;
  for (Kind kind : g_old.kind) g_old.any |= kind != Kind::kOther;
}

bool IsPutBack(long fd) { return fd >= 0 && fd < kFds && g_old.kind[fd] != Kind::kOther; }

// An end of a pipe that is kept so that it can be put back would not end for the other side.
bool ClosesOldFd(long fd) {
  if (fd < 0 || fd >= kFds || (g_old.kind[fd] != Kind::kCounter && g_old.kind[fd] != Kind::kPoller)) return false;
  for (u32 i = 0; i < g_old.entry_count; ++i)  // the copy that is kept would still be reported
    if (g_old.entries[i].fd == fd) Control(g_old.entries[i].poller, EPOLL_CTL_DEL, g_old.entries[i]);
  return true;
}

void PutOldFdsBack() {
  if (RW_LIKELY(!g_old.any)) return;
  for (u32 fd = 0; fd < kFds; ++fd)
    if (g_old.kind[fd] == Kind::kCounter) PutCountBack(fd);
    else if (g_old.kind[fd] == Kind::kChannel) Drain(fd);
  for (u32 fd = 0; fd < kFds; ++fd)
    if (g_old.kind[fd] == Kind::kPoller) PutEntriesBack(fd);
}

}  // namespace reweave::rt
