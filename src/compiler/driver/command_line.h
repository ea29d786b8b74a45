// What reweave-cc and reweave-c++ make of a command line: the clang call that does what the user asked, with the pass and,
// when an executable is linked, the runtime. Pure: no file is opened except response files, no process started.
#pragma once

#include <expected>
#include <string>
#include <vector>

namespace reweave::compiler {

struct DriverPaths {
  std::string pass;      // libreweave-pass.so
  std::string runtime;   // libreweave-rt.a
  std::string exports;   // list of symbols the executable exports
  std::string include;   // has reweave/test.h
  std::string bin;       // has reweave
};

// What the driver read from the user's arguments (response files looked into).
struct CommandSummary {
  bool links = false;           // clang will call the linker
  bool wants_runtime = false;   // ... for an executable with start files
  bool relocatable = false;     // ... what is linked once more later (-r)
  bool compiles = false;        // some input is C or C++ (or read from standard input)
  bool optimises = false;       // -O1 and above
  bool full_debug = false;      // the last -g option asks for types and lines
  std::vector<std::string> system_dirs;
  std::vector<std::string> recorded;  // options that make other code of the same source, as written; the last of each counts
};

// The same call, with the words that its response files hold in their place.
std::vector<std::string> WithResponseFiles(const std::vector<std::string>& args);

// The same call without what asks for a sanitizer, response files read.
std::vector<std::string> WithoutSanitizers(const std::vector<std::string>& args);

// An error is one line: the flag, and what to do instead. It ends the driver with status 2.
std::expected<CommandSummary, std::string> Summarise(const std::vector<std::string>& args);

// The arguments for clang, without argv[0].
std::vector<std::string> ClangArguments(const std::vector<std::string>& args, const CommandSummary& summary,
                                        const DriverPaths& paths);

}  // namespace reweave::compiler
