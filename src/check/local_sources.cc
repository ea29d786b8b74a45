#include "check/local_sources.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Projects choose the name under which they fetch a library themselves.
std::string DirectoryOf(const std::string& name) {
  const std::string plain = Lower(name);
  for (const char* other : {"gtest", "google_test", "google-test", "googlemock", "gmock"})
    if (plain == other) return "googletest";
  return plain;
}

}  // namespace

std::vector<std::string> NotDownloaded(std::string_view log) {
  std::vector<std::string> out;
  // "Build step for googletest failed: 1"
  for (const std::string_view lead : {"Build step for ", "CMake step for "})
    for (std::size_t at = 0; (at = log.find(lead, at)) != std::string_view::npos;) {
      at += lead.size();
      const std::string_view name = log.substr(at, log.find_first_of(" \n", at) - at);
      if (log.substr(at + name.size()).starts_with(" failed") && std::ranges::find(out, name) == out.end())
        out.emplace_back(name);
    }
  return out;
}

std::string SourceSetting(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return "FETCHCONTENT_SOURCE_DIR_" + name;
}

std::string LocalDirectory(const std::string& name, const std::string& root) {
  const fs::path directory = fs::path(root) / DirectoryOf(name);
  std::error_code error;
  return fs::exists(directory / "CMakeLists.txt", error) ? directory.string() : "";
}

std::vector<std::string> LocalSources(const std::vector<std::string>& names, const std::string& root) {
  std::vector<std::string> out;
  for (const std::string& name : names) {
    const std::string directory = LocalDirectory(name, root);
    // find_package is tried for every library, so it is said once.
    std::string setting = directory.empty() ? "FETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS" : SourceSetting(name) + "=" + directory;
    if (std::ranges::find(out, setting) == out.end()) out.push_back(std::move(setting));
  }
  return out;
}

}  // namespace reweave::inline check
