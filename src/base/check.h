// CHECK(condition): an invariant of ours. Stays on in release builds; prints where and exits with the status of "our own
// fault". Never for input: input gets a Result.
#pragma once

namespace reweave {
[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);
}  // namespace reweave

#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) [[unlikely]]                            \
      ::reweave::CheckFailed(#condition, __FILE__, __LINE__); \
  } while (0)
