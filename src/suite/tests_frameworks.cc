// Cases inside one binary, from the listings of their frameworks. Lines that a program prints besides are passed over.
#include <algorithm>
#include <set>

#include "suite/tests.h"

namespace reweave {

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

}  // namespace reweave
