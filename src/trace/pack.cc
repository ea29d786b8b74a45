#include "trace/pack.h"

#include <xxhash.h>
#include <zstd.h>

#include "base/check.h"

namespace reweave::inline trace {

std::string Compress(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t n = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3);
  CHECK(!ZSTD_isError(n));
  out.resize(n);
  return out;
}

std::optional<std::string> Decompress(std::string_view packed, std::uint64_t size) {
  // A frame may claim any size: nothing is allocated unless the claim is the one the caller can check.
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != size) return std::nullopt;
  std::string out(size, '\0');
  const std::size_t n = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  if (ZSTD_isError(n) || n != size) return std::nullopt;
  return out;
}

std::uint64_t Checksum(std::string_view bytes, std::uint64_t seed) { return XXH64(bytes.data(), bytes.size(), seed); }

}  // namespace reweave::inline trace
