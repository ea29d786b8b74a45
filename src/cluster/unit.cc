#include "cluster/unit.h"

#include <algorithm>

#include "base/coding.h"
#include "explore/part.h"
#include "explore/search/saved_state.h"
#include "trace/pack.h"

namespace reweave::inline cluster {

namespace {

constexpr std::uint64_t kUnitVersion = 2;
constexpr std::uint64_t kSeedsOfAUnit = 1ull << 32;
constexpr std::uint64_t kMostBytes = 8ull << 30;

std::string Packed(std::string_view bytes) {
  std::string out;
  PutVarint(out, bytes.size());
  return out + Compress(bytes);
}

Result<std::string> Unpacked(std::string_view bytes, const char* what) {
  Decoder in(bytes);
  const std::uint64_t size = in.Varint();
  auto plain = in.ok() && size <= kMostBytes ? Decompress(bytes.substr(bytes.size() - in.remaining()), size) : std::nullopt;
  if (!plain) return Fail(ErrorCategory::kUsage, what, {}, "it is damaged, or of another version of reweave");
  return std::move(*plain);
}

}  // namespace

std::string EncodeUnit(const UnitWork& unit) {
  std::string out;
  PutVarint(out, kUnitVersion);
  PutVarint(out, unit.seed);
  PutVarint(out, unit.schedules);
  PutVarint(out, unit.errors);
  PutVarint(out, unit.at_end ? 1 : 0);
  PutString(out, unit.state);
  return Packed(out);
}

Result<UnitWork> DecodeUnit(std::string_view bytes) {
  constexpr char kWhat[] = "cannot read a unit of work";
  RW_ASSIGN(const std::string plain, Unpacked(bytes, kWhat));
  Decoder in(plain);
  UnitWork unit;
  const std::uint64_t version = in.Varint();
  unit.seed = in.Varint();
  unit.schedules = in.Varint();
  unit.errors = in.Varint();
  unit.at_end = in.Varint() != 0;
  unit.state = in.String();
  if (!in.ok() || version != kUnitVersion || !in.at_end())
    return Fail(ErrorCategory::kUsage, kWhat, {}, "it is damaged, or of another version of reweave");
  return unit;
}

Result<std::vector<std::string>> FirstUnits(const ExploreOptions& options, unsigned tasks) {
  RW_ASSIGN(const bool splits, CanSplit(options));
  if (splits) return std::vector<std::string>{EncodeUnit({})};
  std::vector<std::string> out;
  const std::uint64_t count = std::max(1u, tasks);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t share = options.schedules ? *options.schedules / count + (i < *options.schedules % count) : 0;
    if (options.schedules && share == 0) break;
    out.push_back(EncodeUnit({.seed = i * kSeedsOfAUnit, .schedules = share, .errors = 0, .at_end = false, .state = {}}));
  }
  return out;
}

ExploreOptions OptionsFor(const ExploreOptions& options, const UnitWork& unit) {
  ExploreOptions out = options;
  out.strategy_options.seed += unit.seed;
  out.time = std::chrono::hours(24 * 365);
  out.schedules.reset();
  if (unit.schedules != 0) out.schedules = unit.schedules;
  out.status = nullptr;
  out.one_of_many = true;
  return out;
}

std::string EncodeFinding(const Finding& finding) {
  StateWriter out;
  out(finding);
  return Packed(out.bytes());
}

Result<Finding> DecodeFinding(std::string_view bytes) {
  RW_ASSIGN(const std::string plain, Unpacked(bytes, "cannot read a finding"));
  StateReader in(plain);
  Finding finding;
  in(finding);
  if (!in.ok() || !in.at_end()) return Fail(ErrorCategory::kUsage, "cannot read a finding", {}, "it is damaged");
  return finding;
}

}  // namespace reweave::inline cluster
