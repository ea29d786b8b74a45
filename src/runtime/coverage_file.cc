#include "runtime/coverage_file.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {

using abi::CoverageKind;
using abi::CoverageRecord;

CoverageRecord* NewRecord(u64 data_bytes) {
  u64 bytes = (abi::kCoverageData + data_bytes + 63) / 64 * 64;
  u64 at = g_cov.header->used.fetch_add(bytes, std::memory_order_relaxed);
  if (at + bytes > g_cov.mapped) {
    g_cov.header->lost.fetch_or(abi::kLostRoom);
    return nullptr;
  }
  auto* r = reinterpret_cast<CoverageRecord*>(reinterpret_cast<u8*>(g_cov.header) + at);
  r->units = static_cast<u32>(bytes / 64);
  r->process = g_cov.process;
  return r;
}

namespace {

bool SameText(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

// The recorder's word on this module, if it has one: its records come first in the file.
void FindIdle(u32 index, const char* path) {
  auto& module = g_cov.modules[index];
  module.idle = nullptr;
  u8* base = reinterpret_cast<u8*>(g_cov.header);
  for (u64 at = abi::kCoverageFirst; at + sizeof(CoverageRecord) <= g_cov.mapped;) {
    auto* r = reinterpret_cast<CoverageRecord*>(base + at);
    if (r->kind.load(std::memory_order_relaxed) != CoverageKind::kIdle || !r->units) return;
    u8* data = base + at + abi::kCoverageData;
    if (r->count == static_cast<u32>(module.end - module.begin) && SameText(reinterpret_cast<char*>(data), path))
      module.idle = reinterpret_cast<u64*>(data + r->first);
    at += static_cast<u64>(r->units) * 64;
  }
}

}  // namespace

void AnnounceModule(u32 index) {
  auto& module = g_cov.modules[index];
  char buffer[4096];
  const char* path = ModulePath(module.facts);
  if (!path || !*path) {  // the program itself has no name there
    long n = Sys(SYS_readlink, reinterpret_cast<long>("/proc/self/exe"), reinterpret_cast<long>(buffer), sizeof buffer - 1);
    buffer[n > 0 ? n : 0] = 0;
    path = buffer;
  }
  u64 length = 0;
  while (path[length]) ++length;
  FindIdle(index, path);
  CoverageRecord* r = NewRecord(length + 1);
  if (!r) return;
  r->number = index;
  r->first = module.first;
  r->count = static_cast<u32>(module.end - module.begin);
  __builtin_memcpy(reinterpret_cast<u8*>(r) + abi::kCoverageData, path, length + 1);
  r->kind.store(CoverageKind::kModule, std::memory_order_release);
}

// How this process was started: a harness starts its own program once for each case, a script starts the programs that are tests.
void AnnounceCommand() {
  char words[8192];
  // With the zero behind it; 0 or less: there is none, or it is too long.
  const long directory = Sys(SYS_getcwd, reinterpret_cast<long>(words), 4096);
  if (directory <= 0) return;
  long fd = Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/cmdline"), O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return;
  const long room = static_cast<long>(sizeof words) - directory;
  long n = Sys(SYS_read, fd, reinterpret_cast<long>(words + directory), room);
  Sys(SYS_close, fd);
  if (n <= 0 || n == room) return;
  n += directory;
  CoverageRecord* r = NewRecord(static_cast<u64>(n));
  if (!r) return;
  r->count = static_cast<u32>(n);
  r->start = static_cast<u64>(Sys(SYS_getpid));
  r->argument = static_cast<u64>(Sys(SYS_getppid));
  __builtin_memcpy(reinterpret_cast<u8*>(r) + abi::kCoverageData, words, static_cast<u64>(n));
  r->kind.store(CoverageKind::kCommand, std::memory_order_release);
}

}  // namespace reweave::rt
