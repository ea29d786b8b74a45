#include "check/last_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "base/counted.h"
#include "base/file.h"
#include "report/check_verdict.h"
#include "report/check_view.h"

namespace reweave::inline check {

namespace {

std::string FileOf(const std::string& top) { return top + "/.reweave/last"; }

// A name of git's for an object: nothing else may become an argument of git.
bool IsObjectName(const std::string& text) {
  return (text.size() == 40 || text.size() == 64) &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string VerdictText(const CheckResult& result) {
  const CheckVerdict verdict = VerdictOf(result);
  return verdict == CheckVerdict::kFindings ? Counted(TotalsOf(result).causes, "new finding") : Text(verdict);
}

}  // namespace

std::string LastCheckText(const LastCheck& last) {
  return fmt::format("tree {}\ncommit {}\nverdict {}\n", last.tree, last.commit, last.verdict);
}

std::optional<LastCheck> ParseLastCheck(const std::string& text) {
  std::map<std::string, std::string> values;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const auto space = line.find(' '); space != std::string::npos) values[line.substr(0, space)] = line.substr(space + 1);
  LastCheck last{.tree = values["tree"], .commit = values["commit"], .verdict = values["verdict"]};
  if (!IsObjectName(last.tree) || (!last.commit.empty() && !IsObjectName(last.commit)) || last.verdict.empty())
    return std::nullopt;
  return last;
}

std::optional<LastCheck> ReadLastCheck(const std::string& top) {
  const auto text = ReadFile(FileOf(top), "");
  return text ? ParseLastCheck(*text) : std::nullopt;
}

Result<void> WriteLastCheck(const std::string& top, const CheckResult& result) {
  std::string tests;
  for (const CheckedTest& test : result.tests)
    if (test.name.find('\n') == std::string::npos) tests += test.name + "\n";
  RW_TRY(WriteFile(top + "/.reweave/tests", tests, "cannot keep the names of the tests"));
  return WriteFile(FileOf(top),
                   LastCheckText({.tree = result.head.tree, .commit = result.head.commit, .verdict = VerdictText(result)}),
                   "cannot keep what was checked");
}

}  // namespace reweave::inline check
