#include "check/workspace.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "explore/explorer.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMarker = "made-by-reweave";
constexpr std::array<std::string_view, 8> kParts = {"worktrees", "builds",  "locks",  "logs",
                                                    "checks",    "results", "corpus", "bench"};

// What other commands keep there; check leaves it alone.
constexpr std::array<std::string_view, 5> kOthers = {"campaigns", "gen", "gen-tests", "parts", "work"};

bool IsOurs(const std::string& name) {
  return std::ranges::find(kParts, name) != kParts.end() || std::ranges::find(kOthers, name) != kOthers.end() ||
         name == ".gitignore" || name == kMarker || name == "last" || name.starts_with("history.db") ||
         name.starts_with("index-") || name.starts_with(std::string(kMarker) + ".tmp");
}

// Nothing, or a directory that is no link.
Result<void> CheckDirectory(const std::string& path) {
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0) return {};
  if (S_ISDIR(info.st_mode)) return {};
  return Fail(
      ErrorCategory::kUsage, "cannot keep anything in", path,
      S_ISLNK(info.st_mode) ? "it is a symbolic link, and what lies there would be deleted in time" : "it is not a directory",
      "remove it; the files that check keeps stay in the checkout");
}

bool IsHex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

Result<void> PrepareWorkspace(const std::string& top) {
  const std::string directory = top + "/.reweave", marker = directory + "/" + std::string(kMarker);
  RW_TRY(CheckDirectory(directory));
  for (const std::string_view part : kParts) RW_TRY(CheckDirectory(fmt::format("{}/{}", directory, part)));
  std::error_code error;
  if (fs::exists(fs::symlink_status(marker, error))) return {};
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (const std::string name = entry.path().filename().string(); !IsOurs(name))
      return Fail(ErrorCategory::kUsage, "cannot keep anything in", directory,
                  fmt::format("it holds '{}', which is not Reweave's", name),
                  "move that away: check deletes what it keeps there in time");
  RW_TRY(PrepareOutDir(directory));
  return WriteFile(marker,
                   "Everything beside this file was made by `reweave check` and may be deleted by it; corpus/ never is.\n",
                   "cannot write");
}

void CollectResults(const std::string& top, const std::set<std::string>& keep, std::uint64_t most) {
  struct File {
    fs::file_time_type time;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<File> files;
  std::uint64_t all = 0;
  std::error_code error;
  const fs::path results = (fs::path(top) / ".reweave/results").lexically_normal();
  std::set<fs::path> stays;
  for (const std::string& path : keep) stays.insert(fs::path(path).lexically_normal());
  for (const auto& entry : fs::recursive_directory_iterator(results, error)) {
    if (!entry.is_regular_file(error) || entry.is_symlink(error) || entry.path().extension() != ".rws") continue;
    const std::uint64_t bytes = entry.file_size(error);
    all += bytes;
    if (stays.contains(entry.path())) continue;
    files.push_back({entry.last_write_time(error), bytes, entry.path()});
  }
  std::ranges::sort(files, {},
                    [&](const File& file) { return std::pair(file.path.parent_path() != results / "base", file.time); });
  for (const File& file : files)
    if ((all > most || file.path.parent_path() == results / "base") && fs::remove(file.path, error)) all -= file.bytes;
}

bool IsVersionName(const std::string& name) {
  return name == "working-tree" || name == "working-tree-b" || (name.size() == 16 && IsHex(name));
}
bool IsVerdictName(const std::string& name) { return name.size() == 32 && IsHex(name); }

}  // namespace reweave::inline check
