// Files and directories that a run changes are put back before the next one: contents (saved before the first change), creation,
// removal, renaming, mode, owner and times, the working directory. What was saved lies in memory that a child made for isolation
// shares with its parent, so that the parent can undo what the child did. Undoing goes backwards, so every path means again what
// it meant when it was noted. What the program created before its first thread goes when the process ends. What is beyond the
// limits, or of a kind not known here, stays, and the level must be exec.
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
void GiveUp(Lasting why) {
  if (!W->started) return;
  J()->full = true;
  u32 none = 0;
  g_rt.control->lasting.compare_exchange_strong(none, static_cast<u32>(why));
  Note(abi::kSeenFileChange);
  if (g_rt.control->isolation == abi::Isolation::kExec || g_rt.control->probing) return;
  char text[160];
  const char* name = abi::kLastingNames[static_cast<u32>(why)];
  const char how[] = ": use --isolation exec";
  const u64 n = Length(name);
  __builtin_memcpy(text, name, n);
  __builtin_memcpy(text + n, how, sizeof how);
  EndUnsupported(text, 0);
}

u8* Reserve(u64 bytes, u64* offset) {
  Journal* j = J();
  if (j->used + bytes > kMostBytes) {
    GiveUp(Lasting::kManyBytes);
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
    GiveUp(Lasting::kManyChanges);
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

namespace {

bool Removes(Did did) { return did == Did::kRemoved || did == Did::kRemovedDirectory || did == Did::kRemovedLink; }

}  // namespace

// The number of an inode is given to another file when its own is gone, so the last change says which file it is.
void Identify(Change* c, const struct stat& s) {
  c->device = s.st_dev, c->inode = s.st_ino;
  for (u32 i = J()->count; i-- > 0 && !c->file;) {
    const Change& other = J()->changes[i];
    if (other.device != s.st_dev || other.inode != s.st_ino || !other.file) continue;
    if (Removes(other.did) && !other.linked) break;
    c->file = other.file;
  }
  if (!c->file) c->file = ++J()->files;
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
  Identify(c, s);
  KeepAttributes(c, s);
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
  Sys(SYS_fchown, fd, c.owner, c.group);
  Sys(SYS_fchmod, fd, c.mode);
  const timespec times[2] = {c.accessed, c.modified};
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

bool Has(const FileList& list, const struct stat& s) {
  for (u32 i = 0; i < list.count; ++i)
    if (list.files[i].device == s.st_dev && list.files[i].inode == s.st_ino) return true;
  return false;
}

bool Put(FileList& list, const struct stat& s) {
  if (list.count == kMostParted) return false;
  list.files[list.count++] = {s.st_dev, s.st_ino};
  return true;
}

// The name stands for a copy from here on; `was`: for what before.
void Part(const char* path, FileId was) {
  struct stat s;
  if (Stat(path, &s) != 0) return;
  FileList& list = J()->parted;
  for (u32 i = 0; i < list.count; ++i)
    if (list.files[i].device == was.device && list.files[i].inode == was.inode) {
      list.files[i] = {s.st_dev, s.st_ino};
      return;
    }
  Put(list, s);  // no room: UsedByName
}

// It is there again, with another inode. It may have been created under another name and renamed since.
void MadeAgain(const char* path, const Change& removed) {
  struct stat s;
  if (Stat(path, &s) != 0) return;
  for (u32 i = 0; i < J()->count; ++i) {
    Change& c = J()->changes[i];
    if (c.file == removed.file) c.device = s.st_dev, c.inode = s.st_ino;
  }
}

// Another name of the file is still there.
bool LinkedAgain(const char* path, const Change& removed) {
  for (u32 i = 0; i < J()->count; ++i) {
    const Change& c = J()->changes[i];
    struct stat s;
    if (c.did != Did::kCreated || c.file != removed.file || Stat(Text(c.path), &s) != 0) continue;
    if (s.st_dev != removed.device || s.st_ino != removed.inode) continue;
    return Sys(SYS_linkat, AT_FDCWD, reinterpret_cast<long>(Text(c.path)), AT_FDCWD, reinterpret_cast<long>(path), 0) == 0;
  }
  return false;
}

// By the changes [first, end).
bool Made(u32 first, u32 end, u32 file) {
  for (u32 i = first; i < end; ++i) {
    const Change& c = J()->changes[i];
    if ((c.did == Did::kCreated || c.did == Did::kMadeDirectory) && c.file == file) return true;
  }
  return false;
}

// What the run made and removed itself need not be there again for a moment. Another process may have taken the name meanwhile:
// with temporary names this is common. Unless something that is older was moved, which may have been moved in there.
bool NeedsAll(u32 from) {
  for (u32 i = from; i < J()->count; ++i) {
    const Change& c = J()->changes[i];
    if (c.linked || (c.did == Did::kRenamed && (c.exchanged || c.directory || !Made(from, i, c.file)))) return true;
  }
  return false;
}

bool NeedNotBeThere(const Change& c, u32 first, u32 end) {
  if (c.gone) return true;
  if (!Removes(c.did) || !Made(first, end, c.file)) return false;
  for (u32 i = first; i < end; ++i)
    if (J()->changes[i].file == c.file) J()->changes[i].gone = true;
  return true;
}

void Undo(const Change& c) {
  const char* path = Text(c.path);
  long at = reinterpret_cast<long>(path);
  struct stat s;
  switch (c.did) {
    case Did::kCreated:  // not what somebody else put there since
      if (Stat(path, &s) == 0 && s.st_dev == c.device && s.st_ino == c.inode) Sys(SYS_unlinkat, AT_FDCWD, at, 0);
      break;
    case Did::kMadeDirectory:
      if (Stat(path, &s) == 0 && s.st_dev == c.device && s.st_ino == c.inode) Sys(SYS_unlinkat, AT_FDCWD, at, AT_REMOVEDIR);
      break;
    case Did::kWrote: {
      char name[40];
      if (c.fd >= 0) FdPath(c.fd, name);
      WriteBack(c.fd >= 0 ? name : path, c, 0);
      break;
    }
    case Did::kRemoved:
      if (LinkedAgain(path, c)) break;
      s.st_dev = c.device, s.st_ino = c.inode;
      WriteBack(path, c, O_CREAT | O_EXCL);
      MadeAgain(path, c);
      if (c.parts) Part(path, {s.st_dev, s.st_ino});
      break;
    case Did::kRemovedDirectory:
      Sys(SYS_mkdirat, AT_FDCWD, at, static_cast<long>(c.mode));
      Sys(SYS_fchmodat, AT_FDCWD, at, static_cast<long>(c.mode));
      Sys(SYS_fchownat, AT_FDCWD, at, c.owner, c.group, 0);
      MadeAgain(path, c);
      break;
    case Did::kRemovedLink:
      Sys(SYS_symlinkat, reinterpret_cast<long>(J()->data + c.data), AT_FDCWD, at);
      Sys(SYS_fchownat, AT_FDCWD, at, c.owner, c.group, AT_SYMLINK_NOFOLLOW);
      MadeAgain(path, c);
      break;
    case Did::kRenamed:
      Sys(316 /* renameat2 */, AT_FDCWD, reinterpret_cast<long>(Text(c.path2)), AT_FDCWD, at, c.exchanged ? 2 : 0);
      break;
    case Did::kAttributes: {
      char name[40];
      if (c.fd >= 0) FdPath(c.fd, name);
      PutAttributesBack(c.fd >= 0 ? name : path, c);
      break;
    }
    case Did::kDirectory: Sys(SYS_chdir, at); break;
    case Did::kMask: Sys(SYS_umask, static_cast<long>(c.mode)); break;
  }
}

void UndoTo(u32 first) {
  Journal* j = J();
  const bool all = NeedsAll(first);
  while (j->count > first) {
    const Change& c = j->changes[--j->count];
    if (all || !NeedNotBeThere(c, first, j->count)) Undo(c);
  }
}

}  // namespace files

using namespace files;

void files::EndProcess() {
  g_rt.end_wanted = false;
  if (g_rt.run_child > 0) {
    int status = 0;
    Sys(SYS_kill, g_rt.run_child, SIGTERM);
    while (Sys(SYS_wait4, g_rt.run_child, reinterpret_cast<long>(&status), 0, 0) == -EINTR) {
    }
  }
  JournalUndo();
  FilesEnd();
  Sys(SYS_exit_group, 0);
}

namespace {

void OnTerminate(int, siginfo_t*, void*) {
  if (g_rt.changing_files) g_rt.end_wanted = true;
  else EndProcess();
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
  const Changing changing;
  UndoTo(0);
}

void FilesUndo() {
  if (!g_rt.files_ready) return;
  g_rt.changing_files = 0;  // a call that ended the run did not come back
  const Changing changing;
  Journal* j = J();
  if (j->count > j->before) {
    UndoTo(j->before);
    ReturnToDirectory();
  }
  j->used = j->used_before;
  j->full = false;
  j->named.count = 0;
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
