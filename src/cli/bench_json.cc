#include "cli/bench_json.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

// RFC 4180: fields with commas, quotes or line breaks are quoted, quotes doubled.
std::vector<std::vector<std::string>> Rows(std::string_view text) {
  std::vector<std::vector<std::string>> rows(1, {std::string()});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& field = rows.back().back();
    if (quoted && c == '"' && text.substr(i + 1, 1) == "\"") field += c, ++i;
    else if (c == '"') quoted = !quoted;
    else if (!quoted && c == ',') rows.back().emplace_back();
    else if (!quoted && c == '\n') rows.push_back({std::string()});
    else if (quoted || c != '\r') field += c;
  }
  if (rows.back().size() == 1 && rows.back()[0].empty()) rows.pop_back();
  return rows;
}

Json Value(const std::string& field) {
  if (field.empty()) return nullptr;
  const char *begin = field.data(), *end = begin + field.size();
  std::int64_t whole = 0;
  if (const auto [at, error] = std::from_chars(begin, end, whole); error == std::errc() && at == end) return whole;
  double number = 0;
  if (const auto [at, error] = std::from_chars(begin, end, number); error == std::errc() && at == end) return number;
  return EscapeUtf8(field);
}

Json Table(std::string_view csv) {
  Json out = Json::array();
  const auto rows = Rows(csv);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    Json row = Json::object();
    for (std::size_t j = 0; j < rows[0].size() && j < rows[i].size(); ++j) row[rows[0][j]] = Value(rows[i][j]);
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace

std::string BenchJson(const std::vector<std::pair<std::string, std::string>>& csv_by_table, const std::string& version) {
  Json tables = Json::object();
  for (const auto& [name, csv] : csv_by_table) tables[name] = Table(csv);
  return Json{{"schema", 1}, {"tool", "reweave"}, {"version", version}, {"command", "bench"}, {"tables", std::move(tables)}}.dump(
             2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace reweave::inline cli
