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

bool IsIn(const Rt::Range* ranges, u32 count, uptr a) {
  for (u32 i = 0; i < count; ++i)
    if (a - ranges[i].begin < ranges[i].end - ranges[i].begin) return true;
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
  if (begin >= end) return 0;
  if (Instrumented(begin, end)) {
    if (!IsIn(g_rt.hooked, g_rt.hooked_count, begin) && g_rt.hooked_count < kMaxNoHooks)
      g_rt.hooked[g_rt.hooked_count++] = {begin, end};
    return 0;
  }
  const char* path = info->dlpi_name;
  if (!*path || IsOneOf(kModelled, path)) return 0;  // the program itself
  if (!IsIn(g_rt.no_hooks, g_rt.no_hooks_count, begin) && g_rt.no_hooks_count < kMaxNoHooks)
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

// Where an entry of the procedure linkage table jumps to (endbr64, then jmp *offset(%rip), with or without bnd); 0: it is none.
uptr LinkedTo(const u8* code) {
  constexpr u8 kMark[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (__builtin_memcmp(code, kMark, sizeof kMark) == 0) code += sizeof kMark;
  if (*code == 0xf2) ++code;
  if (code[0] != 0xff || code[1] != 0x25) return 0;
  int offset;
  __builtin_memcpy(&offset, code + 2, sizeof offset);
  return *reinterpret_cast<const uptr*>(code + 6 + offset);
}

const Rt::Foreign* ForeignAt(uptr a) {
  for (u32 i = 0; i < g_rt.foreign_count; ++i)
    if (a - g_rt.foreign[i].begin < g_rt.foreign[i].end - g_rt.foreign[i].begin) return &g_rt.foreign[i];
  return nullptr;
}

u64 Length(const char* s) {
  u64 n = 0;
  while (s[n]) ++n;
  return n;
}

}  // namespace

// In a module with hooks: an object that was linked into it may have none, and neither has the entry of the linkage table that
// stands for a library's function in code that is not position-independent.
Code CodeOf(const void* function) {
  const uptr a = reinterpret_cast<uptr>(function);
  if (!IsIn(g_rt.hooked, g_rt.hooked_count, a)) {
    if (!IsIn(g_rt.no_hooks, g_rt.no_hooks_count, a)) return Code::kHooks;
    return ForeignAt(a) ? Code::kNoHooks : Code::kSystem;
  }
  if (InRuntime(a)) return Code::kHooks;
  u64 mark;
  __builtin_memcpy(&mark, static_cast<const u8*>(function) - sizeof mark, sizeof mark);
  if (mark == abi::kFunctionMark) return Code::kHooks;
  const uptr target = LinkedTo(static_cast<const u8*>(function));
  if (!target) return Code::kNoHooks;
  return target == a ? Code::kHooks : CodeOf(reinterpret_cast<void*>(target));
}

void ListForeign() { dl_iterate_phdr(Add, nullptr); }

void NoteForeign(Fiber* f, const void* address) {
  const Rt::Foreign* library = ForeignAt(reinterpret_cast<uptr>(address));
  if (!library) return;
  const u64 number = static_cast<u64>(library - g_rt.foreign);
  if (f->foreign >> number & 1) return;
  f->foreign |= 1ull << number;
  Event* e = RecordMeta(EventKind::kForeign);
  e->tid = f->tid;
  e->value = number;
  RecordText(abi::TextStream::kModule, library->path, Length(library->path));
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
