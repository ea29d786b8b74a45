#include "suite/wrappers.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

namespace reweave::inline suite {

namespace {

using Words = std::vector<std::string>;
using Names = std::initializer_list<std::string_view>;

bool IsOneOf(std::string_view word, Names names) { return std::ranges::find(names, word) != names.end(); }

bool IsAssignment(std::string_view word) {
  const auto equals = word.find('=');
  return equals != word.npos && equals > 0 && word.front() != '-' && word.find('/') > equals;
}

// What remains behind the options. `alone` stand for themselves, `taking` are followed by a value or have it behind "=" or, if
// they have one letter, directly behind them. nullopt: there is an option that is neither.
std::optional<std::span<const std::string>> BehindOptions(std::span<const std::string> words, Names alone, Names taking) {
  while (!words.empty() && words[0].starts_with("-") && words[0] != "-") {
    const std::string_view word = words[0];
    if (word == "--") return words.subspan(1);
    const auto has_value = [&](std::string_view name) {
      return word.starts_with(name) && word.size() > name.size() && (name.size() == 2 || word[name.size()] == '=');
    };
    if (IsOneOf(word, alone) || std::ranges::any_of(taking, has_value)) words = words.subspan(1);
    else if (IsOneOf(word, taking) && words.size() > 1) words = words.subspan(2);
    else return std::nullopt;
  }
  return words;
}

// A wrapper that has options, then `operands` of its own, then the program.
struct Wrapper {
  std::string_view name;
  Names alone, taking;
  std::size_t operands = 0;
};
const Wrapper kWrappers[] = {
    {"timeout", {"--foreground", "--preserve-status", "-v", "--verbose"}, {"-k", "--kill-after", "-s", "--signal"}, 1},
    {"nice", {}, {"-n", "--adjustment"}},
    {"ionice", {"-t"}, {"-c", "-n"}},
    {"nohup", {}, {}},
    {"time", {"-p", "-v"}, {"-f", "-o"}},
    {"stdbuf", {}, {"-i", "-o", "-e"}},
    {"taskset", {"-a"}, {}, 1},
    {"xvfb-run", {"-a", "--auto-servernum", "-d", "--auto-display"}, {"-s", "--server-args", "-n", "--server-num", "-e"}},
};

std::optional<Words> Behind(const Wrapper& wrapper, std::span<const std::string> words) {
  // taskset -c 0,1 and taskset 0x3: the list is its operand either way.
  if (wrapper.name == "taskset" && !words.empty() && IsOneOf(words[0], {"-c", "--cpu-list"})) words = words.subspan(1);
  const auto rest = BehindOptions(words, wrapper.alone, wrapper.taking);
  if (!rest || rest->size() <= wrapper.operands) return std::nullopt;
  return Words(rest->begin() + static_cast<std::ptrdiff_t>(wrapper.operands), rest->end());
}

void GoTo(const std::string& directory, TestSpec& test) {
  test.directory = (std::filesystem::path(test.directory) / directory).string();
}

// env [-u NAME] [-C DIRECTORY] [NAME=VALUE]... PROGRAM; cmake's has --unset=NAME and --modify NAME=OPERATION:VALUE.
std::optional<Words> BehindEnv(std::span<const std::string> words, TestSpec& test) {
  const auto unset = [&](std::string name) { test.environment_changes.push_back({std::move(name), "unset", ""}); };
  while (!words.empty()) {
    const std::string& word = words[0];
    const bool has_next = words.size() > 1;
    std::size_t taken = 1;
    if (word == "--") return Words(words.begin() + 1, words.end());
    if (IsAssignment(word)) {
      const auto equals = word.find('=');
      test.environment_changes.push_back({word.substr(0, equals), "set", word.substr(equals + 1)});
    } else if (word == "-u" && has_next) unset(words[1]), taken = 2;
    else if (word.starts_with("--unset=")) unset(word.substr(std::string_view("--unset=").size()));
    else if ((word == "-C" || word == "--chdir") && has_next) GoTo(words[1], test), taken = 2;
    else if (word.starts_with("--chdir=")) GoTo(word.substr(std::string_view("--chdir=").size()), test);
    else if (word == "--modify" && has_next && words[1].find('=') < words[1].find(':')) {
      const std::string& change = words[1];
      const auto equals = change.find('='), colon = change.find(':');
      const auto end = std::min(colon, change.size());
      test.environment_changes.push_back({change.substr(0, equals), change.substr(equals + 1, end - equals - 1),
                                          colon == change.npos ? "" : change.substr(colon + 1)});
      taken = 2;
    } else if (word.starts_with("-")) return std::nullopt;
    else return Words(words.begin(), words.end());
    words = words.subspan(taken);
  }
  return std::nullopt;
}

std::optional<Words> BehindCMake(std::span<const std::string> words, TestSpec& test) {
  if (words.size() < 3 || words[0] != "-E") return std::nullopt;
  const std::span<const std::string> rest = words.subspan(2);
  if (words[1] == "env") return BehindEnv(rest, test);
  if (words[1] == "time") return Words(rest.begin(), rest.end());
  if (words[1] != "chdir" || rest.size() < 2) return std::nullopt;
  GoTo(rest[0], test);
  return Words(rest.begin() + 1, rest.end());
}

// Options of valgrind have their value behind "=".
std::optional<Words> BehindValgrind(std::span<const std::string> words) {
  const auto program = std::ranges::find_if_not(words, [](const std::string& word) { return word.starts_with("-"); });
  return Words(words.begin() + (program - words.begin()), words.end());
}

// setarch [ARCHITECTURE] -R PROGRAM
std::optional<Words> BehindSetarch(std::span<const std::string> words) {
  if (!words.empty() && !words[0].starts_with("-")) words = words.subspan(1);
  const auto rest = BehindOptions(words, {"-R", "--addr-no-randomize"}, {});
  return rest ? std::optional(Words(rest->begin(), rest->end())) : std::nullopt;
}

// sh -c 'A=1 ./queue_test fast': words and nothing that a shell would do something with.
std::optional<Words> BehindShell(std::span<const std::string> words, TestSpec& test) {
  if (words.size() != 2 || !IsOneOf(words[0], {"-c", "-ec"})) return std::nullopt;
  if (words[1].find_first_of("$`\"'\\;&|<>(){}*?[]~#!\n") != std::string::npos) return std::nullopt;
  Words parts;
  for (std::size_t at = 0; (at = words[1].find_first_not_of(' ', at)) != std::string::npos;) {
    const std::size_t end = std::min(words[1].find(' ', at), words[1].size());
    parts.push_back(words[1].substr(at, end - at));
    at = end;
  }
  if (!parts.empty() && parts[0] == "exec") parts.erase(parts.begin());
  auto command = BehindEnv(parts, test);
  // A name without a path may be a word of the shell itself (cd, exit).
  const bool is_program = command && !command->empty() && command->front().find('/') != std::string::npos;
  return is_program ? command : std::nullopt;
}

std::optional<Words> Unwrapped(TestSpec& test) {
  const std::string name = std::filesystem::path(test.command[0]).filename().string();
  const std::span<const std::string> words = std::span<const std::string>(test.command).subspan(1);
  if (name == "env") return BehindEnv(words, test);
  if (name == "cmake") return BehindCMake(words, test);
  if (name == "valgrind") return BehindValgrind(words);
  if (name == "setarch") return BehindSetarch(words);
  if (IsOneOf(name, {"sh", "bash", "dash"})) return BehindShell(words, test);
  for (const Wrapper& wrapper : kWrappers)
    if (name == wrapper.name) return Behind(wrapper, words);
  return std::nullopt;
}

}  // namespace

void TakeOutOfWrappers(TestSpec& test) {
  while (!test.command.empty()) {
    TestSpec inner = test;
    auto command = Unwrapped(inner);
    if (!command || command->empty()) return;
    inner.command = std::move(*command);
    test = std::move(inner);
  }
}

}  // namespace reweave::inline suite
