// A program under test and what its leading comment says about it. The directives are documented in tests/targets/README.md;
// one that is not known makes the target fail, so that a typing error cannot switch a check off.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace reweave::tests {

enum class Category { kSuccess, kFail, kUnsupported, kLibraries };

struct Library {
  bool instrumented = false;
  bool opened = false;  // by dlopen of LIBRARY_PATH; else linked
  bool object = false;  // no shared library, but an object file
  std::string source;   // relative to the target's folder
};

struct Target {
  std::filesystem::path source;
  std::string name;  // "success/mutex_normal"
  Category category = Category::kSuccess;

  std::vector<std::vector<std::string>> variants;  // argument lists, at least one (empty)
  std::string stdin_file;                          // relative to the target's folder; empty: /dev/null
  std::string needs;                               // "", "fork" or "exec"
  bool native = true;
  std::string native_reason;
  bool races = false;
  bool always = false;
  bool exhaustive = false;
  std::vector<std::string> kinds;
  std::string subkind, message, forbid_output, expect_exit, expect_build, build;
  std::vector<std::string> compile, link, flags, explore_flags;
  std::vector<std::string> strategies;  // beside those of the runner, under rewind
  std::vector<Library> libraries;
  std::vector<int> traces;
  int schedules = 0, replays = 0, max_output = 0;  // 0: the runner's default
  std::vector<std::string> errors;                 // what is wrong with the directives

  bool is_c() const { return source.extension() == ".c"; }
};

// Words separated by blanks; "double quotes" keep blanks.
std::vector<std::string> SplitWords(std::string_view text);

// Reads the leading comment of `text` into `target`.
void ParseDirectives(std::string_view text, Target& target);

// Every .c and .cc file of the folder, sorted by name.
std::vector<Target> ScanFolder(const std::filesystem::path& folder, Category category);

const char* CategoryName(Category category);

}  // namespace reweave::tests
