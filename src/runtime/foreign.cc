// Libraries without hooks that order their threads by means of their own: atomics inlined in them, futexes, threads that they
// start. Nobody sees that order, so a pair of accesses in threads that were both in such a library looks like a race although the
// library may order it. The trace says which thread was in which of them; the explorer then keeps quiet about such pairs and says
// why.
//
// A thread was in a library if the library started it, created a thread in it, or called futex in it. Libraries that use pthreads
// alone, and those whose interface is modelled (openmp.cc, glib.cc), hide nothing.
#include <link.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

const char* FileName(const char* path) {
  const char* name = path;
  for (const char* p = path; *p; ++p)
    if (*p == '/') name = p + 1;
  return name;
}

bool StartsWith(const char* text, const char* prefix) {
  for (; *prefix; ++text, ++prefix)
    if (*text != *prefix) return false;
  return true;
}

// Modelled by the runtime function by function, or by what they are built on.
constexpr const char* kSystem[] = {"ld-linux",   "libc.so",   "libc-2",    "libm.so",    "libm-2",
                                   "libpthread", "libdl",     "librt",     "libstdc++",  "libc++",
                                   "libgcc_s",   "libunwind", "libatomic", "linux-vdso", "linux-gate"};
// By their interface.
constexpr const char* kModelled[] = {"libglib-2.0", "libgobject", "libgio",    "libgthread", "libgmodule", "libuv.so",
                                     "libevent",    "libboost_",  "libomp.so", "libomp5",    "libiomp5",   "libreweave"};

template <u32 kCount>
bool IsOneOf(const char* const (&list)[kCount], const char* path) {
  const char* name = FileName(path);
  for (const char* known : list)
    if (StartsWith(name, known)) return true;
  return false;
}

bool Instrumented(uptr begin, uptr end) {
  for (u32 i = 0; i < g_rt.module_count; ++i) {
    const auto& s = g_rt.modules[i].sections;
    if (reinterpret_cast<uptr>(s.guards[0].begin) - begin < end - begin ||
        reinterpret_cast<uptr>(s.facts_begin) - begin < end - begin)
      return true;
  }
  return false;
}

int Add(dl_phdr_info* info, size_t, void*) {
  uptr begin = ~0ull, end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& ph = info->dlpi_phdr[i];
    if (ph.p_type != PT_LOAD) continue;
    uptr from = info->dlpi_addr + ph.p_vaddr;
    if (from < begin) begin = from;
    if (from + ph.p_memsz > end) end = from + ph.p_memsz;
  }
  if (begin >= end || Instrumented(begin, end)) return 0;
  const char* path = info->dlpi_name;
  if (!*path || IsOneOf(kModelled, path)) return 0;  // the program itself
  if (!HasNoHooks(reinterpret_cast<void*>(begin)) && g_rt.no_hooks_count < kMaxNoHooks)
    g_rt.no_hooks[g_rt.no_hooks_count++] = {begin, end};
  if (g_rt.foreign_count == kMaxForeign || IsOneOf(kSystem, path)) return 0;
  for (u32 i = 0; i < g_rt.foreign_count; ++i)
    if (g_rt.foreign[i].begin == begin) return 0;
  Rt::Foreign& f = g_rt.foreign[g_rt.foreign_count++];
  f.begin = begin;
  f.end = end;
  u64 n = 0;
  for (const char* p = path; p[n] && n + 1 < sizeof f.path; ++n) f.path[n] = p[n];
  f.path[n] = 0;
  return 0;
}

u64 Length(const char* s) {
  u64 n = 0;
  while (s[n]) ++n;
  return n;
}

}  // namespace

bool HasNoHooks(const void* function) {
  const uptr a = reinterpret_cast<uptr>(function);
  for (u32 i = 0; i < g_rt.no_hooks_count; ++i)
    if (a - g_rt.no_hooks[i].begin < g_rt.no_hooks[i].end - g_rt.no_hooks[i].begin) return true;
  return false;
}

void ListForeign() { dl_iterate_phdr(Add, nullptr); }

void NoteForeign(Fiber* f, const void* address) {
  uptr a = reinterpret_cast<uptr>(address);
  for (u32 i = 0; i < g_rt.foreign_count; ++i) {
    if (a - g_rt.foreign[i].begin >= g_rt.foreign[i].end - g_rt.foreign[i].begin) continue;
    if (f->foreign >> i & 1) return;
    f->foreign |= 1ull << i;
    Event* e = RecordMeta(EventKind::kForeign);
    e->tid = f->tid;
    e->value = i;
    RecordText(abi::TextStream::kModule, g_rt.foreign[i].path, Length(g_rt.foreign[i].path));
    return;
  }
}

// A library without hooks whose order is known: what it decides by itself is not.
void NoteModelled(const char* name) {
  Fiber* f = Cur();
  if (f->modelled) return;
  f->modelled = true;
  Event* e = RecordMeta(EventKind::kForeign);
  e->tid = f->tid;
  e->value = kMaxForeign;
  RecordText(abi::TextStream::kModule, name, Length(name));
}

}  // namespace reweave::rt
