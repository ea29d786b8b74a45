// A project without any build files: how its tests can be compiled one by one.
#pragma once

#include <string>
#include <vector>

namespace reweave::inline check {

struct PlainSources {
  std::vector<std::string> tests;     // with a main, and "test" in the name or in that of a directory
  std::vector<std::string> library;   // without a main, outside of tests and examples
  std::vector<std::string> includes;  // directories with headers; "." is the top
};

// All below the top. No tests: there is nothing that can be told.
PlainSources LookAtPlainSources(const std::string& top);
// For [build] build of reweave.toml: sh in an empty build directory, with $SOURCE, $CC and $CXX. A file that a version does not
// have is left out. The programs are tests/NAME.
std::string PlainBuild(const PlainSources& sources);

}  // namespace reweave::inline check
