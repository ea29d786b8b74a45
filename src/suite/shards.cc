#include "suite/shards.h"

#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/coding.h"

namespace reweave::inline suite {

namespace {

constexpr double kLeastSeconds = 0.01;  // a test takes some time, however fast it was

double Median(std::vector<double> values) {
  if (values.empty()) return 1;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

Result<Shard> ParseShard(std::string_view text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto part = std::from_chars(text.data(), end, shard.part);
  const bool slash = part.ec == std::errc() && part.ptr != end && *part.ptr == '/';
  const auto of = slash ? std::from_chars(part.ptr + 1, end, shard.of) : part;
  if (!slash || of.ec != std::errc() || of.ptr != end || shard.part < 1 || shard.part > shard.of || shard.of > kMostShards)
    return Fail(ErrorCategory::kUsage, "not a part of a suite", std::string(text), {},
                "3/8 is the third of eight parts; parts are counted from 1");
  return shard;
}

// The longest first, each to the part that has least to do: never more than a third above the best division.
std::vector<unsigned> AssignShards(const std::vector<std::string>& names, const std::map<std::string, double>& seconds,
                                   unsigned parts) {
  std::vector<double> known;
  for (const std::string& name : names)
    if (const auto time = seconds.find(name); time != seconds.end()) known.push_back(std::max(time->second, kLeastSeconds));
  const double usual = Median(known);
  std::vector<double> times;
  for (const std::string& name : names) {
    const auto time = seconds.find(name);
    times.push_back(time == seconds.end() ? usual : std::max(time->second, kLeastSeconds));
  }
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(
      order, [&](std::size_t a, std::size_t b) { return times[a] != times[b] ? times[a] > times[b] : names[a] < names[b]; });
  std::vector<double> load(parts, 0);
  std::vector<unsigned> out(names.size(), 1);
  for (const std::size_t test : order) {
    const auto least = std::ranges::min_element(load);
    *least += times[test];
    out[test] = static_cast<unsigned>(least - load.begin()) + 1;
  }
  return out;
}

std::string EncodeShards(const std::vector<std::string>& names, const std::vector<unsigned>& parts) {
  std::map<std::string, unsigned> sorted;
  for (std::size_t i = 0; i < names.size(); ++i) sorted[names[i]] = parts[i];
  std::string out;
  for (const auto& [name, part] : sorted) PutString(out, name), PutVarint(out, part);
  return out;
}

std::optional<std::vector<unsigned>> DecodeShards(std::string_view text, const std::vector<std::string>& names, unsigned parts) {
  std::map<std::string, unsigned> known;
  Decoder in(text);
  while (in.ok() && !in.at_end()) {
    std::string name(in.String());
    const std::uint64_t part = in.Varint();
    if (part < 1 || part > parts) return std::nullopt;
    known[std::move(name)] = static_cast<unsigned>(part);
  }
  if (!in.ok() || known.size() != names.size()) return std::nullopt;
  std::vector<unsigned> out;
  for (const std::string& name : names) {
    const auto part = known.find(name);
    if (part == known.end()) return std::nullopt;
    out.push_back(part->second);
  }
  return out;
}

std::string ShardPlanId(const std::vector<std::string>& names, const std::vector<unsigned>& parts) {
  const std::string text = EncodeShards(names, parts);
  return ToHex(XXH3_64bits(text.data(), text.size()));
}

}  // namespace reweave::inline suite
