#include "check/plain_sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/pattern.h"
#include "check/build_directory.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostSources = 200;  // beyond, nobody compiles it by hand

bool IsHeader(const fs::path& path) {
  static const std::set<std::string> endings = {".h", ".hh", ".hpp", ".hxx"};
  return endings.contains(path.extension().string());
}

bool IsSource(const fs::path& path) {
  static const std::set<std::string> endings = {".c", ".cc", ".cpp", ".cxx"};
  return endings.contains(path.extension().string());
}

bool HasPart(const fs::path& path, const Pattern& pattern) {
  return std::ranges::any_of(path, [&](const fs::path& part) { return pattern.Matches(part.string()); });
}

void Sort(const fs::path& top, const fs::path& path, PlainSources& out, std::vector<std::string>& helpers) {
  static const Pattern test = *Pattern::Parse("(?i)test"), other = *Pattern::Parse("(?i)example|sample|demo|bench|docs?$|fuzz"),
                       plain = *Pattern::Parse("^[\\w./+-]+$"), main = *Pattern::Parse("\\bmain\\s*\\(");
  const fs::path below = path.lexically_relative(top);
  const auto text = ReadFile(path.string(), "");
  if (!text || !plain.Matches(below.string()) || HasPart(below, other)) return;
  const bool tests = HasPart(below, test);
  // A test with a main of a library (Catch2, GoogleTest) needs that library, about which nothing is known.
  if (main.Matches(*text)) {
    if (tests) out.tests.push_back(below.string());
  } else {
    (tests ? helpers : out.library).push_back(below.string());
  }
}

}  // namespace

PlainSources LookAtPlainSources(const std::string& top) {
  PlainSources out;
  std::vector<std::string> helpers;
  std::set<std::string> includes;
  std::size_t sources = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(top, error), end; entry != end; entry.increment(error)) {
    const fs::path& path = entry->path();
    if (entry->is_directory(error)) {
      if (IsOthersDirectory(path.filename().string())) entry.disable_recursion_pending();
    } else if (entry->is_regular_file(error) && IsHeader(path)) {
      const std::string directory = path.parent_path().lexically_relative(top).string();
      includes.insert(directory.empty() ? "." : directory);
    } else if (entry->is_regular_file(error) && IsSource(path)) {
      if (++sources > kMostSources) return {};
      Sort(top, path, out, helpers);
    }
  }
  // What several files of tests share. Where each has a main, it is linked to all of them.
  if (!out.tests.empty()) std::ranges::move(helpers, std::back_inserter(out.library));
  std::ranges::sort(out.tests);
  std::ranges::sort(out.library);
  out.includes.assign(includes.begin(), includes.end());
  return out;
}

std::string PlainBuild(const PlainSources& sources) {
  std::string includes;
  for (const std::string& directory : sources.includes)
    includes += directory == "." ? " -I\"$SOURCE\"" : fmt::format(" -I\"$SOURCE\"/{}", directory);
  const std::string compile = fmt::format("case $f in *.c) c=$CC;; *) c=$CXX;; esac; $c -g -O1 -pthread{}", includes);
  std::string out = "mkdir -p tests objects\n";
  if (!sources.library.empty())
    out +=
        fmt::format("for f in {}; do [ -f \"$SOURCE/$f\" ] || continue; {} -c \"$SOURCE/$f\" -o objects/$(echo $f | tr / _).o; "
                    "done\n",
                    fmt::join(sources.library, " "), compile);
  // C++ in the library needs its own linker's libraries, also for a test in C.
  const bool cxx = std::ranges::any_of(sources.library, [](const std::string& file) { return !file.ends_with(".c"); });
  out += fmt::format(
      "for f in {}; do [ -f \"$SOURCE/$f\" ] || continue; t=${{f##*/}}; {} \"$SOURCE/$f\"{}{} -lm -o tests/${{t%.*}}; "
      "done\n",
      fmt::join(sources.tests, " "), compile, sources.library.empty() ? "" : " objects/*.o", cxx ? " -lstdc++" : "");
  return out;
}

}  // namespace reweave::inline check
