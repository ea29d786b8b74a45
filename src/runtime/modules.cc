// Instrumented modules: their guards are switched on when the process is under control.
#include <link.h>

#include "runtime/coverage.h"
#include "runtime/rt.h"

namespace reweave::rt {

namespace {

struct FindBase {
  uptr address;
  uptr bias;
  const char* path;
};

int Visit(dl_phdr_info* info, size_t, void* p) {
  auto* want = static_cast<FindBase*>(p);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& ph = info->dlpi_phdr[i];
    if (ph.p_type != PT_LOAD || want->address - (info->dlpi_addr + ph.p_vaddr) >= ph.p_memsz) continue;
    want->bias = info->dlpi_addr;
    want->path = info->dlpi_name;
    return 1;
  }
  return 0;
}

u64 Length(const char* s) {
  u64 n = 0;
  while (s[n]) ++n;
  return n;
}

// Another library may be opened where one was closed.
bool SameSections(const abi::ModuleSections& a, const abi::ModuleSections& b) {
  for (u32 cls = 0; cls < 5; ++cls)
    if (a.guards[cls].begin != b.guards[cls].begin || a.guards[cls].end != b.guards[cls].end) return false;
  return a.facts_begin == b.facts_begin && a.facts_end == b.facts_end;
}

// Access and call guards are always on: ordinals and stacks must not depend on what is recorded.
bool Wanted(u32 cls) {
  static constexpr u32 kBits[5] = {~0u, ~0u, abi::kRecordBranch, abi::kRecordBlock, abi::kRecordLoop};
  return g_rt.record & kBits[cls];
}

void WriteGuards(Rt::Module* m, u32 cls, bool on) {
  auto [begin, end] = m->sections.guards[cls];
  u32 count = begin ? static_cast<u32>(end - begin) : 0;
  u32 first = cls << abi::kSiteClassShift | m->base[cls];
  for (u32 i = 0; i < count; ++i) begin[i] = on ? first + i : 0;
}

void SwitchOn(Rt::Module* m) {
  if (m->announced) return;
  m->announced = true;
  u32 index = static_cast<u32>(m - g_rt.modules);
  FindBase found{reinterpret_cast<uptr>(m->sections.facts_begin ? m->sections.facts_begin : m->sections.guards[0].begin), 0, ""};
  dl_iterate_phdr(Visit, &found);
  const bool program = *found.path == 0;
  Event* e = RecordMeta(EventKind::kModule);
  e->flags = program ? 1 : 0;
  e->value = found.bias;
  e->value2 = index;
  RecordText(abi::TextStream::kModule, found.path, Length(found.path));
  for (u32 cls = 0; cls < 5; ++cls) {
    auto [begin, end] = m->sections.guards[cls];
    if (g_rt.next_site[cls] == 0) g_rt.next_site[cls] = 1;
    m->base[cls] = g_rt.next_site[cls];
    u32 count = begin ? static_cast<u32>(end - begin) : 0;
    g_rt.next_site[cls] += count;
    Event* b = RecordMeta(EventKind::kSiteBase);
    b->value2 = index;
    b->outcome = static_cast<u8>(cls);
    b->site = cls << abi::kSiteClassShift | m->base[cls];
    b->value = count;
    if (Wanted(cls)) WriteGuards(m, cls, true);
  }
  if (!program || g_rt.control->marks_count == 0) return;
  g_rt.marks = reinterpret_cast<const u8*>(g_rt.control) + g_rt.control->marks_offset;
  g_rt.marks_base = m->base[1];
  g_rt.marks_count = static_cast<u32>(g_rt.control->marks_count);
}

}  // namespace

const char* ModulePath(const void* address) {
  FindBase found{reinterpret_cast<uptr>(address), 0, nullptr};
  dl_iterate_phdr(Visit, &found);
  return found.path;
}

void SwitchOnModules() {
  for (u32 i = 0; i < g_rt.module_count; ++i) SwitchOn(&g_rt.modules[i]);
}

// Rarely recorded classes are on only while a run records them. Called after each rewind, which restored the guards to
// what the preamble wanted.
void SwitchClasses() {
  if (g_rt.record == g_rt.control->record) return;
  for (u32 m = 0; m < g_rt.module_count; ++m)
    if (g_rt.modules[m].sections.abi_version != 0)
      for (u32 cls = 2; cls < 5; ++cls) WriteGuards(&g_rt.modules[m], cls, Wanted(cls));
}

// What was opened in a run is gone with it: its guards are no memory until it is opened again.
void ForgetOpened() {
  for (u32 m = 0; m < g_rt.module_count; ++m)
    if (g_rt.modules[m].in_run) g_rt.modules[m].sections.abi_version = 0;
    else if (g_rt.modules[m].closed_in_run)
      g_rt.modules[m].sections.abi_version = abi::kHookAbiVersion, g_rt.modules[m].closed_in_run = false;
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT void __reweave_register_module(const reweave::abi::ModuleSections* s) {
  if (s->abi_version != reweave::abi::kHookAbiVersion)
    Die("a module was compiled by another version of the driver", s->abi_version);
  for (u32 i = 0; i < g_rt.module_count; ++i) {
    auto& m = g_rt.modules[i].sections;
    if (!SameSections(m, *s)) continue;
    // Opened again at the same place, in this run or (rewound) in an earlier one: same ids.
    m.abi_version = s->abi_version;
    g_rt.modules[i].closed_in_run = false;
    if (Covering()) CoverModule(s);
    if (Controlled())
      for (u32 cls = 0; cls < 5; ++cls)
        if (Wanted(cls)) WriteGuards(&g_rt.modules[i], cls, true);
    return;
  }
  if (!Controlled()) StartCoverage(nullptr);
  if (g_rt.module_count == 64) Die("more than 64 instrumented modules");
  g_rt.modules[g_rt.module_count++] = {*s, {}, false, Controlled() && W->started, false};
  if (Controlled()) SwitchOn(&g_rt.modules[g_rt.module_count - 1]);
  if (Covering()) CoverModule(s);
}

RW_EXPORT void __reweave_unregister_module(const reweave::abi::ModuleSections* s) {
  if (Covering()) UncoverModule(s);
  for (u32 i = 0; i < g_rt.module_count; ++i) {
    auto& m = g_rt.modules[i].sections;
    if (!SameSections(m, *s)) continue;
    m.abi_version = 0;
    g_rt.modules[i].closed_in_run = Controlled() && W->started && !g_rt.modules[i].in_run;
  }
}
