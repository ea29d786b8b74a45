#include "check/what_helps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "base/counted.h"
#include "base/file.h"
#include "base/pattern.h"
#include "check/build_directory.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 20'000, kMostNamed = 3;

// Below the directory, in order; without those of bundled libraries.
std::vector<fs::path> TestSources(const std::string& source) {
  static const Pattern test = *Pattern::Parse("(?i)test[^/]*\\.(c|cc|cpp|cxx)$");
  std::vector<fs::path> out;
  std::error_code error;
  std::size_t files = 0;
  for (fs::recursive_directory_iterator entry(source, error), end; entry != end && files < kMostFiles; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (entry->is_directory(error)) {
      if (IsOthersDirectory(name)) entry.disable_recursion_pending();
    } else if (++files; entry->is_regular_file(error) && test.Matches(name)) {
      out.push_back(entry->path().lexically_relative(source));
    }
  }
  std::ranges::sort(out);
  return out;
}

// "downloading 'https://...' failed", "unable to access 'https://...'": the address.
std::string DownloadThatFailed(std::string_view log) {
  for (const std::string_view lead : {"downloading '", "unable to access '", "Failed to clone repository: '"})
    if (const auto at = log.find(lead); at != std::string_view::npos) {
      const std::string_view rest = log.substr(at + lead.size());
      return std::string(rest.substr(0, std::min(rest.find('\''), rest.find('\n'))));
    }
  return "";
}

}  // namespace

bool WantsSanitizer(const std::string& log_path) {
  static const Pattern refused = *Pattern::Parse("-fsanitize=\\S+ is not supported: a sanitizer's runtime");
  const auto log = ReadFile(log_path, "");
  return log && refused.Matches(*log);
}

std::string WhatHelps(const Version& version, std::string_view log, const std::string& otherwise) {
  std::vector<std::string> out;
  if (!version.missing_submodules.empty())
    out.push_back(
        fmt::format("{} not checked out: git submodule update --init --recursive", fmt::join(version.missing_submodules, ", ")));
  if (const std::string address = DownloadThatFailed(log); !address.empty())
    out.push_back(fmt::format("the build downloads {}, which cannot be reached from here: build where it can, or name what is "
                              "installed by an option of the project ([build] options in reweave.toml)",
                              address));
  return out.empty() ? otherwise : fmt::format("{}", fmt::join(out, "; "));
}

std::string OtherSystems(const Config& config, const std::string& source) {
  std::vector<std::string> systems = DetectBuildSystems(source);
  std::erase(systems, config.build.system.empty() ? DetectBuildSystem(source) : config.build.system);
  if (systems.empty()) return "";
  return fmt::format("it has files for {}, too: [build] system = \"{}\" in reweave.toml builds with that",
                     fmt::join(systems, " and "), systems[0]);
}

std::string SourcesOfTests(const std::string& source) {
  const std::vector<fs::path> all = TestSources(source);
  if (all.empty()) return "";
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(all.size(), kMostNamed); ++i) named.push_back(all[i].string());
  const std::string more = all.size() > kMostNamed ? fmt::format(" and {} more", all.size() - kMostNamed) : "";
  return fmt::format("{}{}", fmt::join(named, ", "), more);
}

std::string BuildFilesOfTests(const std::string& source, const std::string& otherwise) {
  std::set<std::string> directories;
  for (const fs::path& test : TestSources(source)) {
    const std::string directory = test.parent_path().string();
    if (!directory.empty() && !DetectBuildSystem(source + "/" + directory).empty()) directories.insert(directory);
  }
  if (directories.empty()) return otherwise;
  return fmt::format("{} {} build files of {} own: [build] directory = \"{}\" in reweave.toml builds there",
                     fmt::join(directories, ", "), directories.size() == 1 ? "has" : "have",
                     directories.size() == 1 ? "its" : "their", *directories.begin());
}

}  // namespace reweave::inline check
