// Where the runtime keeps the program's memory as it was at the rewind point: the byte at A lies at ImageAddress(A). The explorer
// reads it, too, for words that reports show.
#pragma once

#include <cstdint>

namespace reweave::abi {

constexpr std::uint64_t kSpanBits = 41;
constexpr std::uint64_t kSpanMask = (1ull << kSpanBits) - 1;
constexpr std::uint64_t kImage = 0x3000'0000'0000;

constexpr std::uint64_t ImageAddress(std::uint64_t a) { return kImage + (a & kSpanMask); }

}  // namespace reweave::abi
