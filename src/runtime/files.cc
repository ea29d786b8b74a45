// Files and directories that a run changes are put back before the next one: contents (saved before the first change), creation,
// removal, renaming, modes, the working directory. What was saved lies in memory that a child made for isolation shares with its
// parent, so that the parent can undo what the child did. Undoing goes backwards, so every path means again what it meant when
// it was noted. What the program created before its first thread goes when the process ends. What is beyond the limits, or of a
// kind not known here, stays, and the level must be exec.
#include "runtime/files.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace reweave::rt {

void SetHandler(int sig, void (*handler)(int, siginfo_t*, void*), unsigned long flags);

namespace files {

u64 Length(const char* s) {
  u64 n = 0;
  while (s[n]) ++n;
  return n;
}

long Stat(const char* path, struct stat* s) {
  return Sys(SYS_newfstatat, AT_FDCWD, reinterpret_cast<long>(path), reinterpret_cast<long>(s), AT_SYMLINK_NOFOLLOW);
}

const char* Text(u64 offset) { return reinterpret_cast<const char*>(J()->data + offset); }

// It cannot be put back. Under exec the run goes on; else it ends here, and the explorer goes on with exec.
void GiveUp(const char* why) {
  if (!W->started) return;
  J()->full = true;
  Note(abi::kSeenFileChange);
  if (g_rt.control->isolation != abi::Isolation::kExec && !g_rt.control->probing) EndUnsupported(why, 0);
}

u8* Reserve(u64 bytes, u64* offset) {
  Journal* j = J();
  if (j->used + bytes > kMostBytes) {
    GiveUp("it changes more than 64 MB of files in a run, which is more than is put back: use --isolation exec");
    return nullptr;
  }
  *offset = j->used;
  j->used += (bytes + 15) & ~15ull;
  return j->data + *offset;
}

bool Keep(const char* text, u64* offset) {
  u64 n = Length(text) + 1;
  u8* to = Reserve(n, offset);
  if (to) __builtin_memcpy(to, text, n);
  return to != nullptr;
}

Change* Add(Did did) {
  Journal* j = J();
  if (j->count == kMostChanges) {
    GiveUp("it changes files more than 4,096 times in a run, which is more than is put back: use --isolation exec");
    return nullptr;
  }
  Change* c = &j->changes[j->count];
  *c = {};
  c->did = did;
  c->fd = -1;
  return c;
}
void Done(Change* c) {
  if (!c) return;
  J()->count = static_cast<u32>(c - J()->changes) + 1;
  if (!W->started) J()->before = J()->count, J()->used_before = J()->used;
  Note(abi::kSeenWritesFile);
}

// The name from the root on, in `out`. False: it has none.
bool Absolute(long dirfd, const char* path, char* out) {
  if (!path) return false;
  u64 used = 0;
  if (path[0] != '/') {
    char link[64] = "/proc/self/cwd";
    if (static_cast<int>(dirfd) != AT_FDCWD) {
      char* p = link + 11;
      *p++ = 'f', *p++ = 'd', *p++ = '/';
      long n = dirfd;
      char digits[12];
      u32 k = 0;
      do digits[k++] = static_cast<char>('0' + n % 10);
      while (n /= 10);
      while (k) *p++ = digits[--k];
      *p = 0;
    }
    long n = Sys(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(link), reinterpret_cast<long>(out), kPathBytes - 2);
    if (n <= 0) return false;
    used = static_cast<u64>(n);
    out[used++] = '/';
  }
  u64 length = Length(path);
  if (used + length + 1 > kPathBytes) return false;
  __builtin_memcpy(out + used, path, length + 1);
  return true;
}

bool CreatedInRun(const struct stat& s) {
  for (u32 i = J()->before; i < J()->count; ++i) {
    const Change& c = J()->changes[i];
    if (c.did == Did::kCreated && c.device == s.st_dev && c.inode == s.st_ino) return true;
  }
  return false;
}

bool SavedAlready(const struct stat& s) {
  for (u32 i = J()->before; i < J()->count; ++i) {
    const Change& c = J()->changes[i];
    if (c.did == Did::kWrote && c.device == s.st_dev && c.inode == s.st_ino) return true;
  }
  return false;
}

// The whole file that `name` leads to, into the journal.
bool Contents(const char* name, const struct stat& s, Change* c) {
  c->device = s.st_dev, c->inode = s.st_ino;
  c->mode = s.st_mode & 07777;
  c->modified = s.st_mtim;
  c->bytes = static_cast<u64>(s.st_size);
  if (CreatedInRun(s)) {  // goes with its creation
    c->bytes = 0;
    return true;
  }
  u8* to = Reserve(c->bytes, &c->data);
  if (!to) return false;
  long fd = Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>(name), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fd == -EACCES && c->bytes == 0;
  u64 got = 0;
  while (got < c->bytes) {
    long n = Sys(SYS_pread64, fd, reinterpret_cast<long>(to + got), static_cast<long>(c->bytes - got), static_cast<long>(got));
    if (n <= 0) break;
    got += static_cast<u64>(n);
  }
  Sys(SYS_close, fd);
  return got == c->bytes;
}

void WriteBack(const char* name, const Change& c, int flags) {
  long fd = Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>(name), O_WRONLY | O_CLOEXEC | flags, static_cast<long>(c.mode));
  if (fd < 0) return;
  u64 done = 0;
  while (done < c.bytes) {
    long n = Sys(SYS_pwrite64, fd, reinterpret_cast<long>(J()->data + c.data + done), static_cast<long>(c.bytes - done),
                 static_cast<long>(done));
    if (n <= 0) break;
    done += static_cast<u64>(n);
  }
  Sys(SYS_ftruncate, fd, static_cast<long>(c.bytes));
  Sys(SYS_fchmod, fd, c.mode);
  timespec times[2] = {{0, UTIME_OMIT}, c.modified};
  Sys(SYS_utimensat, fd, 0, reinterpret_cast<long>(times), 0);
  Sys(SYS_close, fd);
}

void FdPath(long fd, char* out) {
  __builtin_memcpy(out, "/proc/self/fd/", 14);
  char* p = out + 14;
  char digits[12];
  u32 k = 0;
  do digits[k++] = static_cast<char>('0' + fd % 10);
  while (fd /= 10);
  while (k) *p++ = digits[--k];
  *p = 0;
}

bool SameText(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

// It is there again, as another inode.
void MadeAgain(const char* path) {
  struct stat s;
  if (Stat(path, &s) != 0) return;
  for (u32 i = 0; i < J()->count; ++i) {
    Change& c = J()->changes[i];
    if (c.did == Did::kCreated && SameText(Text(c.path), path)) c.device = s.st_dev, c.inode = s.st_ino;
  }
}

void Undo(const Change& c) {
  const char* path = Text(c.path);
  long at = reinterpret_cast<long>(path);
  struct stat s;
  switch (c.did) {
    case Did::kCreated:  // not what somebody else put there since
      if (Stat(path, &s) == 0 && s.st_dev == c.device && s.st_ino == c.inode) Sys(SYS_unlinkat, AT_FDCWD, at, 0);
      break;
    case Did::kMadeDirectory: Sys(SYS_unlinkat, AT_FDCWD, at, AT_REMOVEDIR); break;
    case Did::kWrote: {
      char name[40];
      if (c.fd >= 0) FdPath(c.fd, name);
      WriteBack(c.fd >= 0 ? name : path, c, 0);
      break;
    }
    case Did::kRemoved:
      WriteBack(path, c, O_CREAT | O_EXCL);
      MadeAgain(path);
      break;
    case Did::kRemovedDirectory:
      Sys(SYS_mkdirat, AT_FDCWD, at, static_cast<long>(c.mode));
      Sys(SYS_fchmodat, AT_FDCWD, at, static_cast<long>(c.mode));
      break;
    case Did::kRemovedLink:
      Sys(SYS_symlinkat, reinterpret_cast<long>(J()->data + c.data), AT_FDCWD, at);
      MadeAgain(path);
      break;
    case Did::kRenamed:
      Sys(316 /* renameat2 */, AT_FDCWD, reinterpret_cast<long>(Text(c.path2)), AT_FDCWD, at, c.exchanged ? 2 : 0);
      break;
    case Did::kMode: Sys(SYS_fchmodat, AT_FDCWD, at, static_cast<long>(c.mode)); break;
    case Did::kDirectory: Sys(SYS_chdir, at); break;
    case Did::kMask: Sys(SYS_umask, static_cast<long>(c.mode)); break;
  }
}

}  // namespace files

using namespace files;

namespace {

void OnTerminate(int, siginfo_t*, void*) {
  JournalUndo();
  FilesEnd();
  Sys(SYS_exit_group, 0);
}

}  // namespace

void FilesBegin() {
  long at = Sys(SYS_mmap, kFilesAddress, kJournalBytes, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  g_rt.files_ready = at == static_cast<long>(kFilesAddress) && !(g_rt.control->disable & abi::kPutsBackShared);
  SetHandler(SIGTERM, OnTerminate, SA_ONSTACK);  // how the explorer says that it needs the process no more
}

void FilesEnd() {
  FilesUndo();
  if (!g_rt.files_ready || g_rt.forked_child) return;
  while (J()->count > 0) Undo(J()->changes[--J()->count]);
}

void FilesUndo() {
  if (!g_rt.files_ready) return;
  Journal* j = J();
  if (j->count > j->before) {
    while (j->count > j->before) Undo(j->changes[--j->count]);
    ReturnToDirectory();
  }
  j->used = j->used_before;
  j->full = false;
  for (u64& word : g_rt.written_fds) word = 0;
}

void NoteDirectory() {
  long n = Sys(SYS_getcwd, reinterpret_cast<long>(g_rt.base_directory), sizeof g_rt.base_directory);
  if (n <= 0) g_rt.base_directory[0] = 0;
}

// It may have been removed and made again, or be another process's who changed it.
void ReturnToDirectory() {
  if (g_rt.base_directory[0]) Sys(SYS_chdir, reinterpret_cast<long>(g_rt.base_directory));
}

}  // namespace reweave::rt
