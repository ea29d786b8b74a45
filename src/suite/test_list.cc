#include "suite/test_list.h"

#include <fmt/format.h>

#include <map>

#include "base/file.h"

namespace reweave::inline suite {

namespace {

constexpr std::string_view kWhat = "cannot read the list of tests";
constexpr std::string_view kHint = "write one test a line, 'name: arguments'";

bool Blank(char c) { return c == ' ' || c == '\t'; }

std::string_view Trim(std::string_view text) {
  while (!text.empty() && Blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && Blank(text.back())) text.remove_suffix(1);
  return text;
}

std::unexpected<Error> BadArguments(std::string why) {
  return Fail(ErrorCategory::kUsage, std::string(kWhat), {}, std::move(why), std::string(kHint));
}

// The colon that ends the name: followed by a blank or nothing, so that names may hold ::.
std::size_t NameEnd(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == ':' && (i + 1 == line.size() || Blank(line[i + 1]))) return i;
  return std::string_view::npos;
}

Result<TestSpec> ParseLine(std::string_view line, const std::string& binary) {
  const std::size_t end = NameEnd(line);
  if (end == std::string_view::npos)
    return BadArguments(line.find(':') == std::string_view::npos ? "no colon after the test's name" : "no blank after the colon");
  const std::string_view name = Trim(line.substr(0, end));
  if (name.empty()) return BadArguments("the test has no name");
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return BadArguments("a control character in the test's name");
  RW_ASSIGN(std::vector<std::string> arguments, SplitArguments(line.substr(end + 1)));
  TestSpec test;
  test.name = name;
  test.command = std::move(arguments);
  test.command.insert(test.command.begin(), binary);
  test.source = TestSource::kList;
  return test;
}

}  // namespace

Result<std::vector<std::string>> SplitArguments(std::string_view text) {
  std::vector<std::string> out;
  std::size_t i = 0;
  while (i < text.size()) {
    if (Blank(text[i])) {
      ++i;
      continue;
    }
    if (text[i] == '#') break;
    std::string argument;
    while (i < text.size() && !Blank(text[i])) {
      const char c = text[i++];
      if (c == '\\') {
        if (i == text.size()) return BadArguments("a backslash at the end of the line");
        argument += text[i++];
      } else if (c == '\'' || c == '"') {
        for (;; ++i) {
          if (i == text.size()) return BadArguments(fmt::format("a quote ({}) is not closed", c));
          if (text[i] == c) break;
          if (c == '"' && text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
          argument += text[i];
        }
        ++i;
      } else {
        argument += c;
      }
    }
    out.push_back(std::move(argument));
  }
  return out;
}

Result<std::vector<TestSpec>> ParseTestList(std::string_view text, const std::string& file, const std::string& binary) {
  std::vector<TestSpec> out;
  std::map<std::string, std::size_t> lines;
  std::size_t number = 0;
  const auto bad = [&](std::string why, std::string hint) {
    return Fail(ErrorCategory::kUsage, std::string(kWhat), fmt::format("{}, line {}", file, number), std::move(why),
                std::move(hint));
  };
  while (!text.empty()) {
    ++number;
    const std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = Trim(line);
    if (line.empty() || line.front() == '#') continue;
    if (line.find('\0') != std::string_view::npos) return bad("a zero byte", "is this a text file?");
    Result<TestSpec> test = ParseLine(line, binary);
    if (!test) return bad(test.error().why(), test.error().hint());
    if (const auto [first, fresh] = lines.emplace(test->name, number); !fresh)
      return bad(fmt::format("the test '{}' is already in line {}", test->name, first->second), "rename one of them");
    out.push_back(std::move(*test));
  }
  if (out.empty()) return Fail(ErrorCategory::kUsage, std::string(kWhat), file, "it holds no test", std::string(kHint));
  return out;
}

Result<std::vector<TestSpec>> ReadTestList(const std::string& file, const std::string& binary) {
  RW_ASSIGN(const std::string text, ReadFile(file, kWhat));
  return ParseTestList(text, file, binary);
}

}  // namespace reweave::inline suite
