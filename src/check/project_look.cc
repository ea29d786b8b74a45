#include "check/project_look.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/counted.h"
#include "base/file.h"
#include "base/pattern.h"
#include "check/build_directory.h"
#include "check/build_system.h"
#include "check/cmake_project.h"
#include "check/plain_sources.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 20'000;
constexpr std::size_t kMostBytes = 1u << 16;  // of a file: includes are at its start

std::string Beginning(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string out(kMostBytes, '\0');
  in.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<std::size_t>(in.gcount()));
  return out;
}

bool IsSourceFile(const fs::path& path) {
  static const std::set<std::string> endings = {".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hh", ".hpp", ".hxx"};
  return endings.contains(path.extension().string());
}

class Look {
 public:
  explicit Look(const std::string& top) : top_(top) {}

  ProjectLook Run() {
    out_.directory = FindBuildDirectory(top_);
    const fs::path build = fs::path(top_) / out_.directory;
    out_.system = out_.directory.empty() ? "" : DetectBuildSystem(build.string());
    if (out_.system == "cmake") ReadPresets(build);
    if (!HasBuildFiles(top_))
      if (const PlainSources sources = LookAtPlainSources(top_); !sources.tests.empty()) out_.plain_build = PlainBuild(sources);
    Walk();
    std::vector<std::pair<std::size_t, std::string>> order;
    order.reserve(frameworks_.size());
    for (const auto& [name, files] : frameworks_) order.emplace_back(files, name);
    std::ranges::sort(order, std::greater());
    for (auto& [files, name] : order) out_.frameworks.push_back(std::move(name));
    return std::move(out_);
  }

 private:
  void ReadPresets(const fs::path& directory) {
    const auto text = ReadFile((directory / "CMakePresets.json").string(), "");
    const auto presets = text ? nlohmann::json::parse(*text, nullptr, false, true) : nlohmann::json();
    if (!presets.is_object() || !presets.contains("configurePresets") || !presets["configurePresets"].is_array()) return;
    for (const auto& preset : presets["configurePresets"]) {
      const bool hidden = preset.is_object() && preset.contains("hidden") && preset["hidden"] == true;
      if (preset.is_object() && preset.contains("name") && preset["name"].is_string() && !hidden)
        out_.presets.push_back(preset["name"].get<std::string>());
    }
  }

  void Walk() {
    std::error_code error;
    std::size_t files = 0;
    for (fs::recursive_directory_iterator entry(top_, error), end; entry != end && files < kMostFiles; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (entry->is_directory(error)) {
        // What is hidden or was built is not the project's own.
        if (name.starts_with('.') || fs::exists(entry->path() / "CMakeCache.txt", error)) entry.disable_recursion_pending();
        continue;
      }
      if (!entry->is_regular_file(error)) continue;
      ++files;
      if (IsSourceFile(entry->path())) Source(entry->path());
      else BuildFile(entry->path(), name);
    }
  }

  void Source(const fs::path& path) {
    static const Pattern threads = *Pattern::Parse(
        "#\\s*include\\s*<(thread|future|pthread\\.h|threads\\.h|omp\\.h)>|std::(jthread|thread|async)\\b|pthread_create");
    static const std::vector<std::pair<const char*, Pattern>> frameworks = [] {
      std::vector<std::pair<const char*, Pattern>> out;
      for (const auto& [name, header] :
           {std::pair("GoogleTest", "g(test|mock)/g(test|mock)\\.h"),
            std::pair("Catch2", "(catch2/[\\w/]+|catch(_amalgamated)?)\\.hpp"), std::pair("doctest", "(doctest/)?doctest\\.h"),
            std::pair("Boost.Test", "boost/test/[\\w/]+\\.hpp")})
        out.emplace_back(name, *Pattern::Parse(std::string("#\\s*include\\s*[<\"]([\\w./]*/)?") + header + "[>\"]"));
      return out;
    }();
    const std::string text = Beginning(path);
    ++out_.sources;
    out_.threaded += threads.Matches(text) ? 1 : 0;
    const std::string name = path.filename().string();
    out_.tests += name.find("test") != std::string::npos || name.find("Test") != std::string::npos ? 1 : 0;
    for (const auto& [framework, pattern] : frameworks)
      if (pattern.Matches(text)) ++frameworks_[framework];
  }

  void BuildFile(const fs::path& path, const std::string& name) {
    if (out_.system == "cmake" && (name == "CMakeLists.txt" || path.extension() == ".cmake")) {
      static const Pattern listed =
          *Pattern::Parse("(?im)^\\s*(enable_testing|add_test|gtest_discover_tests|gtest_add_tests|catch_discover_tests|"
                          "doctest_discover_tests)\\s*\\(|^\\s*include\\s*\\(\\s*CTest\\s*\\)");
      const std::string text = Beginning(path);
      out_.listed_tests |= listed.Matches(text);
      // A library that stands in the tree has switches of its own, which say nothing about the project's tests.
      const fs::path below = path.parent_path().lexically_relative(top_);
      if (std::ranges::any_of(below, [](const fs::path& part) { return part != "." && IsOthersDirectory(part.string()); }))
        return;
      for (std::string& option : TestOptionsThatAreOff(text))
        if (std::ranges::find(out_.switches, option) == out_.switches.end()) out_.switches.push_back(std::move(option));
    } else if (out_.system == "meson" && name == "meson.build") {
      static const Pattern listed = *Pattern::Parse("(?m)^\\s*test\\s*\\(");
      out_.listed_tests |= listed.Matches(Beginning(path));
    } else if (out_.system == "autotools" && name == "Makefile.am") {
      static const Pattern listed = *Pattern::Parse("(?m)^\\s*(TESTS|check_PROGRAMS)\\s*\\+?=");
      out_.listed_tests |= listed.Matches(Beginning(path));
    } else if (out_.system == "make") {
      std::error_code error;
      if (name != "GNUmakefile" && name != "Makefile" && name != "makefile") return;
      if (!fs::equivalent(path.parent_path(), fs::path(top_) / out_.directory, error)) return;
      const std::string text = Beginning(path);
      for (const char* target : {"test", "check"})
        if (Pattern::Parse(fmt::format("(?m)^{}\\s*:", target))->Matches(text)) out_.test_target = target;
      out_.listed_tests |= !out_.test_target.empty();
    }
  }

  std::string top_;
  ProjectLook out_;
  std::map<std::string, std::size_t> frameworks_;
};

const char* NameOfSystem(const std::string& system) {
  if (system == "cmake") return "CMake";
  if (system == "meson") return "Meson";
  return system == "autotools" ? "autotools" : "make";
}

std::string WhereTestsAre(const ProjectLook& look) {
  if (look.system == "cmake") return look.listed_tests ? "those that CTest knows" : "CTest has none: programs called *test*";
  if (look.system == "meson") return look.listed_tests ? "those of `meson test`" : "meson.build has no test()";
  if (look.system == "autotools") return look.listed_tests ? "the programs that `make check` runs" : "programs called *test*";
  if (look.system == "make")
    return look.test_target.empty() ? "programs called *test*"
                                    : fmt::format("the programs that `make {}` runs", look.test_target);
  return "programs called *test*";
}

std::string TestLine(const ProjectLook& look) {
  std::string out = WhereTestsAre(look);
  if (!look.frameworks.empty()) out += fmt::format("; written with {}", fmt::join(look.frameworks, ", "));
  return out;
}

std::string BuildLine(const ProjectLook& look) {
  if (!look.plain_build.empty()) return "no build files: the sources of its tests are compiled one by one";
  if (look.system.empty())
    return look.directory.empty() ? "no build system found, or several equally near: describe the build in reweave.toml"
                                  : "no build system found: describe the build in reweave.toml";
  std::string out = NameOfSystem(look.system);
  if (look.directory != ".") out += " in " + look.directory;
  if (!look.presets.empty()) out += fmt::format(", presets {}", fmt::join(look.presets, ", "));
  return out;
}

}  // namespace

ProjectLook LookAtProject(const std::string& top) { return Look(top).Run(); }

std::string Describe(const ProjectLook& look) {
  std::string out = fmt::format("build    {}\ntests    {}\n", BuildLine(look), TestLine(look));
  if (!look.switches.empty())
    out += fmt::format("options  tests are off by default: -D{}=ON\n", fmt::join(look.switches, "=ON -D"));
  const std::string sources = Counted(look.sources, "source file");
  out += look.threaded == 0
             ? fmt::format("threads  none of {} creates threads: there is nothing to explore\n", sources)
             : fmt::format("threads  in {} of {}; {} by name\n", look.threaded, sources, Counted(look.tests, "test"));
  return out;
}

std::string StarterConfig(const ProjectLook& look) {
  const std::string& system = look.system;
  std::string out = fmt::format(
      "# How reweave check builds and tests this project. All lines are optional; docs/configuration.md describes all keys.\n\n"
      "[build]\nsystem = \"{}\"\n",
      system.empty() ? "commands" : system);
  if (!look.directory.empty() && look.directory != ".") out += fmt::format("directory = \"{}\"\n", look.directory);
  if (system == "cmake") {
    out += fmt::format("# preset = \"{}\"               # of CMakePresets.json\n", look.presets.empty() ? "ci" : look.presets[0]);
    out += look.switches.empty()
               ? "# options = [\"-DWITH_GUI=OFF\"]\n"
               : fmt::format("options = [\"-D{}=ON\"]   # tests are off by default\n", fmt::join(look.switches, "=ON\", \"-D"));
    if (!look.listed_tests) out += "\n[tests]\nprograms = [\"*test*\"]         # CTest has no tests here\n";
  } else if (system == "autotools") {
    out += "# options = [\"--without-gui\"]   # of ./configure; --disable-shared if there are none\n\n"
           "# The tests are the programs that `make check` runs. To name others:\n# [tests]\n# programs = [\"tests/*\"]\n";
  } else if (system == "meson") {
    out += "# options = [\"-Dgui=false\"]\n";
  } else if (system == "make") {
    out += "# options = [\"tests\"]         # targets and variables; CC and CXX are set\n\n";
    out += look.test_target.empty()
               ? "# There is no rule `check` or `test`: the tests are the programs called *test*. To name others:\n"
               : fmt::format("# The tests are the programs that `make {}` runs. To name others:\n", look.test_target);
    out += "# [tests]\n# programs = [\"*test*\"]         # below the sources\n";
  } else {
    out += "# Run by sh in an empty build directory; $SOURCE $BUILD $CC $CXX $JOBS are set.\nconfigure = \"\"\n";
    out += !look.plain_build.empty() ? fmt::format("build = '''\n{}'''\n\n[tests]\nprograms = [\"tests/*\"]\n", look.plain_build)
                                     : "build = \"$CXX -g -O1 -pthread \\\"$SOURCE\\\"/*.cc -o all_test\"\n\n[tests]\nprograms = "
                                       "[\"*test*\"]         # below the build directory\n";
  }
  out += "\n[check]\n# base = \"origin/main\"       # default: the merge base with the upstream branch\nbudget = "
         "\"5m\"\nfail-on = \"new\"              # or "
         "\"any\"\n# baseline = \"reweave-baseline.txt\"\n\n[cache]\nbuilds = 8                    # versions that stay built "
         "under .reweave/\n";
  return out;
}

std::string PackagesToBuild(const ProjectLook& look) {
  std::set<std::string> packages;
  if (look.system == "cmake") packages = {"cmake", "ninja-build"};
  else if (look.system == "meson") packages = {"meson", "ninja-build"};
  else if (look.system == "autotools") packages = {"autoconf", "automake", "libtool", "make"};
  else packages = {"make"};
  for (const std::string& framework : look.frameworks) {
    if (framework == "GoogleTest") packages.insert({"libgtest-dev", "libgmock-dev"});
    if (framework == "Catch2") packages.insert("catch2");
    if (framework == "doctest") packages.insert("doctest-dev");
    if (framework == "Boost.Test") packages.insert("libboost-test-dev");
  }
  return fmt::format("{}", fmt::join(packages, " "));
}

}  // namespace reweave::inline check
