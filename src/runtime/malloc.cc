// The heap by the names that the program knows. Blocks of libc's heap, from before the program was under control, stay libc's.
#include <errno.h>

#include "runtime/rt.h"

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
}

using namespace reweave::rt;

namespace {
void* Fail() {
  *__errno_location() = ENOMEM;
  return nullptr;
}
void* Aligned(size_t align, size_t size) {
  if (!Controlled()) return __libc_memalign(align, size);
  void* p = HeapAlloc(size, align, false);
  return p ? p : Fail();
}
}  // namespace

RW_EXPORT void* malloc(size_t size) {
  if (RW_UNLIKELY(!Controlled())) return __libc_malloc(size);
  void* p = HeapAlloc(size, 16, false);
  return RW_LIKELY(p) ? p : Fail();
}

RW_EXPORT void free(void* p) {
  if (!p) return;
  if (RW_LIKELY(Controlled() && HeapOwns(p))) HeapFree(p);
  else if (!HeapOwns(p)) __libc_free(p);
}

RW_EXPORT void* calloc(size_t n, size_t size) {
  if (RW_UNLIKELY(!Controlled())) return __libc_calloc(n, size);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return Fail();
  void* p = HeapAlloc(bytes, 16, true);
  return p ? p : Fail();
}

RW_EXPORT void* realloc(void* old, size_t size) {
  if (!Controlled() || (old && !HeapOwns(old))) {
    if (!Controlled()) return __libc_realloc(old, size);
    // A block of libc's heap, allocated before the program was under control: moves over.
    void* p = malloc(size);
    size_t had = old ? reinterpret_cast<size_t*>(old)[-1] & ~size_t{7} : 0;
    if (p && old) __builtin_memcpy(p, old, had < size ? had : size), __libc_free(old);
    return p;
  }
  if (!old) return malloc(size);
  if (size == 0) {
    free(old);
    return nullptr;
  }
  AnnounceFree(old);  // before its contents are moved
  u64 had = HeapSize(old);
  void* p = HeapAlloc(size, 16, false);
  if (!p) return Fail();
  __builtin_memcpy(p, old, had < size ? had : size);
  GiveBack(old);
  return p;
}

RW_EXPORT void* reallocarray(void* old, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return Fail();
  return realloc(old, bytes);
}
RW_EXPORT void* memalign(size_t align, size_t size) { return Aligned(align, size); }
RW_EXPORT void* aligned_alloc(size_t align, size_t size) { return Aligned(align, size); }
RW_EXPORT void* valloc(size_t size) { return Aligned(4096, size); }
RW_EXPORT void* pvalloc(size_t size) { return Aligned(4096, (size + 4095) & ~size_t{4095}); }
RW_EXPORT int posix_memalign(void** out, size_t align, size_t size) {
  if (align < sizeof(void*) || align & (align - 1)) return EINVAL;
  void* p = Controlled() ? HeapAlloc(size, align, false) : __libc_memalign(align, size);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}
RW_EXPORT size_t malloc_usable_size(void* p) {
  if (!p) return 0;
  if (HeapOwns(p)) return HeapSize(p);
  return reinterpret_cast<size_t*>(p)[-1] & ~size_t{7};
}
