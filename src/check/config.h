// reweave.toml at the top of a project: how it is built and tested, and how it wants to be checked. docs/configuration.md has
// every key. Unknown keys and wrong types are errors that name the line.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reweave::inline check {

struct ConfiguredTest {
  std::string name, directory;        // directory below the build directory
  std::vector<std::string> command;   // a program with a slash is below the build directory
};

struct ConfiguredClass {
  std::string header, name;           // header below the top
  std::vector<std::string> flags;     // to compile it with, where there is no compile database
};

struct Config {
  struct {
    std::string system;               // cmake, meson, make, commands; "" = found by looking
    std::string directory = ".";      // of the sources, below the top
    std::string preset;               // of CMake; "" = one that is named reweave or default, if there is one
    std::vector<std::string> options;  // for cmake, meson setup or make
    std::string configure, build;     // shell commands of system "commands"
  } build;
  struct {
    std::vector<std::string> programs;  // patterns of programs below the build directory, where no list of tests is known
    std::vector<std::string> exclude;   // tests that are not looked at, as regular expressions over names
    std::vector<ConfiguredTest> list;   // [[tests.list]]
    std::vector<std::pair<std::string, std::string>> environment;  // of all tests, on top of their own
  } tests;
  struct {
    std::optional<std::string> base, fail_on, incomplete, baseline, suppressions, store;
    std::optional<std::chrono::nanoseconds> budget;
    std::optional<std::uint64_t> seed;
  } check;
  struct {
    std::uint64_t builds = 8;         // versions that stay built
  } cache;
  struct {
    std::vector<std::string> exclude;   // methods not to call, by pattern
    std::vector<std::string> include;   // headers that expressions need
    std::vector<std::string> link;      // sources, objects, archives, -l flags
    std::vector<std::string> tests;     // sources or directories to take values from
    std::string invariant;              // an expression over `object`
    std::map<std::string, std::vector<std::string>> values, factories;  // type (or parameter) -> expressions
    std::vector<ConfiguredClass> classes;  // [[gen.class]]: for check --gen
  } gen;
  std::string text;                   // as read, "" if there is no file
};

Result<Config> ParseConfig(std::string_view text, const std::string& name);
// An empty one if there is no such file.
Result<Config> ReadConfig(const std::string& path);

}  // namespace reweave::inline check
