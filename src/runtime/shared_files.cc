#include "runtime/shared_files.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {

using Mapping = SharedFiles::Mapping;

void FileMapped(uptr at, u64 bytes, long prot, long fd, long offset) {
  SharedFiles& files = W->shared_files;
  struct stat s;
  if (files.count == kMostSharedFiles || Sys(SYS_fstat, fd, reinterpret_cast<long>(&s)) != 0) return;
  const auto from = static_cast<u64>(offset);
  for (u32 i = 0; i < files.count; ++i) {
    const Mapping& m = files.mappings[i];
    if (m.device == s.st_dev && m.inode == s.st_ino && from < m.offset + (m.end - m.begin) && m.offset < from + bytes)
      files.twice = true;
  }
  const bool writable = (prot & (PROT_READ | PROT_WRITE)) == (PROT_READ | PROT_WRITE);
  files.mappings[files.count++] = {at, at + bytes, s.st_dev, s.st_ino, from, writable};
}

void FileUnmapped(uptr at, u64 bytes) {
  SharedFiles& files = W->shared_files;
  u32 kept = 0;
  for (u32 i = 0; i < files.count; ++i)
    if (files.mappings[i].begin < at || files.mappings[i].end > at + bytes) files.mappings[kept++] = files.mappings[i];
  files.count = kept;
}

uptr FirstAddress(uptr a) {
  const SharedFiles& files = W->shared_files;
  for (u32 i = 0; i < files.count; ++i) {
    const Mapping& m = files.mappings[i];
    if (a - m.begin >= m.end - m.begin) continue;
    const u64 at = m.offset + (a - m.begin);
    for (u32 k = 0; k < files.count; ++k) {
      const Mapping& first = files.mappings[k];
      if (first.writable && first.device == m.device && first.inode == m.inode && at - first.offset < first.end - first.begin)
        return first.begin + (at - first.offset);
    }
    break;
  }
  return a;
}

}  // namespace reweave::rt
