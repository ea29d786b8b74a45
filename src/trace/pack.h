// zstd and xxhash behind two functions, so that their limits are set in one place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reweave::inline trace {

std::string Compress(std::string_view bytes);
// nullopt: not a zstd frame, damaged, or its size is not exactly `size`.
std::optional<std::string> Decompress(std::string_view packed, std::uint64_t size);
std::uint64_t Checksum(std::string_view bytes, std::uint64_t seed = 0);  // XXH64

}  // namespace reweave::inline trace
