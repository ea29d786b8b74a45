#include "facts/build_key.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "facts/format.h"

namespace reweave::inline facts {
namespace {

using HashState = std::unique_ptr<XXH3_state_t, decltype([](XXH3_state_t* state) { XXH3_freeState(state); })>;

struct Range {
  std::uint64_t begin, end;
};

std::uint32_t Word(std::string_view bytes, std::uint64_t offset) {
  std::uint32_t value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// Records without the five references to guards.
void AddFacts(XXH3_state_t* state, std::string_view bytes) {
  for (std::uint64_t at = 0; bytes.size() - at >= facts::kRecordHeaderSize;) {
    std::uint32_t size = Word(bytes, at + 4);
    if (size < facts::kRecordHeaderSize || size > bytes.size() - at) break;
    XXH3_128bits_update(state, bytes.data() + at, 16);
    XXH3_128bits_update(state, bytes.data() + at + 36, size - 36);
    at += size;
  }
}

// x86 addresses data relative to the instruction: four bytes that lead into another section are such a reference.
void AddCode(XXH3_state_t* state, std::string_view code, std::uint64_t address, const std::vector<Range>& others) {
  std::uint64_t low = ~0ull, high = 0;
  for (const Range& range : others) low = std::min(low, range.begin), high = std::max(high, range.end);
  std::uint64_t start = 0;
  for (std::uint64_t at = 0; at + 4 <= code.size();) {
    std::uint64_t target =
        address + at + 4 + static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(Word(code, at))));
    bool outside = target >= low && target < high &&
                   std::any_of(others.begin(), others.end(), [&](const Range& r) { return target >= r.begin && target < r.end; });
    if (!outside) {
      ++at;
      continue;
    }
    XXH3_128bits_update(state, code.data() + start, at - start);
    start = at += 4;
  }
  XXH3_128bits_update(state, code.data() + start, code.size() - start);
}

}  // namespace

std::string BuildKey(const ElfFile& file) {
  HashState state(XXH3_createState());
  XXH3_128bits_reset(state.get());
  std::vector<Range> others;
  for (const ElfSection& section : file.sections())
    if (section.allocated && section.name != ".text") others.push_back({section.address, section.address + section.size + 8});
  if (const ElfSection* section = file.Find(facts::kFactsSection)) AddFacts(state.get(), file.Bytes(*section));
  if (const ElfSection* section = file.Find(".text")) AddCode(state.get(), file.Bytes(*section), section->address, others);
  XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace reweave::inline facts
