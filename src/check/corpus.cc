#include "check/corpus.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/coding.h"
#include "base/file.h"
#include "explore/explorer.h"
#include "explore/schedule/schedule.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

// A test may be called anything; folders may not. What is left out is made up for by a hash.
std::string FolderOf(const std::string& test) {
  std::string out;
  for (const char c : test) out += std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_' ? c : '_';
  if (out == test && !out.starts_with('.') && out.size() < 128) return out;
  return fmt::format("{}-{}", out.substr(0, 100), ToHex(XXH3_64bits(test.data(), test.size())).substr(0, 8));
}

std::vector<std::string> SchedulesIn(const fs::path& directory) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.path().extension() == ".rws") out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::vector<std::string> Corpus::Of(const std::string& test) const { return SchedulesIn(fs::path(directory_) / FolderOf(test)); }

Result<std::size_t> Corpus::Keep(const CheckResult& result) const {
  std::size_t kept = 0;
  std::error_code error;
  for (const CheckedTest& test : result.tests)
    for (const CheckedFinding& f : test.findings) {
      if (!f.is_new || f.accepted || f.finding.schedule_file.empty()) continue;
      RW_ASSIGN(const std::string directory, PrepareOutDir(directory_ + "/" + FolderOf(test.name)));
      const std::string path = fmt::format("{}/{}-{}.rws", directory, Name(f.finding.kind), f.finding.id);
      kept += !fs::exists(path, error);
      RW_ASSIGN(Schedule schedule, ReadSchedule(f.finding.schedule_file));
      if (!schedule.command.empty())
        if (const fs::path below = fs::path(schedule.command[0]).lexically_relative(result.head.build); !below.empty())
          schedule.command[0] = below.string();
      schedule.directory.clear(), schedule.environment.clear();  // the test's, wherever it is built
      RW_TRY(WriteSchedule(schedule, path));
    }
  return kept;
}

std::string Corpus::Fingerprint() const {
  std::vector<std::string> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory_, error)) folders.push_back(entry.path().string());
  std::ranges::sort(folders);
  std::string all;
  for (const std::string& folder : folders)
    for (const std::string& path : SchedulesIn(folder)) {
      PutString(all, path);
      if (const auto bytes = ReadFile(path, "")) PutFixed64(all, XXH3_64bits(bytes->data(), bytes->size()));
    }
  return ToHex(XXH3_64bits(all.data(), all.size()));
}

}  // namespace reweave::inline check
