#include "check/compiler_names.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/command.h"
#include "base/file.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

Result<std::string> PathWithDrivers(const std::string& build, const std::string& drivers) {
  const fs::path directory = fs::path(build) / "reweave-compilers";
  std::error_code error;
  fs::create_directories(directory, error);
  for (const auto& [driver, names] : {std::pair("reweave-cc", {"cc", "gcc", "clang"}), {"reweave-c++", {"c++", "g++", "clang++"}}})
    for (const char* name : names) {
      const std::string path = (directory / name).string();
      RW_TRY(WriteFile(path, fmt::format("#!/bin/sh\nexec {} \"$@\"\n", ShellQuoted(drivers + "/" + driver)), "cannot write"));
      fs::permissions(path, fs::perms::owner_exec, fs::perm_options::add, error);
      if (error) return Fail(ErrorCategory::kUsage, "cannot write", path, error.message());
    }
  const char* path = getenv("PATH");
  return fmt::format("{}:{}", directory.string(), path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
}

}  // namespace reweave::inline check
