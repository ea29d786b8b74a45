// Builds targets with the drivers, once per content: an object is known by its source, its options and the compiler side of
// the build (driver and pass); a program also by what is linked into it (the runtime). So a change of the runtime links again
// but compiles nothing, and a second run of the suite builds nothing.
#pragma once

#include <expected>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "runner/target.h"

namespace reweave::tests {

struct Tools {
  std::filesystem::path reweave, cxx, cc;      // ours
  std::filesystem::path libraries;             // folder with the pass (*.so) and the runtime (*.a)
  std::string plain_cxx = "clang++-19", plain_cc = "clang-19";
};

struct BuildError {
  std::string command, output;
};

class Builder {
 public:
  Builder(Tools tools, std::filesystem::path cache);

  // The program's path. Any thread may call it; two never build the same target at once.
  std::expected<std::filesystem::path, BuildError> Build(const Target& target, const std::string& level) const;

  const std::filesystem::path& cache() const { return cache_; }

 private:
  struct Step {
    std::vector<std::string> argv;  // without "-o OUTPUT"
    std::string key;
  };
  std::expected<std::filesystem::path, BuildError> Make(const Step& step, const std::filesystem::path& output) const;
  std::expected<std::vector<std::string>, BuildError> BuildLibraries(const Target& target, const std::string& level,
                                                                     std::vector<std::string>& compile) const;
  std::expected<std::filesystem::path, BuildError> LibraryHeaders(const std::string& level) const;
  std::string Driver(bool instrumented, bool c) const;

  Tools tools_;
  std::filesystem::path cache_;
  std::string compiler_key_, runtime_key_;
  mutable std::mutex headers_lock_;
};

}  // namespace reweave::tests
