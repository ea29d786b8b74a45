// The programs that `make check` or `make test` runs: make is given a shell that writes down every command before it runs it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/coverage_file.h"
#include "suite/native_run.h"

namespace reweave::inline check {

// A shell that appends what it runs to `log`, as a script at `path`. Needs bash.
Result<void> WriteTracingShell(const std::string& path, const std::string& log);

// Adds the programs that scripts started to such a log: a shell sees only what make itself starts. A program that was started by
// another one of the project is left out, because that one is the test.
Result<void> AddStartedPrograms(const RawCoverage& run, const std::string& log);

// Runs `command`, and adds the programs that it started to the log; with "" for the log, only the former.
Result<NativeRun> RunTraced(const std::string& log, const TestSpec& command, const RunLimits& limits);

struct TracedCommand {
  std::string directory;
  std::vector<std::string> words;
  bool started = false;  // the program itself said so: its words are those it was started with
};
// What such a log holds, each command once, in order.
std::vector<TracedCommand> ParseTrace(std::string_view log);

// Both versions have the same names below their directories.
std::string WithoutDirectories(std::string word, const std::vector<std::string>& directories);

// A word as it is in each run and in both versions: without the directories, and without the names of temporary files, which a
// script makes up each time (mktemp): "/tmp/tmp.Xy12" is "/tmp/*".
std::string StableWord(const std::string& word, const std::vector<std::string>& directories);

// The words of a line as a shell has them: quotes and backslashes are taken away, nothing is expanded.
std::vector<std::string> ShellWords(std::string_view line);

}  // namespace reweave::inline check
