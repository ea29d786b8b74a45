// Calls that change mode, owner or times of files: what these were is noted in the journal (files.cc) first. Extended attributes
// are not kept, so only files that the run made itself may get some.
#include <sys/syscall.h>

#include "runtime/files.h"

namespace reweave::rt {

using namespace files;

namespace {

constexpr long kFchmodat2 = 452;

// What a call is about: a name, or a descriptor.
struct About {
  const char* path = nullptr;  // from the root on
  long fd = -1;
  bool link = false;           // the link itself, not what it leads to
};

long StatAbout(const About& about, struct stat* s) {
  if (about.fd >= 0) return Sys(SYS_fstat, about.fd, reinterpret_cast<long>(s));
  return Sys(SYS_newfstatat, AT_FDCWD, reinterpret_cast<long>(about.path), reinterpret_cast<long>(s),
             about.link ? AT_SYMLINK_NOFOLLOW : 0);
}

// The name by which the file of a descriptor can be reached when the run is over. False: it has none any more.
bool NameOf(long fd, const struct stat& s, char* out) {
  char link[40];
  FdPath(fd, link);
  const long n = Sys(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(link), reinterpret_cast<long>(out), kPathBytes - 1);
  if (n <= 0) return false;
  out[n] = 0;
  struct stat there;
  return Stat(out, &there) == 0 && there.st_dev == s.st_dev && there.st_ino == s.st_ino;
}

bool OlderThanRun(long fd) {
  const u32 n = static_cast<u32>(fd);
  return fd >= 0 && fd < 1024 && (g_rt.base_fds[n / 64] >> (n % 64) & 1) && !(g_rt.run_fds[n / 64] >> (n % 64) & 1);
}

bool KeptAlready(const struct stat& s) {
  for (u32 i = J()->before; i < J()->count; ++i) {
    const Change& c = J()->changes[i];
    if (c.did == Did::kAttributes && c.device == s.st_dev && c.inode == s.st_ino) return true;
  }
  return false;
}

void NoteAttributes(const About& about) {
  struct stat s;
  char name[kPathBytes];
  if (StatAbout(about, &s) != 0 || CreatedInRun(s) || KeptAlready(s)) return;
  const bool named = about.path || NameOf(about.fd, s, name);
  if (!named && !OlderThanRun(about.fd)) return;  // it was removed in this run, and will be put back as it was then
  Change* c = Add(Did::kAttributes);
  if (!c || (named && !Keep(about.path ? about.path : name, &c->path))) return;
  if (!named) c->fd = static_cast<int>(about.fd);
  c->link = about.link;
  Identify(c, s);
  KeepAttributes(c, s);
  Done(c);
}

void NoteExtended(const About& about) {
  struct stat s;
  if (StatAbout(about, &s) == 0 && !CreatedInRun(s)) GiveUp(Lasting::kExtended);
}

// False: no file has this name, so the call fails.
bool ByName(long dirfd, long path, bool link, char* name, About* about) {
  const auto* text = reinterpret_cast<const char*>(path);
  if (text && !*text) return *about = {nullptr, dirfd}, true;  // AT_EMPTY_PATH
  if (!Absolute(dirfd, reinterpret_cast<char*>(path), name)) return false;
  *about = {name, -1, link};
  return true;
}

bool AboutCall(long nr, long a, long b, long d, long e, char* name, About* about) {
  switch (nr) {
    case SYS_chmod:
    case SYS_chown:
    case SYS_utime:
    case SYS_utimes:
    case SYS_setxattr:
    case SYS_removexattr: return ByName(AT_FDCWD, a, false, name, about);
    case SYS_lchown:
    case SYS_lsetxattr:
    case SYS_lremovexattr: return ByName(AT_FDCWD, a, true, name, about);
    case SYS_fchmod:
    case SYS_fchown:
    case SYS_fsetxattr:
    case SYS_fremovexattr: *about = {nullptr, a}; return true;
    case SYS_fchmodat: return ByName(a, b, false, name, about);
    case kFchmodat2: return ByName(a, b, d & AT_SYMLINK_NOFOLLOW, name, about);
    case SYS_futimesat:
    case SYS_utimensat:
      if (!b) return *about = {nullptr, a}, true;
      return ByName(a, b, nr == SYS_utimensat && d & AT_SYMLINK_NOFOLLOW, name, about);
    case SYS_fchownat: return ByName(a, b, e & AT_SYMLINK_NOFOLLOW, name, about);
    default: return false;
  }
}

bool Extended(long nr) {
  return (nr >= SYS_setxattr && nr <= SYS_fsetxattr) || (nr >= SYS_removexattr && nr <= SYS_fremovexattr);
}

}  // namespace

void files::KeepAttributes(Change* c, const struct stat& s) {
  c->mode = s.st_mode & 07777;
  c->owner = s.st_uid, c->group = s.st_gid;
  c->accessed = s.st_atim, c->modified = s.st_mtim;
}

// The owner first: changing it clears bits of the mode.
void files::PutAttributesBack(const char* path, const Change& c) {
  const long at = reinterpret_cast<long>(path);
  const long flags = c.link ? AT_SYMLINK_NOFOLLOW : 0;
  struct stat s;
  if (Sys(SYS_newfstatat, AT_FDCWD, at, reinterpret_cast<long>(&s), flags) != 0 || s.st_dev != c.device || s.st_ino != c.inode)
    return;
  Sys(SYS_fchownat, AT_FDCWD, at, c.owner, c.group, flags);
  if (!c.link) Sys(SYS_fchmodat, AT_FDCWD, at, static_cast<long>(c.mode));
  const timespec times[2] = {c.accessed, c.modified};
  Sys(SYS_utimensat, AT_FDCWD, at, reinterpret_cast<long>(times), flags);
}

// Before the call. True: it is one of these.
bool files::NoteAttributeCall(long nr, long a, long b, long d, long e) {
  char name[kPathBytes];
  About about;
  if (!AboutCall(nr, a, b, d, e, name, &about)) return false;
  if (Extended(nr)) NoteExtended(about);
  else NoteAttributes(about);
  return true;
}

long FileAttributes(long nr, long fd, long b, long c, long d, long e) {
  const Changing changing;
  if (Active()) NoteAttributeCall(nr, fd, b, d, e);
  return Sys(nr, fd, b, c, d, e);
}

}  // namespace reweave::rt
