#include "check/traced_make.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "abi/coverage.h"
#include "base/command.h"
#include "base/file.h"

namespace reweave::inline check {

namespace {

constexpr std::string_view kMark = "reweave|", kStartedMark = "reweave-started|";

}  // namespace

Result<void> WriteTracingShell(const std::string& path, const std::string& log) {
  // The variables are set here: bash does not take PS4 from the environment of root. make calls it with -c and the commands.
  // A recipe may call it with a script: $(SHELL) ./libtool ...
  const std::string text = fmt::format("#!/bin/bash\n"
                                       "case $1 in -*) ;; *) exec /bin/bash \"$@\" ;; esac\n"
                                       "exec 9>>{}\n"
                                       "BASH_XTRACEFD=9\n"
                                       "PS4='+reweave|$PWD|'\n"
                                       "while [ $# -gt 1 ]; do case $1 in -*e*) set -e ;; esac; shift; done\n"
                                       "set -x\n"
                                       "eval \"$1\"\n",
                                       ShellQuoted(log));
  RW_TRY(WriteFile(path, text, "cannot write"));
  std::error_code error;
  std::filesystem::permissions(path, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add, error);
  if (error) return Fail(ErrorCategory::kUsage, "cannot write", path, error.message());
  return {};
}

Result<void> AddStartedPrograms(const RawCoverage& run, const std::string& log) {
  std::set<std::uint64_t> started;
  for (const RawCoverage::Command& command : run.commands) started.insert(command.pid);
  std::string lines;
  for (const RawCoverage::Command& command : run.commands) {
    // A line of the log is one command.
    const auto whole_line = [](const std::string& word) { return word.find('\n') == std::string::npos; };
    if (started.contains(command.parent) || !whole_line(command.directory) || !std::ranges::all_of(command.words, whole_line))
      continue;
    lines += fmt::format("+{}{}|", kStartedMark, command.directory);
    for (const std::string& word : command.words) lines += ShellQuoted(word) + " ";
    lines += "\n";
  }
  if (lines.empty()) return {};
  const std::string before = ReadFile(log, "").value_or("");
  return WriteFile(log, before + lines, "cannot write");
}

Result<NativeRun> RunTraced(const std::string& log, const TestSpec& command, const RunLimits& limits) {
  if (log.empty()) return RunNatively(command, limits);
  RW_ASSIGN(const CoverageFile started, CoverageFile::Create());
  RW_ASSIGN(NativeRun run, RunNatively(command, limits, {{abi::kCoverageVariable, started.path()}}));
  RW_ASSIGN(const RawCoverage programs, started.Read());
  RW_TRY(AddStartedPrograms(programs, log));
  return run;
}

std::string WithoutDirectories(std::string word, const std::vector<std::string>& directories) {
  for (const std::string& directory : directories)
    for (std::size_t at; !directory.empty() && (at = word.find(directory + "/")) != std::string::npos;)
      word.erase(at, directory.size() + 1);
  return word;
}

std::string StableWord(const std::string& word, const std::vector<std::string>& directories) {
  std::string out = WithoutDirectories(word, directories);
  std::error_code error;
  for (std::string temporary :
       {std::filesystem::temp_directory_path(error).string(), std::string("/tmp"), std::string("/var/tmp")}) {
    while (temporary.ends_with('/')) temporary.pop_back();
    if (temporary.empty()) continue;
    temporary += '/';
    for (std::size_t at = 0; (at = out.find(temporary, at)) != std::string::npos;) {
      at += temporary.size();
      out.replace(at, out.find_first_of("/,:;= ", at) - at, "*");
    }
  }
  return out;
}

std::vector<std::string> ShellWords(std::string_view line) {
  std::vector<std::string> out;
  std::string word;
  bool inside = false;  // a word, which may be empty: ''
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
      else if (c == '\\' && quote == '"' && i + 1 < line.size()) word += line[++i];
      else word += c;
    } else if (c == '\'' || c == '"') {
      quote = c, inside = true;
    } else if (c == '\\' && i + 1 < line.size()) {
      word += line[++i], inside = true;
    } else if (c == ' ' || c == '\t') {
      if (inside || !word.empty()) out.push_back(std::move(word));
      word.clear(), inside = false;
    } else {
      word += c;
    }
  }
  if (inside || !word.empty()) out.push_back(std::move(word));
  return out;
}

std::vector<TracedCommand> ParseTrace(std::string_view log) {
  std::vector<TracedCommand> out;
  while (!log.empty()) {
    std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    line.remove_prefix(std::min(line.find_first_not_of('+'), line.size()));
    const bool started = line.starts_with(kStartedMark);
    if (!started && !line.starts_with(kMark)) continue;
    line.remove_prefix(started ? kStartedMark.size() : kMark.size());
    const auto bar = line.find('|');
    if (bar == std::string_view::npos) continue;
    TracedCommand command{std::string(line.substr(0, bar)), ShellWords(line.substr(bar + 1)), started};
    const auto same = [&](const TracedCommand& other) {
      return other.directory == command.directory && other.words == command.words && other.started == command.started;
    };
    if (!command.words.empty() && command.words[0] != "eval" && std::ranges::none_of(out, same))
      out.push_back(std::move(command));
  }
  return out;
}

}  // namespace reweave::inline check
