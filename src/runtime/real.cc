// Finding libc's own definitions behind ours.
#include "runtime/real.h"

#include <dlfcn.h>

#include "runtime/rt.h"

namespace reweave::rt {

__attribute__((section(".data.reweave_rt"), aligned(4096))) Real g_real;

namespace {

// The pthread_cond family had another layout before 2.3.2: ask for the newest version by name first (hazards 3).
void* Find(const char* name) {
  const char* prefix = "pthread_cond_";
  bool cond = true;
  for (int i = 0; prefix[i]; ++i) cond = cond && name[i] == prefix[i];
  if (cond)
    if (void* p = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2")) return p;
  if (void* p = dlsym(RTLD_NEXT, name)) return p;
  if (void* p = dlvsym(RTLD_NEXT, name, "GLIBC_PRIVATE")) return p;
  return dlvsym(RTLD_DEFAULT, name, "GLIBC_PRIVATE");
}

}  // namespace

void ResolveReal() {
  if (g_rt.resolved) return;
#define X(ret, name, params) g_real.name = reinterpret_cast<ret(*) params>(Find(#name));
  RW_REAL_FUNCTIONS(X)
#undef X
  g_rt.resolved = true;
}

Real& Dormant() {
  if (RW_UNLIKELY(!g_rt.resolved)) ResolveReal();
  return g_real;
}

}  // namespace reweave::rt
