// Cases inside one binary, from the listings of their frameworks. Lines that a program prints besides are passed over.
#include <algorithm>
#include <set>

#include "suite/tests.h"

namespace reweave::inline suite {

namespace {

template <typename F>
void ForEachLine(std::string_view text, F&& f) {
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    f(line);
  }
}

// "  Name  # GetParam() = 3" -> "Name"
std::string_view WithoutComment(std::string_view line) {
  const std::size_t comment = line.find("  # ");
  if (comment != std::string_view::npos) line = line.substr(0, comment);
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line;
}

bool IsDisabledName(std::string_view name) {
  return name.starts_with("DISABLED_") || name.find("/DISABLED_") != std::string_view::npos;
}

std::string Escape(std::string_view name, std::string_view special) {
  std::string out;
  for (const char c : name) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::vector<TestSpec> ParseGoogleTestList(std::string_view listing, const std::string& binary) {
  std::vector<TestSpec> out;
  std::string suite;
  ForEachLine(listing, [&](std::string_view line) {
    const bool indented = line.starts_with("  ");
    const std::string_view name = WithoutComment(indented ? line.substr(2) : line);
    if (!indented) {
      // Suites end in a dot; anything else is the program's own output.
      suite = name.ends_with('.') && name.find(' ') == std::string_view::npos ? std::string(name) : "";
      return;
    }
    if (suite.empty() || name.empty() || name.find(' ') != std::string_view::npos) return;
    TestSpec test;
    test.source = TestSource::kGoogleTest;
    test.name = suite + std::string(name);
    test.command = {binary, "--gtest_filter=" + test.name};
    if (IsDisabledName(suite) || IsDisabledName(name)) {
      test.disabled = true;
      test.disabled_reason = "its name says DISABLED_";
    }
    out.push_back(std::move(test));
  });
  return out;
}

std::vector<TestSpec> ParseCatch2Names(std::string_view listing, const std::string& binary) {
  std::vector<TestSpec> out;
  ForEachLine(listing, [&](std::string_view line) {
    // A name that starts with # is printed in quotes.
    if (line.size() > 2 && line.starts_with("\"#") && line.ends_with('"')) line = line.substr(1, line.size() - 2);
    if (line.empty()) return;
    TestSpec test;
    test.source = TestSource::kCatch2;
    test.name = line;
    test.command = {binary, Escape(line, "\\,[]\"*~")};
    out.push_back(std::move(test));
  });
  return out;
}

std::vector<TestSpec> ParseDoctestNames(std::string_view listing, const std::string& binary) {
  std::vector<TestSpec> out;
  std::set<std::string, std::less<>> seen;
  int rulers = 0;
  ForEachLine(listing, [&](std::string_view line) {
    if (line.size() >= 40 && line.find_first_not_of('=') == std::string_view::npos) {
      ++rulers;
      return;
    }
    // One filter runs all cases of a name, so cases of one name are one test.
    if (rulers != 1 || line.empty() || line.starts_with("[doctest]") || !seen.emplace(line).second) return;
    TestSpec test;
    test.source = TestSource::kDoctest;
    test.name = line;
    test.command = {binary, "--test-case=" + Escape(line, "\\,")};
    out.push_back(std::move(test));
  });
  return out;
}

// "suite*" and below it, four blanks deeper, "case*: what it is for"; a case has nothing below it.
std::vector<TestSpec> ParseBoostTestContent(std::string_view listing, const std::string& binary) {
  struct Line {
    std::size_t depth;
    std::string name;
    bool enabled;
  };
  std::vector<Line> lines;
  ForEachLine(listing, [&](std::string_view line) {
    const std::size_t blanks = line.find_first_not_of(' ');
    if (blanks == std::string_view::npos || blanks % 4 != 0) return;
    std::string_view name = line.substr(blanks);
    name = name.substr(0, name.find(": "));
    const bool enabled = name.ends_with('*');
    if (enabled) name.remove_suffix(1);
    // The program's own output: words with blanks, or one at the edge without a star.
    if (name.empty() || name.find(' ') != std::string_view::npos || (blanks == 0 && !enabled)) return;
    lines.push_back({blanks / 4, std::string(name), enabled});
  });
  std::vector<TestSpec> out;
  std::vector<std::string> path;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].depth > path.size()) continue;
    path.resize(lines[i].depth);
    path.push_back(lines[i].name);
    if (i + 1 < lines.size() && lines[i + 1].depth > lines[i].depth) continue;
    TestSpec test;
    test.source = TestSource::kBoostTest;
    for (const std::string& part : path) test.name += (test.name.empty() ? "" : "/") + part;
    test.command = {binary, "--run_test=" + test.name};
    test.disabled = !lines[i].enabled;
    if (test.disabled) test.disabled_reason = "it is disabled in the program";
    out.push_back(std::move(test));
  }
  return out;
}

// "Unit tests:" and then a name a line, two blanks in front. A case is run in the program itself, not in a child.
std::vector<TestSpec> ParseAcutestList(std::string_view listing, const std::string& binary) {
  std::vector<TestSpec> out;
  bool inside = false;
  ForEachLine(listing, [&](std::string_view line) {
    if (line == "Unit tests:") inside = true;
    if (!inside || !line.starts_with("  ") || line.size() == 2) return;
    TestSpec test;
    test.source = TestSource::kAcutest;
    test.name = line.substr(2);
    test.command = {binary, "--no-exec", test.name};
    out.push_back(std::move(test));
  });
  return out;
}

// "Known tests are:" and then "    group/name", some with "   (Off by default)" or "  (DISABLED)" after it. A case is run in the
// program itself, not in a child.
std::vector<TestSpec> ParseTinytestList(std::string_view listing, const std::string& binary) {
  std::vector<TestSpec> out;
  bool inside = false;
  ForEachLine(listing, [&](std::string_view line) {
    if (line.starts_with("Known tests are")) inside = true;
    if (!inside || !line.starts_with("    ") || line.size() == 4) return;
    line.remove_prefix(4);
    const std::string_view name = line.substr(0, line.find(' '));
    TestSpec test;
    test.source = TestSource::kList;
    test.name = name;
    test.command = {binary, "--no-fork", test.name};
    if (name.size() != line.size()) {
      test.disabled = true;
      test.disabled_reason = "the program has it off by default";
    }
    out.push_back(std::move(test));
  });
  return out;
}

}  // namespace reweave::inline suite
