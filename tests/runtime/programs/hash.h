// Apart, and built without our driver: reading megabytes through hooks would be all that the test does.
#pragma once

#include <cstddef>
#include <cstdint>

struct Hash {
  std::uint64_t value = 0xcbf29ce484222325ull;
  void Add(const void* at, std::size_t n);
};
