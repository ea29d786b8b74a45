#include "gen/mine.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/file.h"

namespace reweave::gen {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 300, kMostBytes = 1u << 20, kMostLiterals = 6;

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

// Position after the bracket that closes the one at `at`; npos: none does.
std::size_t Closing(std::string_view text, std::size_t at, std::vector<std::string_view>& parts) {
  int depth = 0;
  char quote = 0;
  std::size_t begin = at + 1;
  for (std::size_t i = at; i < text.size() && i < at + 2000; ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      else if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    else if (c == '(' || c == '{' || c == '[') ++depth;
    else if (c == ',' && depth == 1) parts.push_back(Trimmed(text.substr(begin, i - begin))), begin = i + 1;
    else if (c == ')' || c == '}' || c == ']') {
      if (--depth > 0) continue;
      parts.push_back(Trimmed(text.substr(begin, i - begin)));
      return i + 1;
    }
  }
  return std::string_view::npos;
}

void Take(const std::string& name, const std::vector<std::string_view>& parts, std::size_t from, MinedValues& out) {
  for (std::size_t i = from; i < parts.size(); ++i) {
    if (!IsIntLiteral(parts[i]) && !IsStringLiteral(parts[i])) continue;
    auto& literals = out[{name, i - from}];
    if (literals.size() < kMostLiterals && std::ranges::find(literals, parts[i]) == literals.end())
      literals.emplace_back(parts[i]);
  }
}

bool LooksLikeTest(const std::string& path, const std::string& text) {
  std::string lower = path;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("test") != std::string::npos || text.find("TEST(") != std::string::npos ||
         text.find("TEST_CASE(") != std::string::npos || text.find("int main(") != std::string::npos;
}

bool IsSource(const fs::path& path) {
  static const std::set<std::string> extensions = {".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hpp"};
  return extensions.contains(path.extension().string());
}

}  // namespace

bool IsIntLiteral(std::string_view text) {
  if (text.starts_with("-")) text.remove_prefix(1);
  if (text.empty() || text.size() > 12 || std::isdigit(static_cast<unsigned char>(text[0])) == 0) return false;
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return std::ranges::all_of(text, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

bool IsStringLiteral(std::string_view text) {
  if (text.size() < 2 || text.size() > 60 || text.front() != '"' || text.back() != '"') return false;
  return text.substr(1, text.size() - 2).find('"') == std::string_view::npos;  // two strings side by side are not looked at
}

void MineText(std::string_view source, const ClassModel& model, MinedValues& out) {
  std::set<std::string, std::less<>> methods;
  for (const Callable& method : model.methods) methods.insert(method.name);
  for (const Callable& constructor : model.constructors)
    if (constructor.factory || constructor.initialises) methods.insert(constructor.name);
  bool class_named = false;  // `Cache<int> x(4)`: the class was seen, its object's name comes
  for (std::size_t i = 0; i < source.size();) {
    if (!IsWord(source[i])) {
      if (source[i] == ';' || source[i] == '}') class_named = false;
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < source.size() && IsWord(source[i])) ++i;
    const std::string_view word = source.substr(begin, i - begin);
    const bool is_class = word == model.short_name && !model.c_style;
    std::vector<std::string_view> parts;
    if (i < source.size() && (source[i] == '(' || source[i] == '{')) {
      const bool call = source[i] == '(' && methods.contains(word);
      if (!call && !is_class && !class_named) continue;
      if (Closing(source, i, parts) == std::string_view::npos) continue;
      const std::size_t skipped = call && model.c_style && !parts.empty() && !IsIntLiteral(parts[0]) ? 1 : 0;
      Take(call ? std::string(word) : model.short_name, parts, skipped, out);
      class_named = false;
    }
    class_named |= is_class;
  }
}

MinedValues MineFiles(const std::vector<std::string>& paths, const ClassModel& model) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, ignored))
      if (entry.is_regular_file(ignored) && IsSource(entry.path())) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  MinedValues out;
  std::size_t looked_at = 0;
  for (const std::string& file : files) {
    if (looked_at >= kMostFiles) break;
    if (fs::file_size(file, ignored) > kMostBytes) continue;
    const auto text = ReadFile(file, "cannot read source");
    if (!text || text->find(model.short_name) == std::string::npos || !LooksLikeTest(file, *text)) continue;
    ++looked_at;
    MineText(*text, model, out);
  }
  return out;
}

}  // namespace reweave::gen
