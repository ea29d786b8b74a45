#include "check/build_log.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace reweave::inline check {

namespace {

constexpr std::size_t kMostLines = 12;

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out.push_back(line);
  }
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

bool HasOneOf(std::string_view line, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

// Not the compiler's own line about the linker that failed: what is missing stands before it.
bool IsCompilerError(std::string_view line) {
  return HasOneOf(line, {": error: ", ": fatal error: "}) &&
         !HasOneOf(line, {"error: linker command failed", "error: ld returned"});
}
bool IsConfigureError(std::string_view line) { return HasOneOf(line, {"CMake Error", "ERROR: ", "configure: error: "}); }
bool IsLinkError(std::string_view line) {
  return HasOneOf(line, {"undefined reference to", "undefined symbol", "cannot find -l", "multiple definition of"});
}

// What follows an error and is no part of it.
bool EndsAnError(std::string_view line) {
  return IsCompilerError(line) || line.starts_with('[') || line.starts_with("ninja: ") || line.starts_with("make") ||
         line.starts_with("FAILED: ") || HasOneOf(line, {": warning: ", " error generated.", " errors generated."});
}

}  // namespace

std::string InUsersPaths(std::string text, std::string_view tree) {
  const std::string prefix = std::string(tree) + "/";
  if (tree.empty()) return text;
  for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;) text.erase(at, prefix.size());
  return text;
}

std::string FirstErrorOf(std::string_view log, std::string_view tree) {
  const std::vector<std::string_view> lines = Lines(log);
  auto first = lines.end(), end = lines.end();
  for (const auto is_error : {IsCompilerError, IsConfigureError, IsLinkError}) {
    first = std::ranges::find_if(lines, is_error);
    if (first == lines.end()) continue;
    // The files that lead to it ("In file included from ...") belong to it.
    auto lead = first;
    while (lead != lines.begin() && (*(lead - 1)).starts_with("In file included from ")) --lead;
    end = std::find_if(first + 1, lines.end(), EndsAnError);
    if (is_error != IsCompilerError) end = lines.end();
    first = lead;
    break;
  }
  if (first == lines.end()) first = lines.end() - std::min<std::ptrdiff_t>(kMostLines, std::ssize(lines)), end = lines.end();
  std::string out;
  for (auto line = first; line != end && line - first < static_cast<std::ptrdiff_t>(kMostLines); ++line)
    out.append(*line) += '\n';
  while (out.ends_with('\n')) out.pop_back();
  return InUsersPaths(std::move(out), tree);
}

std::vector<std::string> NotesOf(const std::string& log) {
  std::vector<std::string> out;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kBuildNote)) out.push_back(line.substr(std::string_view(kBuildNote).size()));
  return out;
}

bool LacksALibrary(std::string_view message) {
  for (const char* text : {"undefined reference", "undefined symbol", "cannot find -l", "multiple definition"})
    if (message.find(text) != std::string_view::npos) return true;
  return message.find("fatal error: ") != std::string_view::npos && message.find("file not found") != std::string_view::npos;
}

}  // namespace reweave::inline check
