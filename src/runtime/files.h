// The journal of files: what files.cc keeps and undoes, and file_calls.cc notes.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include "runtime/rt.h"

namespace reweave::rt::files {

constexpr u32 kMostChanges = 4096;
constexpr u64 kMostBytes = 64ull << 20;  // names and contents of a run
constexpr u32 kPathBytes = 4096;

enum class Did : u8 {
  kCreated,
  kMadeDirectory,
  kWrote,
  kRemoved,
  kRemovedDirectory,
  kRemovedLink,
  kRenamed,
  kAttributes,
  kDirectory,
  kMask
};

struct Change {
  Did did;
  bool exchanged;   // renamed: the two were exchanged
  bool directory;   // renamed: a directory
  bool linked;      // removed: the file has another name
  bool parts;       // removed: a descriptor older than the run leads to it
  bool gone;        // its file was made and removed in this run: see Undo
  bool link;        // attributes: of the link itself
  int fd;           // wrote, attributes: of a descriptor older than the run, -1: by its path
  u32 mode, owner, group;
  u64 path, path2;  // offsets of the names
  u64 data, bytes;  // contents; a link's target
  u64 device, inode;
  u32 file;         // which one, whatever its name and inode are; 0: none of the run's
  timespec accessed, modified;
};

// Files that a descriptor older than the run leads to, too, by what their names stand for.
constexpr u32 kMostParted = 64;
struct FileId {
  u64 device, inode;
};
struct FileList {
  u32 count;
  FileId files[kMostParted];
};

struct Journal {
  FileList named;   // in this run by name, while they were still what the descriptor leads to
  FileList parted;  // since some run removed them: the name stands for a copy, the descriptor for what was there
  u32 count;
  u32 before;  // of them: made before the rewind point
  u32 files;   // numbered so far
  bool full;
  u64 used, used_before;
  Change changes[kMostChanges];
  u8 data[];
};

void EndProcess();  // puts everything back

// What is done to a file and what the journal says of it belong together: who wants the process to end waits meanwhile.
struct Changing {
  Changing() { ++g_rt.changing_files; }
  ~Changing() {
    if (--g_rt.changing_files == 0 && g_rt.end_wanted) EndProcess();
  }
};

inline Journal* J() { return reinterpret_cast<Journal*>(kFilesAddress); }
constexpr u64 kJournalBytes = sizeof(Journal) + kMostBytes;

long Stat(const char* path, struct stat* s);
using abi::Lasting;
void GiveUp(Lasting why);  // it cannot be put back
inline bool Ready() { return g_rt.files_ready && !J()->full; }
inline bool Active() { return W->started && Ready(); }
u8* Reserve(u64 bytes, u64* offset);
bool Keep(const char* text, u64* offset);
Change* Add(Did did);   // null: no room
void Done(Change* c);   // it is complete and counts
bool Absolute(long dirfd, const char* path, char* out);  // the name from the root on; false: it has none
void Identify(Change* c, const struct stat& s);  // the change is about this file
bool CreatedInRun(const struct stat& s);
bool SavedAlready(const struct stat& s);
bool Contents(const char* name, const struct stat& s, Change* c);  // the whole file, into the journal
void FdPath(long fd, char* out);
void KeepAttributes(Change* c, const struct stat& s);
void PutAttributesBack(const char* path, const Change& c);
bool NoteAttributeCall(long nr, long a, long b, long d, long e);
bool OpenSinceBefore(const struct stat& s);
void UsedByName(const struct stat& s);  // it is about to be opened or looked at, by a name
bool Has(const FileList& list, const struct stat& s);
bool Put(FileList& list, const struct stat& s);  // false: no room

}  // namespace reweave::rt::files
