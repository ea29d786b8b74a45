// Old/new pairs of programs under subjects/<technique>/: what they are, and how they are built.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct Subject {
  std::string name, origin, error, mechanism, description;
  std::string folder;
  std::uint32_t threads = 0;
  bool stateless = true, stateful = true;  // in the published tables
  bool large = false;
  std::string extras;  // what the sources have that no description of the fault names; -DFAULT_ONLY leaves it out
  std::vector<std::string> flags;  // of the compiler
  std::vector<std::string> sources;  // further folders, from the subject's own, that both versions are built from
  std::vector<std::string> headers;  // of packages that it is made of (package_headers.h)
};

// All folders with a subject.toml, by name. Errors: no such directory, a file that is not as it should be.
Result<std::vector<Subject>> ReadSubjects(const std::string& directory);

struct BuiltSubject {
  Subject subject;
  std::string old_program, new_program;
  std::size_t package_lines_old = 0, package_lines_new = 0;  // of the packages' headers that its files include
};
// Compiles both versions with `driver` into `directory`; what is newer than its sources is left alone.
Result<BuiltSubject> BuildSubject(const Subject& subject, const std::string& driver, const std::string& directory);

// Runs a compiler; its messages go to a file beside the output.
Result<void> Compile(std::vector<std::string> command, const std::string& output);

// The new version compiled as it is, with the same flags and nothing of ours; linked statically because it starts faster.
Result<std::string> BuildNative(const Subject& subject, const std::string& directory);

// Lines of a version that are neither empty nor comments: its own and those of the folders below the subject's; test.cc is the
// driver's and does not count, nor do packages' headers.
std::size_t CountLines(const Subject& subject, const std::string& version);

// subjects/<technique> below the working directory, else where it was installed.
Result<std::string> FindSubjects(const std::string& technique);

}  // namespace reweave::inline evaluate
