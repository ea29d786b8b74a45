#include "check/verdict_cache.h"

#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/coding.h"
#include "base/file.h"
#include "explore/explorer.h"
#include "explore/search/saved_state.h"

namespace reweave {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic = "reweave check 1\n";
constexpr std::size_t kMostKept = 200;

// Names for every member: one that is added and forgotten here does not compile.
template <typename A>
class Visitor {
 public:
  explicit Visitor(A& archive) : a_(archive) {}

  template <typename... T>
  void operator()(T&... values) {
    (One(values), ...);
  }

 private:
  template <typename T>
  static constexpr bool kIs = false;

  void One(auto& v) {
    using T = std::remove_cvref_t<decltype(v)>;
    if constexpr (std::is_same_v<T, FindingSite>) {
      auto& [position, thread, path, role] = v;
      a_(position, thread, path, role);
    } else if constexpr (std::is_same_v<T, InterleavingStep>) {
      auto& [thread, place, what, file, line, function, kind, locks, preempts, key] = v;
      a_(thread, place, what, file, line, function, kind, locks, preempts, key);
    } else if constexpr (std::is_same_v<T, Interleaving>) {
      auto& [threads, steps, switches, left_out, left_out_after, names, waiting] = v;
      (*this)(threads, steps, switches, left_out, left_out_after, names, waiting);
    } else if constexpr (std::is_same_v<T, Finding>) {
      auto& [id, kind, subkind, message, cause, first, occurrences, confirmed, is_new, file, preemptions, fewest, sites, output,
             errors, interleaving] = v;
      (*this)(id, kind, subkind, message, cause, first, occurrences, confirmed, is_new, file, preemptions, fewest, sites, output,
              errors, interleaving);
    } else if constexpr (std::is_same_v<T, CheckedFinding>) {
      auto& [finding, is_new, accepted, phase] = v;
      (*this)(finding, is_new, accepted, phase);
    } else if constexpr (std::is_same_v<T, ProgressPoint>) {
      auto& [seconds, schedules, patterns, findings] = v;
      a_(seconds, schedules, patterns, findings);
    } else if constexpr (std::is_same_v<T, CheckedPhase>) {
      auto& [name, schedules, seconds, stopped_by] = v;
      a_(name, schedules, seconds, stopped_by);
    } else if constexpr (std::is_same_v<T, CheckedTest>) {
      auto& [name, program, state, new_test, points, covered, reasons, fresh, schedules, base_schedules, seconds, exhausted,
             phases, curve, findings, fixed, note] = v;
      (*this)(name, program, state, new_test, points, covered, reasons, fresh, schedules, base_schedules, seconds, exhausted,
              phases, curve, findings, fixed, note);
    } else if constexpr (std::is_same_v<T, Version>) {
      auto& [label, commit, tree, source, build, reused] = v;
      a_(label, commit, tree, source, build, reused);
    } else if constexpr (std::is_same_v<T, CheckResult>) {
      auto& [top, base, head, change, functions, points, tests, notes, seconds, interrupted, repeated] = v;
      auto& [diff, lines] = change;
      (*this)(top, base, head, diff, lines, functions, points, tests, notes, seconds, interrupted, repeated);
    } else if constexpr (requires { v.emplace_back(); } && !std::is_same_v<T, std::string>) {
      List(v);
    } else {
      a_(v);
    }
  }

  template <typename T>
  void List(T& list) {
    auto count = static_cast<std::uint64_t>(list.size());
    a_(count);
    if constexpr (std::is_same_v<A, StateReader>) {
      for (; count > 0 && a_.ok(); --count) One(list.emplace_back());
    } else {
      for (auto& item : list) One(item);
    }
  }

  A& a_;
};

}  // namespace

std::string EncodeCheck(const CheckResult& result) {
  StateWriter out;
  CheckResult copy = result;
  Visitor<StateWriter> visitor(out);
  visitor(copy);
  std::string bytes(kMagic);
  PutFixed64(bytes, XXH3_64bits(out.bytes().data(), out.bytes().size()));
  return bytes + out.bytes();
}

std::optional<CheckResult> DecodeCheck(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return std::nullopt;
  Decoder header(bytes.substr(kMagic.size()));
  const std::uint64_t sum = header.Fixed64();
  if (!header.ok()) return std::nullopt;
  const std::string_view body = bytes.substr(kMagic.size() + 8);
  if (XXH3_64bits(body.data(), body.size()) != sum) return std::nullopt;
  StateReader in(body);
  CheckResult result;
  Visitor<StateReader> visitor(in);
  visitor(result);
  if (!in.ok() || !in.at_end()) return std::nullopt;
  return result;
}

std::string VerdictCache::Path(const std::string& key) const {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return directory_ + "/" + ToHex(hash.high64) + ToHex(hash.low64);
}

std::optional<CheckResult> VerdictCache::Find(const std::string& key) const {
  std::error_code error;
  if (!fs::exists(Path(key), error)) return std::nullopt;
  const auto bytes = ReadFile(Path(key), "");
  auto result = bytes ? DecodeCheck(*bytes) : std::nullopt;
  if (!result) return std::nullopt;
  for (const CheckedTest& test : result->tests)
    for (const CheckedFinding& f : test.findings)
      if (!fs::exists(f.finding.schedule_file, error)) return std::nullopt;
  fs::last_write_time(Path(key), fs::file_time_type::clock::now(), error);
  result->repeated = true;
  return result;
}

Result<void> VerdictCache::Put(const std::string& key, const CheckResult& result) const {
  RW_TRY(PrepareOutDir(directory_));
  RW_TRY(WriteFile(Path(key), EncodeCheck(result), "cannot keep the result"));
  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory_, error))
    all.emplace_back(entry.last_write_time(error), entry.path());
  if (all.size() <= kMostKept) return {};
  std::ranges::sort(all, std::greater());
  for (std::size_t i = kMostKept; i < all.size(); ++i) fs::remove(all[i].second, error);
  return {};
}

}  // namespace reweave
