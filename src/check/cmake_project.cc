#include "check/cmake_project.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/pattern.h"
#include "check/build_directory.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr const char* kQuery = ".cmake/api/v1/query/codemodel-v2";
constexpr const char* kReply = ".cmake/api/v1/reply";

bool IsOff(std::string_view value) {
  return value == "OFF" || value == "off" || value == "FALSE" || value == "false" || value == "NO" || value == "no" ||
         value == "0" || value == "N" || value.empty();
}

// NAME:TYPE=VALUE
template <typename F>
void ForEachEntry(std::string_view cache, const F& f) {
  while (!cache.empty()) {
    const std::string_view line = cache.substr(0, cache.find('\n'));
    cache.remove_prefix(std::min(cache.size(), line.size() + 1));
    const auto colon = line.find(':'), equals = line.find('=');
    if (line.starts_with('#') || line.starts_with('/') || colon == line.npos || equals == line.npos || equals < colon) continue;
    f(line.substr(0, colon), line.substr(colon + 1, equals - colon - 1), line.substr(equals + 1));
  }
}

bool IsTestSwitch(std::string_view name) {
  static const Pattern wanted =
      *Pattern::Parse("(?i)^(\\w+_)?(BUILD|ENABLE|WITH)_(\\w+_)?(UNIT)?TEST(S|ING|SUITE)?$|^\\w+_(UNIT)?TEST(S|ING)?$|^TESTS?$");
  static const Pattern others = *Pattern::Parse(
      "(?i)(FUZZ|BENCH|PERF|INSTALL|COVERAGE|EXAMPLE|DISABLE|WITHOUT|SKIP|SYSTEM|EXTERNAL|PYTHON|JAVA|CUDA|GPU|FIND|DOC)");
  return wanted.Matches(name) && !others.Matches(name);
}

}  // namespace

std::vector<std::string> TestSwitchesThatAreOff(std::string_view cache) {
  std::vector<std::string> out;
  ForEachEntry(cache, [&](std::string_view name, std::string_view type, std::string_view value) {
    if (type == "BOOL" && IsOff(value) && IsTestSwitch(name)) out.emplace_back(name);
  });
  return out;
}

std::vector<std::string> UndeclaredTestSwitches(std::string_view lists, std::string_view cache) {
  std::set<std::string> known;
  ForEachEntry(cache, [&](std::string_view name, std::string_view, std::string_view) { known.emplace(name); });
  // Those with small letters are variables of a loop or a function.
  const auto has_small = [](const std::string& name) {
    return std::ranges::any_of(name, [](unsigned char c) { return std::islower(c) != 0; });
  };
  std::vector<std::string> out;
  for (const std::string& name : FirstArguments(lists, "if"))
    if (IsTestSwitch(name) && !has_small(name) && known.insert(name).second) out.push_back(name);
  return out;
}

std::string OwnLists(const std::string& source) {
  std::string out;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(source, error), end; entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (entry->is_directory(error)) {
      if (IsOthersDirectory(name)) entry.disable_recursion_pending();
    } else if (name == "CMakeLists.txt" || name.ends_with(".cmake")) {
      out += ReadFile(entry->path().string(), "").value_or("") + "\n";
    }
  }
  return out;
}

bool AsksFor(std::string_view lists, std::string_view variable) {
  const auto is_part = [&](std::size_t i) {
    return i < lists.size() && (std::isalnum(static_cast<unsigned char>(lists[i])) != 0 || lists[i] == '_');
  };
  for (std::size_t at = 0; (at = lists.find(variable, at)) != std::string_view::npos; at += variable.size()) {
    if ((at > 0 && is_part(at - 1)) || is_part(at + variable.size())) continue;
    std::string_view before = lists.substr(0, at);
    const auto last = before.find_last_not_of(" \t\r\n");
    before = before.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (!before.ends_with("set(") && !before.ends_with("SET(") && !before.ends_with("set (")) return true;
  }
  return false;
}

std::vector<std::string> StaticSettings(std::string_view cache) {
  static const Pattern type_of = *Pattern::Parse("^(\\w+_)?LIBRARY_TYPE$");
  static const Pattern shared = *Pattern::Parse("^(\\w+_)?SHARED(_LIB|_LIBS|_LIBRARY|_LIBRARIES)?$");
  static const Pattern builds = *Pattern::Parse("^(\\w+_)?BUILD_SHARED(_LIB|_LIBRARY|_LIBRARIES)?$|^\\w+_BUILD_SHARED_LIBS$");
  std::map<std::string, bool> switches;
  std::vector<std::string> out;
  ForEachEntry(cache, [&](std::string_view name, std::string_view type, std::string_view value) {
    if (type == "BOOL") switches.emplace(name, !IsOff(value));
    else if (type == "STRING" && type_of.Matches(name) && (value == "DEFAULT" || value == "SHARED" || value == "BOTH"))
      out.push_back(std::string(name) + "=STATIC");
  });
  for (const auto& [name, on] : switches) {
    if (!on || name == "BUILD_SHARED_LIBS" || !shared.Matches(name)) continue;
    std::string other = name;
    other.replace(other.rfind("SHARED"), 6, "STATIC");
    const auto pair = switches.find(other);
    if (pair == switches.end() && !builds.Matches(name)) continue;
    out.push_back(name + "=OFF");
    if (pair != switches.end() && !pair->second) out.push_back(other + "=ON");
  }
  return out;
}

std::vector<std::string> TestOptionsThatAreOff(std::string_view lists) {
  std::string cache;
  for (std::size_t at = 0; (at = lists.find("option(", at)) != std::string_view::npos; at += 7) {
    std::string_view call = lists.substr(at + 7, lists.find(')', at) - at - 7);
    call.remove_prefix(std::min(call.find_first_not_of(" \t\r\n"), call.size()));
    while (!call.empty() && std::string_view(" \t\r\n").find(call.back()) != std::string_view::npos) call.remove_suffix(1);
    const std::string name(call.substr(0, call.find_first_of(" \t\r\n")));
    const std::string_view last = call.substr(std::min(call.size(), call.find_last_of(" \t\r\n\"") + 1));
    cache += name + ":BOOL=" + (last == "ON" || last == "TRUE" || last == "1" || last.starts_with("$") ? "ON" : "OFF") + "\n";
  }
  return TestSwitchesThatAreOff(cache);
}

std::optional<std::vector<std::string>> NamesOfCTest(std::string_view listing) {
  // "  Test  #1: name", "  Test #12: name (Disabled)"
  static const Pattern wanted = *Pattern::Parse("^ *Test +#[0-9]+: ");
  std::vector<std::string> out;
  while (!listing.empty()) {
    std::string_view line = listing.substr(0, listing.find('\n'));
    listing.remove_prefix(std::min(listing.size(), line.size() + 1));
    if (!wanted.Matches(line)) continue;
    line.remove_prefix(line.find(": ") + 2);
    if (line.ends_with(" (Disabled)")) line.remove_suffix(11);
    if (line.ends_with("_NOT_BUILT")) return std::nullopt;
    out.emplace_back(line);
  }
  return out;
}

Result<void> AskForTargets(const std::string& build) {
  std::error_code error;
  fs::create_directories((fs::path(build) / kQuery).parent_path(), error);
  return WriteFile((fs::path(build) / kQuery).string(), "", "cannot write");
}

std::vector<std::string> ExecutablesOf(const std::string& build) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(build) / kReply, error)) {
    if (!entry.path().filename().string().starts_with("target-")) continue;
    const auto text = ReadFile(entry.path().string(), "");
    const auto target = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    if (target.is_object() && target.value("type", "") == "EXECUTABLE") out.push_back(target.value("name", ""));
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace reweave::inline check
