#include "check/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/escape.h"
#include "base/file.h"

namespace reweave::inline check {

namespace {

bool IsId(std::string_view word) {
  return word.size() == 12 && std::ranges::all_of(word, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

Result<std::set<std::string>> ParseBaseline(std::string_view text, const std::string& name) {
  std::set<std::string> out;
  unsigned number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty() || line.front() == '#') continue;
    const std::string_view id = line.substr(0, line.find_first_of(" \t\r"));
    if (!IsId(id))
      return Fail(ErrorCategory::kUsage, "not the id of a finding", fmt::format("{}, line {}: {}", name, number, id), {},
                  "an id has 12 hexadecimal digits, as check prints it; --write-baseline FILE writes all of them");
    out.insert(std::string(id));
  }
  return out;
}

Result<std::set<std::string>> ReadBaseline(const std::string& path) {
  RW_ASSIGN(const std::string text, ReadFile(path, "cannot read the baseline"));
  return ParseBaseline(text, path);
}

std::string BaselineText(const CheckResult& result) {
  std::map<std::string, std::string> lines;
  for (const CheckedTest& test : result.tests)
    for (const CheckedFinding& f : test.findings)
      lines.try_emplace(f.finding.id, EscapeLine(fmt::format("{}  {}  {}: {}", f.finding.id, Name(f.finding.kind), test.name,
                                                             f.finding.message.substr(0, f.finding.message.find('\n')))));
  std::string out = "# Findings that are known and accepted for now: reweave check --baseline. Only the first word counts.\n";
  for (const auto& [id, line] : lines) out += line + "\n";
  return out;
}

void Accept(CheckResult& result, const std::set<std::string>& baseline) {
  for (CheckedTest& test : result.tests)
    for (CheckedFinding& f : test.findings) f.accepted |= baseline.contains(f.finding.id);
}

}  // namespace reweave::inline check
