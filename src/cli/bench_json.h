// The tables of `bench` for machines: the rows of its CSV files.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reweave::inline cli {

// {"schema": 1, ..., "tables": {NAME: [{COLUMN: value, ...}, ...]}}; what reads as a number is one, an empty field null.
std::string BenchJson(const std::vector<std::pair<std::string, std::string>>& csv_by_table, const std::string& version);

}  // namespace reweave::inline cli
