#include "check/verdict_cache.h"

#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/coding.h"
#include "base/file.h"
#include "check/workspace.h"
#include "explore/explorer.h"
#include "report/check_json.h"
#include "report/check_verdict.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostKept = 200;

// "<hash of the rest>\n" comes first: a flipped digit is no broken JSON.
std::string Sum(std::string_view json) { return ToHex(XXH3_64bits(json.data(), json.size())) + "\n"; }

Result<CheckResult> Decode(std::string_view bytes, const std::string& path) {
  const std::string_view json = bytes.substr(std::min(bytes.size(), bytes.find('\n') + 1));
  if (!bytes.starts_with(Sum(json))) return Fail(ErrorCategory::kUsage, "a stored result is damaged", path);
  return ReadCheckJson(json, path);
}

}  // namespace

std::string VerdictCache::Path(const std::string& key) const {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return directory_ + "/" + ToHex(hash.high64) + ToHex(hash.low64);
}

std::optional<CheckResult> VerdictCache::Find(const std::string& key) const {
  std::error_code error;
  if (!fs::exists(Path(key), error)) return std::nullopt;
  const auto bytes = ReadFile(Path(key), "");
  auto result = bytes ? Decode(*bytes, Path(key)) : Result<CheckResult>(std::unexpected(bytes.error()));
  // What was left open may be answered this time.
  if (!result || VerdictOf(*result) == CheckVerdict::kIncomplete) return std::nullopt;
  for (const CheckedTest& test : result->tests) {
    for (const CheckedFinding& f : test.findings)
      if (!fs::exists(f.finding.schedule_file, error)) return std::nullopt;
    for (const Finding& f : test.timing)
      if (!fs::exists(f.schedule_file, error)) return std::nullopt;
  }
  fs::last_write_time(Path(key), fs::file_time_type::clock::now(), error);
  result->repeated = true;
  return std::move(*result);
}

Result<void> VerdictCache::Put(const std::string& key, const CheckResult& result) const {
  if (VerdictOf(result) == CheckVerdict::kIncomplete) return {};
  RW_TRY(PrepareOutDir(directory_));
  const std::string json = CheckJson(result, "");
  RW_TRY(WriteFile(Path(key), Sum(json) + json, "cannot keep the result"));
  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory_, error))
    if (IsVerdictName(entry.path().filename().string()) && !entry.is_symlink(error))
      all.emplace_back(entry.last_write_time(error), entry.path());
  if (all.size() <= kMostKept) return {};
  std::ranges::sort(all, std::greater());
  for (std::size_t i = kMostKept; i < all.size(); ++i) fs::remove(all[i].second, error);
  return {};
}

}  // namespace reweave::inline check
