// Calls that change files and directories: what they will change is noted in the journal (files.cc) first.
#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include "runtime/files.h"

namespace reweave::rt {

using namespace files;

namespace {

// What the name stands for is about to go away.
void NoteRemoval(const char* path) {
  struct stat s;
  if (Stat(path, &s) != 0) return;
  Change* c = Add(S_ISDIR(s.st_mode) ? Did::kRemovedDirectory : S_ISLNK(s.st_mode) ? Did::kRemovedLink : Did::kRemoved);
  if (!c || !Keep(path, &c->path)) return;
  KeepAttributes(c, s);
  Identify(c, s);
  c->linked = S_ISREG(s.st_mode) && s.st_nlink > 1;
  if (S_ISREG(s.st_mode) && s.st_nlink > 1 && !CreatedInRun(s)) return GiveUp(Lasting::kOneOfSeveralNames);
  c->parts = S_ISREG(s.st_mode) && (Has(J()->parted, s) || OpenSinceBefore(s));
  if (c->parts && Has(J()->named, s)) return GiveUp(Lasting::kOpenBefore);
  if (S_ISREG(s.st_mode) && !Contents(path, s, c)) {
    if (!J()->full) GiveUp(Lasting::kUnreadable);
    return;
  }
  if (S_ISLNK(s.st_mode)) {
    u8* to = Reserve(kPathBytes, &c->data);
    if (!to) return;
    long n = Sys(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(path), reinterpret_cast<long>(to), kPathBytes - 1);
    to[n > 0 ? n : 0] = 0;
  } else if (!S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode) && !S_ISSOCK(s.st_mode) && !CreatedInRun(s)) {
    return GiveUp(Lasting::kDevice);
  }
  Done(c);
}

void NoteCreation(const char* path, Did did) {
  Change* c = Add(did);
  if (!c || !Keep(path, &c->path)) return;
  struct stat s;
  if (Stat(path, &s) == 0) Identify(c, s);
  Done(c);
}

// The contents are about to change; `fd` < 0: by its path.
void NoteWriting(const char* path, long fd) {
  struct stat s;
  char name[40];
  if (fd >= 0) FdPath(fd, name);
  long r = fd >= 0 ? Sys(SYS_fstat, fd, reinterpret_cast<long>(&s))
                   : Sys(SYS_stat, reinterpret_cast<long>(path), reinterpret_cast<long>(&s));
  if (r != 0 || !S_ISREG(s.st_mode) || SavedAlready(s) || CreatedInRun(s)) return;
  Change* c = Add(Did::kWrote);
  if (!c || (fd < 0 && !Keep(path, &c->path))) return;
  c->fd = static_cast<int>(fd);
  if (Contents(fd >= 0 ? name : path, s, c)) Done(c);
  else if (!J()->full) GiveUp(Lasting::kUnreadable);
}

long Remove(long nr, long dirfd, long path, long flags, long b) {
  char name[kPathBytes];
  if (!Absolute(dirfd, reinterpret_cast<char*>(path), name)) return Sys(nr, nr == SYS_unlinkat ? dirfd : path, b, flags);
  u32 before = J()->count;
  NoteRemoval(name);
  long r = Sys(SYS_unlinkat, AT_FDCWD, reinterpret_cast<long>(name), flags);
  if (r != 0 && J()->count > before) J()->count = before;
  return r;
}

long Rename(long from_dir, long from, long to_dir, long to, long flags) {
  char old_name[kPathBytes], new_name[kPathBytes];
  if (!Absolute(from_dir, reinterpret_cast<char*>(from), old_name) || !Absolute(to_dir, reinterpret_cast<char*>(to), new_name))
    return Sys(316, from_dir, from, to_dir, to, flags);
  u32 before = J()->count;
  struct stat a{}, b;
  bool same = Stat(old_name, &a) == 0 && Stat(new_name, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  if (!(flags & 3) && !same) NoteRemoval(new_name);
  long r = Sys(316, AT_FDCWD, reinterpret_cast<long>(old_name), AT_FDCWD, reinterpret_cast<long>(new_name), flags);
  if (r != 0) {
    J()->count = before;
    return r;
  }
  Change* c = same ? nullptr : Add(Did::kRenamed);
  if (!c || !Keep(old_name, &c->path) || !Keep(new_name, &c->path2)) return r;
  c->exchanged = flags & 2;
  c->directory = S_ISDIR(a.st_mode);
  Identify(c, a);
  Done(c);
  return r;
}

long Create(Did did, long dirfd, long path, long nr, long a, long b, long c, long d, long e) {
  char name[kPathBytes];
  long r;
  do r = Sys(nr, a, b, c, d, e);
  while (r == -EEXIST && AnotherTempName(reinterpret_cast<char*>(path)));
  if (r == 0 && Absolute(dirfd, reinterpret_cast<char*>(path), name)) NoteCreation(name, did);
  return r;
}

void LooksAt(long dirfd, long path) {
  struct stat s;
  const auto* name = reinterpret_cast<const char*>(path);
  if (name && *name && Sys(SYS_newfstatat, dirfd, path, reinterpret_cast<long>(&s), 0) == 0) UsedByName(s);
}

long ChangeDirectory(long nr, long a) {
  char name[kPathBytes];
  Change* c = Absolute(AT_FDCWD, ".", name) ? Add(Did::kDirectory) : nullptr;
  long r = Sys(nr, a);
  if (r == 0 && c && Keep(name, &c->path)) Done(c);
  return r;
}

}  // namespace

// A descriptor that is older than the run leads to this file. When a name that was removed is put back it stands for a copy, and
// the descriptor for what the run left of the file. That is no matter unless a run uses the name, too: one thread would write
// where another never reads.
bool files::OpenSinceBefore(const struct stat& s) {
  for (u32 word = 0; word < 1024 / 64; ++word)
    for (u64 m = g_rt.base_fds[word]; m; m &= m - 1) {
      const u32 fd = word * 64 + static_cast<u32>(__builtin_ctzll(m));
      if (fd < 3) continue;
      struct stat other;
      const long at = g_rt.saved_fd[fd] ? g_rt.saved_fd[fd] - 1 : static_cast<long>(fd);  // closed in this run
      if (Sys(SYS_fstat, at, reinterpret_cast<long>(&other)) == 0 && other.st_dev == s.st_dev && other.st_ino == s.st_ino)
        return true;
    }
  return false;
}

void files::UsedByName(const struct stat& s) {
  if (!Active() || !S_ISREG(s.st_mode)) return;
  if (Has(J()->parted, s) || J()->parted.count == kMostParted) return GiveUp(Lasting::kOpenBefore);
  if (!Has(J()->named, s) && OpenSinceBefore(s) && !Put(J()->named, s)) GiveUp(Lasting::kOpenBefore);
}

// A descriptor older than the run, or the file that such a one will be written through.
void FileWritten(long fd) {
  if (!Active() || fd <= 2 || fd >= 1024) return;
  const Changing changing;
  u32 n = static_cast<u32>(fd);
  if (!Bit(g_rt.base_fds, n) || Bit(g_rt.run_fds, n) || Bit(g_rt.written_fds, n)) return;
  SetBit(g_rt.written_fds, n);
  if ((Sys(SYS_fcntl, fd, F_GETFL) & O_ACCMODE) != O_RDONLY) NoteWriting(nullptr, fd);
}

namespace {

long Open(long dirfd, long path, long flags, long mode) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
  bool temporary = (flags & O_TMPFILE) == O_TMPFILE;
  char name[kPathBytes];
  if (!Ready() || (!writes && !(flags & O_CREAT) && !Active()) || temporary ||
      !Absolute(dirfd, reinterpret_cast<char*>(path), name))
    return Sys(SYS_openat, dirfd, path, flags, mode);
  struct stat s;
  bool there = Sys(SYS_stat, reinterpret_cast<long>(name), reinterpret_cast<long>(&s)) == 0;
  if (there) UsedByName(s);
  if (there && writes && W->started && !(flags & O_EXCL)) NoteWriting(name, -1);
  long fd = Sys(SYS_openat, dirfd, path, flags, mode);
  if (fd >= 0 && !there && flags & O_CREAT) NoteCreation(name, Did::kCreated);
  return fd;
}

}  // namespace

long FileOpen(long dirfd, long path, long flags, long mode) {
  const Changing changing;
  long fd;
  do fd = Open(dirfd, path, flags, mode);
  while (fd == -EEXIST && AnotherTempName(reinterpret_cast<char*>(path)));
  return fd;
}

long FileBind(long fd, const sockaddr* address, long length) {
  const Changing changing;
  long r = Sys(SYS_bind, fd, reinterpret_cast<long>(address), length);
  auto* local = reinterpret_cast<const sockaddr_un*>(address);
  char name[kPathBytes];
  if (r == 0 && Ready() && address->sa_family == AF_UNIX && length > 2 && local->sun_path[0] &&
      Absolute(AT_FDCWD, local->sun_path, name))
    NoteCreation(name, Did::kCreated);
  return r;
}

long FileCall(long nr, long a, long b, long c, long d, long e, bool* handled) {
  *handled = Ready();
  if (!*handled) return 0;
  const Changing changing;
  switch (nr) {  // what makes something new
    case SYS_mkdir: return Create(Did::kMadeDirectory, AT_FDCWD, a, nr, a, b, c, d, e);
    case SYS_mkdirat: return Create(Did::kMadeDirectory, a, b, nr, a, b, c, d, e);
    case SYS_link:
    case SYS_symlink: return Create(Did::kCreated, AT_FDCWD, b, nr, a, b, c, d, e);
    case SYS_linkat: return Create(Did::kCreated, c, d, nr, a, b, c, d, e);
    case SYS_symlinkat: return Create(Did::kCreated, b, c, nr, a, b, c, d, e);
    case SYS_mknod: return Create(Did::kCreated, AT_FDCWD, a, nr, a, b, c, d, e);
    case SYS_mknodat: return Create(Did::kCreated, a, b, nr, a, b, c, d, e);
    default: break;
  }
  *handled = Active();
  if (!*handled) return 0;
  switch (nr) {
    case SYS_stat:
    case SYS_lstat: LooksAt(AT_FDCWD, a); break;
    case SYS_newfstatat:
    case SYS_statx: LooksAt(a, b); break;
    case SYS_unlink: return Remove(nr, AT_FDCWD, a, 0, b);
    case SYS_rmdir: return Remove(nr, AT_FDCWD, a, AT_REMOVEDIR, b);
    case SYS_unlinkat: return Remove(nr, a, b, c, b);
    case SYS_rename: return Rename(AT_FDCWD, a, AT_FDCWD, b, 0);
    case SYS_renameat: return Rename(a, b, c, d, 0);
    case 316 /* renameat2 */: return Rename(a, b, c, d, e);
    case SYS_chdir:
    case SYS_fchdir: return ChangeDirectory(nr, a);
    case SYS_umask: {
      long before = Sys(nr, a);
      if (Change* change = Add(Did::kMask)) change->mode = static_cast<u32>(before), Done(change);
      return before;
    }
    case SYS_truncate: {
      char name[kPathBytes];
      LooksAt(AT_FDCWD, a);
      if (Absolute(AT_FDCWD, reinterpret_cast<char*>(a), name)) NoteWriting(name, -1);
      return Sys(nr, a, b);
    }
    default: break;
  }
  *handled = NoteAttributeCall(nr, a, b, d, e);
  return *handled ? Sys(nr, a, b, c, d, e) : 0;
}

}  // namespace reweave::rt
