#include "check/compiler_names.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/command.h"
#include "base/file.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::pair<const char*, const char*> kNames[] = {{"cc", "reweave-cc"},    {"gcc", "reweave-cc"},
                                                          {"clang", "reweave-cc"}, {"c++", "reweave-c++"},
                                                          {"g++", "reweave-c++"},  {"clang++", "reweave-c++"}};

}  // namespace

Result<std::string> PathWithDrivers(const std::string& build, const std::string& drivers) {
  const fs::path directory = fs::path(build) / "reweave-compilers";
  std::error_code error;
  fs::create_directories(directory, error);
  for (const auto& [name, driver] : kNames) {
    const std::string path = (directory / name).string();
    RW_TRY(WriteFile(path, fmt::format("#!/bin/sh\nexec {} \"$@\"\n", ShellQuoted(drivers + "/" + driver)), "cannot write"));
    fs::permissions(path, fs::perms::owner_exec, fs::perm_options::add, error);
    if (error) return Fail(ErrorCategory::kUsage, "cannot write", path, error.message());
  }
  const char* path = getenv("PATH");
  return fmt::format("{}:{}", directory.string(), path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
}

}  // namespace reweave::inline check
