#include "store/history.h"

#include <zstd.h>

#include <algorithm>

#include "base/check.h"
#include "base/coding.h"

namespace reweave::inline store {

namespace {

constexpr std::uint64_t kCoverageVersion = 1, kTableVersion = 1;
constexpr std::uint64_t kLargest = 1u << 30;  // of one unpacked value: more is damage

std::unexpected<Error> Damaged(std::string why) {
  return Fail(ErrorCategory::kUsage, "a stored history is damaged", {}, std::move(why), "record the test again");
}

std::string Pack(std::string_view plain) {
  std::string out(ZSTD_compressBound(plain.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  CHECK(context != nullptr);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 3);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  const std::size_t size = ZSTD_compress2(context, out.data(), out.size(), plain.data(), plain.size());
  ZSTD_freeCCtx(context);
  CHECK(!ZSTD_isError(size));
  out.resize(size);
  return out;
}

Result<std::string> Unpack(std::string_view packed) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kLargest)
    return Damaged("it is not what was written");
  std::string plain(size, '\0');
  const std::size_t got = ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return Damaged("its checksum does not match");
  return plain;
}

// Sorted numbers as differences: neighbouring blocks are covered together, so most are one byte of value 1.
void PutSorted(std::string& out, const std::vector<std::uint32_t>& values) {
  PutVarint(out, values.size());
  std::uint32_t last = 0;
  for (const std::uint32_t value : values) {
    PutVarint(out, value - last);
    last = value;
  }
}

std::vector<std::uint32_t> GetSorted(Decoder& in) {
  const std::uint64_t count = in.Varint();
  std::vector<std::uint32_t> out;
  if (count > in.remaining()) in.Invalidate();
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    last += in.Varint();
    if (last > 0xffffffffu) in.Invalidate();
    out.push_back(static_cast<std::uint32_t>(last));
  }
  return out;
}

// A count of items of at least one byte each.
std::uint64_t Count(Decoder& in) {
  const std::uint64_t count = in.Varint();
  if (count > in.remaining()) in.Invalidate();
  return in.ok() ? count : 0;
}

}  // namespace

const BlockTable::Function* BlockTable::Find(std::uint32_t block) const {
  auto after = std::ranges::upper_bound(functions, block, {}, &Function::first_block);
  if (after == functions.begin()) return nullptr;
  --after;
  return block - after->first_block < after->lines.size() ? &*after : nullptr;
}

std::string EncodeCoverage(const std::vector<ModuleCoverage>& modules) {
  std::string out;
  PutVarint(out, kCoverageVersion);
  PutVarint(out, modules.size());
  for (const ModuleCoverage& module : modules) {
    PutString(out, module.name);
    PutString(out, module.key);
    PutVarint(out, module.threads.size());
    for (const ThreadCoverage& thread : module.threads) {
      PutVarint(out, thread.process);
      PutVarint(out, thread.thread);
      PutSorted(out, thread.blocks);
    }
    PutSorted(out, module.flaky);
  }
  return Pack(out);
}

Result<std::vector<ModuleCoverage>> DecodeCoverage(std::string_view bytes) {
  RW_ASSIGN(const std::string plain, Unpack(bytes));
  Decoder in(plain);
  if (in.Varint() != kCoverageVersion) return Damaged("unknown version");
  std::vector<ModuleCoverage> out(Count(in));
  for (ModuleCoverage& module : out) {
    module.name = in.String();
    module.key = in.String();
    module.threads.resize(Count(in));
    for (ThreadCoverage& thread : module.threads) {
      thread.process = static_cast<std::uint32_t>(in.Varint());
      thread.thread = static_cast<std::uint32_t>(in.Varint());
      thread.blocks = GetSorted(in);
    }
    module.flaky = GetSorted(in);
  }
  if (!in.ok() || !in.at_end()) return Damaged("it ends too early or too late");
  return out;
}

std::string EncodeBlockTable(const BlockTable& table) {
  std::string out;
  PutVarint(out, kTableVersion);
  PutString(out, table.key);
  PutString(out, table.name);
  PutVarint(out, table.functions.size());
  for (const auto& function : table.functions) {
    PutString(out, function.id);
    PutString(out, function.pretty);
    PutString(out, function.file);
    PutString(out, function.hash);
    PutVarint(out, function.first_block);
    PutVarint(out, function.lines.size());
    std::int64_t last = 0;
    for (const std::uint32_t line : function.lines) {
      PutVarint(out, ZigZag(static_cast<std::int64_t>(line) - last));
      last = line;
    }
  }
  return Pack(out);
}

Result<BlockTable> DecodeBlockTable(std::string_view bytes) {
  RW_ASSIGN(const std::string plain, Unpack(bytes));
  Decoder in(plain);
  if (in.Varint() != kTableVersion) return Damaged("unknown version");
  BlockTable table;
  table.key = in.String();
  table.name = in.String();
  table.functions.resize(Count(in));
  for (auto& function : table.functions) {
    function.id = in.String();
    function.pretty = in.String();
    function.file = in.String();
    function.hash = in.String();
    function.first_block = static_cast<std::uint32_t>(in.Varint());
    function.lines.resize(Count(in));
    std::int64_t last = 0;
    for (auto& line : function.lines) line = static_cast<std::uint32_t>(last += UnZigZag(in.Varint()));
  }
  if (!in.ok() || !in.at_end()) return Damaged("it ends too early or too late");
  return table;
}

}  // namespace reweave::inline store
