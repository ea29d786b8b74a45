// Exceptions that several threads hold (std::exception_ptr, futures, std::rethrow_exception): the C++ library counts who does,
// with atomics that no hook sees. Whoever lets go last destroys the exception, after all that the others did with it. Here is
// where a program lets go, so that this order is known. An exception of one thread alone costs a look at its count.
#include <dlfcn.h>
#include <sys/syscall.h>

#include "abi/annotations.h"
#include "runtime/real.h"
#include "runtime/rt.h"

extern "C" void** __cxa_get_globals() __attribute__((weak));

namespace reweave::rt {
namespace {

// What libstdc++ has before an object that is thrown: the count at its start, 16 bytes aligned, and a header whose end is the
// unwinder's, which begins with the language. The last bit of that says that the object belongs to another header.
constexpr u64 kBefore = 128, kHeader = 112, kLanguage = 80;
constexpr u64 kOurs = 0x474e5543432b2b00;  // "GNUCC++\0"

void* Caught() {
  if (!__cxa_get_globals) return nullptr;
  auto* header = static_cast<u8*>(*__cxa_get_globals());
  if (!header) return nullptr;
  const u64 language = *reinterpret_cast<u64*>(header + kLanguage);
  if (language == kOurs) return header + kHeader;
  return language == (kOurs | 1) ? *reinterpret_cast<void**>(header) : nullptr;
}

int Holders(void* thrown) { return *reinterpret_cast<int*>(static_cast<u8*>(thrown) - kBefore); }

void Say(abi::Annotation what, void* thrown) { __reweave_annotate(static_cast<u32>(what), thrown, 0); }

// Others may run in between, so the count is asked for again.
void LetsGo(void* thrown) {
  if (!thrown || !W->started || Cur()->ignore) return;
  if (Holders(thrown) > 1) Say(abi::Annotation::kHappensBefore, thrown);
  if (Holders(thrown) == 1) Say(abi::Annotation::kHappensAfter, thrown);
}

// A program in C may open a library in C++ for itself alone.
void* InOpenedLibrary(const char* name) {
  for (const char* library : {"libstdc++.so.6", "libc++abi.so.1"})
    if (void* opened = dlopen(library, RTLD_LAZY | RTLD_NOLOAD))
      if (void* found = dlsym(opened, name)) return found;
  EndUnsupported("exceptions of a C++ library that is linked into a plugin", SYS_exit);
}

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT void __cxa_end_catch() {
  auto& real = Dormant().__cxa_end_catch;
  if (RW_UNLIKELY(!real)) real = reinterpret_cast<void (*)()>(InOpenedLibrary("__cxa_end_catch"));
  if (Controlled()) LetsGo(Caught());
  real();
}

RW_EXPORT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) {
  auto& real = Dormant()._ZNSt15__exception_ptr13exception_ptr10_M_releaseEv;
  if (RW_UNLIKELY(!real))
    real = reinterpret_cast<void (*)(void**)>(InOpenedLibrary("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv"));
  if (Controlled()) LetsGo(*pointer);
  real(pointer);
}
