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
