// A suite in parts, for machines that know nothing of each other: which part each test belongs to follows from the tests' names,
// the times that are given and the number of parts, and from nothing else. Whoever is asked gives the same answer.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave::inline suite {

struct Shard {
  unsigned part = 0, of = 0;  // 1 to `of`; 0: the suite is not divided
  friend bool operator==(const Shard&, const Shard&) = default;
};

constexpr unsigned kMostShards = 10000;

// "3/8".
Result<Shard> ParseShard(std::string_view text);

// For each name its part, from 1. The parts take about the same time; a test without a time counts as the median of the others.
std::vector<unsigned> AssignShards(const std::vector<std::string>& names, const std::map<std::string, double>& seconds,
                                   unsigned parts);

// The same for the same division: parts of one check that were made by other divisions do not belong together.
std::string ShardPlanId(const std::vector<std::string>& names, const std::vector<unsigned>& parts);

// A division as text and back. Back: nullopt if it is not one of exactly these names.
std::string EncodeShards(const std::vector<std::string>& names, const std::vector<unsigned>& parts);
std::optional<std::vector<unsigned>> DecodeShards(std::string_view text, const std::vector<std::string>& names, unsigned parts);

}  // namespace reweave::inline suite
