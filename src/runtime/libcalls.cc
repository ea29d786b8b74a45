// What a string function of libc is about to touch: the pass calls these before strcpy, strlen, strcat, ... (guarded like
// every hook). Lengths are only known here. Reading the string early is harmless: no other fiber runs in between.
#include <cstddef>
#include <cstdint>

#include "abi/hooks.h"

namespace {

// Bytes up to and including the terminator, at most `max`.
std::size_t Extent(const char* text, std::size_t max) {
  const volatile char* at = text;  // or the loop becomes a call of strlen
  std::size_t n = 0;
  while (n < max)
    if (at[n++] == 0) break;
  return n;
}

}  // namespace

// Of the C++ library, if the program has it.
extern "C" {
#define RW_WEAK(name) extern char name[] __attribute__((weak, visibility("default")));
RW_WEAK(_ZSt4cout)
RW_WEAK(_ZSt4cerr)
RW_WEAK(_ZSt4clog)
RW_WEAK(_ZSt3cin)
}

namespace {

// Any thread may use these at any time.
bool IsStandardStream(const void* object) {
  return object == _ZSt4cout || object == _ZSt4cerr || object == _ZSt4clog || object == _ZSt3cin;
}

// The name of an object's class, from what lies before its table of virtual functions; null: there is none.
const char* ClassName(void* object) {
  struct TypeInfo {
    void* table;
    const char* name;
  };
  TypeInfo* type = (*static_cast<TypeInfo***>(object))[-1];
  return type ? type->name : nullptr;
}

bool Same(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

}  // namespace

// What a class of the C++ library does to its object out of sight: some bytes of it stand for all.
extern "C" {
__attribute__((visibility("default"))) void __reweave_read_object(const void* object, std::size_t n, std::uint32_t site) {
  if (!IsStandardStream(object)) __reweave_read_range(object, n, site);
}

__attribute__((visibility("default"))) void __reweave_write_object(void* object, std::size_t n, std::uint32_t site) {
  if (!IsStandardStream(object)) __reweave_write_range(object, n, site);
}

// Only these two classes of memory resources are not for several threads. Their members begin behind the table's address.
__attribute__((visibility("default"))) void __reweave_write_resource(void* resource, std::uint32_t site) {
  const char* name = ClassName(resource);
  if (!name || (!Same(name, "NSt3pmr25monotonic_buffer_resourceE") && !Same(name, "NSt3pmr28unsynchronized_pool_resourceE")))
    return;
  __reweave_write_range(static_cast<char*>(resource) + sizeof(void*), sizeof(void*), site);
}
}

extern "C" {

__attribute__((visibility("default"))) void __reweave_read_cstr(const char* text, std::size_t max, std::uint32_t site) {
  __reweave_read_range(text, Extent(text, max), site);
}

__attribute__((visibility("default"))) void __reweave_write_cstr(char* to, const char* from, std::size_t max,
                                                                 std::uint32_t site) {
  __reweave_write_range(to, Extent(from, max), site);
}

// strcat and strncat always write a terminator.
__attribute__((visibility("default"))) void __reweave_append_cstr(char* to, const char* from, std::size_t max,
                                                                  std::uint32_t site) {
  std::size_t end = Extent(to, ~std::size_t{0}) - 1;
  std::size_t n = Extent(from, max);
  bool terminated = n > 0 && from[n - 1] == 0;
  __reweave_write_range(to + end, terminated ? n : n + 1, site);
}
}
