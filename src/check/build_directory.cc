#include "check/build_directory.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/pattern.h"
#include "check/build_log.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr int kMostLevels = 3;  // below the top, where build files are looked for

std::vector<fs::path> DirectoriesIn(const fs::path& directory) {
  std::vector<fs::path> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.is_directory(error) && !entry.is_symlink(error) && !entry.path().filename().string().starts_with('.'))
      out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

std::string ListsOf(const fs::path& directory) { return ReadFile((directory / "CMakeLists.txt").string(), "").value_or(""); }

bool HasTests(const std::string& lists) {
  static const Pattern tests =
      *Pattern::Parse("(?im)^\\s*(enable_testing|add_test|gtest_discover_tests|gtest_add_tests|catch_discover_tests|doctest_"
                      "discover_tests)\\s*\\("
                      "|^\\s*include\\s*\\(\\s*CTest\\s*\\)|^\\s*add_executable\\s*\\(\\s*[\\w.${}-]*test");
  return tests.Matches(lists);
}

// Of the top's CMakeLists.txt and those that it adds. `unknown`: it adds or includes some whose name is not in the text.
struct Added {
  bool tests = false, unknown = false;
  std::set<fs::path> directories = {};
};

void Follow(const fs::path& directory, Added& added) {
  if (!added.directories.insert(directory.lexically_normal()).second) return;
  const std::string text = ListsOf(directory);
  added.tests |= HasTests(text);
  for (const char* command : {"add_subdirectory", "include"})
    for (const std::string& name : FirstArguments(text, command)) {
      if (name.contains("${")) added.unknown = true;
      else if (FileExists(directory / name / "CMakeLists.txt")) Follow(directory / name, added);
    }
}

// Whether CMake's files at the top surely have no tests.
bool HasNoTests(const fs::path& top, Added& added) {
  Follow(top, added);
  return !added.tests && !added.unknown;
}

// The tests' own project, which the top's does not add. "" if there is none, or several.
std::string TestsBelow(const fs::path& top) {
  static const Pattern project = *Pattern::Parse("(?im)^\\s*project\\s*\\(");
  Added added;
  if (!HasNoTests(top, added)) return "";
  std::vector<fs::path> found;
  for (const fs::path& directory : DirectoriesIn(top)) {
    if (IsOthersDirectory(directory.filename().string())) continue;
    std::vector<fs::path> candidates = DirectoriesIn(directory);
    candidates.insert(candidates.begin(), directory);
    for (const fs::path& candidate : candidates) {
      const std::string text = ListsOf(candidate);
      if (!project.Matches(text) || !HasTests(text) || added.directories.contains(candidate.lexically_normal())) continue;
      found.push_back(candidate);
      break;
    }
  }
  return found.size() == 1 ? found[0].lexically_relative(top).string() : "";
}

}  // namespace

std::vector<std::string> FirstArguments(std::string_view text, std::string_view command) {
  std::vector<std::string> out;
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  for (auto at = text.begin(); (at = std::search(at, text.end(), command.begin(), command.end(), same)) != text.end();) {
    const bool whole = at == text.begin() || std::isspace(static_cast<unsigned char>(at[-1])) != 0;
    at += static_cast<std::ptrdiff_t>(command.size());
    const auto skip = [&](std::string_view what) {
      at = std::find_if(at, text.end(), [&](char c) { return !what.contains(c); });
    };
    skip(" \t");
    if (!whole || at == text.end() || *at != '(') continue;
    skip("( \t\r\n\"");
    const auto end = std::find_if(at, text.end(), [](char c) { return std::string_view(" \t\r\n\")").contains(c); });
    out.emplace_back(at, end);
    at = end;
  }
  return out;
}

bool IsOthersDirectory(const std::string& name) {
  static const Pattern others = *Pattern::Parse(
      "(?i)^(\\..*|third[-_]?part(y|ies)|3rd[-_]?party|externals?|extern|deps|dependencies|vendor(ed)?|submodules|contrib|"
      "google(test|mock)|gtest|catch2?|doctest|benchmark)$");
  return others.Matches(name);
}

std::vector<std::string> DetectBuildSystems(const std::string& directory) {
  std::vector<std::string> out;
  for (const auto& [file, system] :
       {std::pair("CMakeLists.txt", "cmake"), std::pair("meson.build", "meson"), std::pair("configure.ac", "autotools"),
        std::pair("configure.in", "autotools"), std::pair("GNUmakefile", "make"), std::pair("Makefile", "make"),
        std::pair("makefile", "make")})
    if (FileExists(fs::path(directory) / file) && std::ranges::find(out, system) == out.end()) out.emplace_back(system);
  // A script of the project's own makes the Makefile.
  if (out.empty() && FileExists(fs::path(directory) / "configure")) out.emplace_back("make");
  return out;
}

bool HasMakefile(const std::string& directory) {
  return std::ranges::any_of(std::initializer_list<const char*>{"GNUmakefile", "Makefile", "makefile"},
                             [&](const char* name) { return FileExists(fs::path(directory) / name); });
}

std::string DetectBuildSystem(const std::string& directory) {
  const auto systems = DetectBuildSystems(directory);
  return systems.empty() ? "" : systems[0];
}

bool HasBuildFiles(const std::string& top) {
  std::vector<fs::path> level = {top};
  for (int depth = 0; depth <= kMostLevels; ++depth) {
    std::vector<fs::path> below;
    for (const fs::path& directory : level) {
      if (!DetectBuildSystem(directory.string()).empty()) return true;
      std::ranges::copy(DirectoriesIn(directory), std::back_inserter(below));
    }
    level = std::move(below);
  }
  return false;
}

std::vector<std::string> MakefilesOfTests(const std::string& top) {
  static const Pattern test = *Pattern::Parse("(?i)test"), plain = *Pattern::Parse("^[\\w./+-]+$");
  Added added;
  std::vector<std::string> out;
  if (DetectBuildSystem(top) != "cmake" || !HasNoTests(top, added)) return out;
  std::vector<fs::path> level = {top};
  for (int depth = 0; depth < kMostLevels; ++depth) {
    std::vector<fs::path> below;
    for (const fs::path& directory : level) std::ranges::copy(DirectoriesIn(directory), std::back_inserter(below));
    std::erase_if(below, [](const fs::path& directory) { return IsOthersDirectory(directory.filename().string()); });
    for (const fs::path& directory : below)
      if (const std::string name = directory.lexically_relative(top).string(); test.Matches(name) && plain.Matches(name) &&
                                                                               DetectBuildSystem(directory.string()) == "make" &&
                                                                               HasMakefile(directory.string()))
        out.push_back(name);
    level = std::move(below);
  }
  std::ranges::sort(out);
  return out;
}

// Where a makefile puts its programs is its own affair: all that is executable below the sources is taken. One that cannot be
// built is left out, unless nothing can.
std::string MakeEach(const std::vector<std::string>& directories) {
  std::string out = "failed= made=\nfor d in";
  for (const std::string& directory : directories) out += " " + directory;
  return out +
         "; do\n"
         "  [ -d \"$SOURCE/$d\" ] || continue\n"
         "  if make -k -C \"$SOURCE/$d\" -j$JOBS \"CC=$CC\" \"CXX=$CXX\"; then made=1; else failed=\"$failed $d\"; fi\n"
         "done\n"
         "if [ \"$failed\" ]; then\n"
         "  [ \"$made\" ] || exit 1\n"
         "  echo \"" +
         std::string(kBuildNote) +
         "make fails in$failed: programs that it did not make are left out\"\n"
         "fi\n"
         "(cd \"$SOURCE\" && find . -name '.?*' -prune -o -type f -perm -100 -print) | while read -r f; do\n"
         "  mkdir -p \"${f%/*}\" && cp -p \"$SOURCE/$f\" \"$f\"\n"
         "done\n";
}

std::string FindBuildDirectory(const std::string& top) {
  if (const std::string system = DetectBuildSystem(top); !system.empty()) {
    const std::string tests = system == "cmake" ? TestsBelow(top) : "";
    return tests.empty() ? "." : tests;
  }
  std::vector<fs::path> level = {top};
  for (int depth = 0; depth < kMostLevels; ++depth) {
    std::vector<fs::path> below, found;
    for (const fs::path& directory : level) std::ranges::copy(DirectoriesIn(directory), std::back_inserter(below));
    std::ranges::copy_if(below, std::back_inserter(found),
                         [](const fs::path& directory) { return !DetectBuildSystem(directory.string()).empty(); });
    if (found.size() == 1) return found[0].lexically_relative(top).string();
    if (!found.empty()) return "";
    level = std::move(below);
  }
  return "";
}

}  // namespace reweave::inline check
