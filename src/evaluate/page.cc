#include "evaluate/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <thread>

#include "base/file.h"

namespace reweave::inline evaluate {

namespace {

std::string Processor() {
  const auto text = ReadFile("/proc/cpuinfo", "cannot read");
  if (!text) return "unknown processor";
  constexpr std::string_view kKey = "model name";
  const std::size_t at = text->find(kKey), colon = text->find(':', at);
  if (at == std::string::npos || colon == std::string::npos) return "unknown processor";
  const std::size_t begin = text->find_first_not_of(" \t", colon + 1);
  return text->substr(begin, text->find('\n', begin) - begin);
}

}  // namespace

std::string MadeBy(const std::string& command) {
  double load = 0;
  if (getloadavg(&load, 1) != 1) load = 0;
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("Made by `{}` on {:04}-{:02}-{:02}, on {} cores ({}), load {:.1f}.\n", command, date.tm_year + 1900,
                     date.tm_mon + 1, date.tm_mday, std::thread::hardware_concurrency(), Processor(), load);
}

std::string WithoutHeading(const std::string& markdown) {
  if (!markdown.starts_with("# ")) return markdown;
  const std::size_t end = markdown.find_first_not_of('\n', markdown.find('\n'));
  return end == std::string::npos ? "" : markdown.substr(end);
}

std::string TableOfCsv(const std::string& csv) {
  std::string out;
  bool first = true;
  for (std::size_t at = 0; at < csv.size();) {
    const std::size_t end = std::min(csv.find('\n', at), csv.size());
    std::string line = csv.substr(at, end - at), row = "|";
    std::size_t columns = 0;
    for (std::size_t from = 0; from <= line.size(); ++columns) {
      const std::size_t comma = std::min(line.find(',', from), line.size());
      row += " " + line.substr(from, comma - from) + " |";
      from = comma + 1;
    }
    out += row + "\n";
    if (first) {
      out += "|";
      for (std::size_t i = 0; i < columns; ++i) out += "---|";
      out += "\n";
      first = false;
    }
    at = end + 1;
  }
  return out;
}

std::string ReplacedTables(const std::string& page, const std::string& text) {
  const std::size_t begin = page.find(kTablesBegin);
  const std::size_t end = begin == std::string::npos ? begin : page.find(kTablesEnd, begin);
  if (end == std::string::npos) return "";
  return page.substr(0, begin) + kTablesBegin + "\n" + text + (text.ends_with('\n') ? "\n" : "\n\n") + page.substr(end);
}

namespace {

Result<std::string> Replaced(const std::string& path, const std::string& text) {
  RW_ASSIGN(const std::string page, ReadFile(path, "cannot read a page of tables"));
  std::string replaced = ReplacedTables(page, text);
  if (replaced.empty())
    return Fail(ErrorCategory::kUsage, "a page has no place for its tables", path, {},
                "put the lines \"<!-- made by reweave bench -->\" and \"<!-- end -->\" around it");
  return replaced;
}

}  // namespace

Result<void> CheckPage(const std::string& path) {
  RW_TRY(Replaced(path, ""));
  return CheckWritable(path, "cannot write a page of tables");
}

Result<void> ReplaceTables(const std::string& path, const std::string& text) {
  RW_ASSIGN(const std::string replaced, Replaced(path, text));
  return WriteFile(path, replaced, "cannot write");
}

}  // namespace reweave::inline evaluate
