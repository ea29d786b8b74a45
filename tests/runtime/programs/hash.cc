#include "hash.h"

void Hash::Add(const void* at, std::size_t n) {
  const auto* bytes = static_cast<const unsigned char*>(at);
  for (; n >= 8; bytes += 8, n -= 8) {
    std::uint64_t word;
    __builtin_memcpy(&word, bytes, 8);
    value = (value ^ word) * 0x100000001b3ull;
    value ^= value >> 29;
  }
  for (; n > 0; ++bytes, --n) value = (value ^ *bytes) * 0x100000001b3ull;
}
