#include "evaluate/package_headers.h"

#include <toml++/toml.h>

#include <filesystem>

#include "base/file.h"

namespace reweave::inline evaluate {

namespace fs = std::filesystem;

Result<std::vector<HeaderEdit>> ReadHeaderEdits(const std::string& path) {
  std::vector<HeaderEdit> out;
  if (!FileExists(path)) return out;
  const auto wrong = [&](std::string why) {
    return Fail(ErrorCategory::kUsage, "cannot read the edits of headers", path, std::move(why));
  };
  RW_ASSIGN(const std::string text, ReadFile(path, "cannot read the edits of headers"));
  try {
    const toml::table table = toml::parse(text, path);
    const toml::array* edits = table["edit"].as_array();
    if (!edits) return wrong("there is no [[edit]]");
    for (const toml::node& node : *edits) {
      const toml::table* edit = node.as_table();
      if (!edit) return wrong("[[edit]]: file, find, replace");
      HeaderEdit& entry = out.emplace_back();
      entry = {(*edit)["file"].value_or(std::string()), (*edit)["find"].value_or(std::string()),
               (*edit)["replace"].value_or(std::string())};
      if (entry.file.empty() || entry.find.empty()) return wrong("[[edit]]: file, find, replace");
    }
    return out;
  } catch (const toml::parse_error& error) {
    return wrong(std::string(error.description()));
  }
}

Result<void> CopyHeaders(const std::vector<std::string>& folders, const std::vector<HeaderEdit>& edits, const std::string& from,
                         const std::string& to) {
  std::error_code error;
  fs::remove_all(to, error);
  for (const std::string& folder : folders) {
    const fs::path source = fs::path(from) / folder, copy = fs::path(to) / folder;
    if (!fs::is_directory(source, error))
      return Fail(ErrorCategory::kUsage, "a package that a subject is made of is not installed", source.string());
    fs::create_directories(copy.parent_path(), error);
    fs::copy(source, copy, fs::copy_options::recursive, error);
    if (error) return Fail(ErrorCategory::kUsage, "cannot copy headers", source.string(), error.message());
  }
  for (const HeaderEdit& edit : edits) {
    const std::string path = (fs::path(to) / edit.file).string();
    RW_ASSIGN(std::string text, ReadFile(path, "cannot edit a header"));
    const std::size_t at = text.find(edit.find);
    if (at == std::string::npos || text.find(edit.find, at + 1) != std::string::npos)
      return Fail(ErrorCategory::kUsage, "an edit does not fit a header", edit.file,
                  "its text is there " + std::string(at == std::string::npos ? "never" : "more than once"),
                  "is another version of the package installed?");
    text.replace(at, edit.find.size(), edit.replace);
    RW_TRY(WriteFile(path, text, "cannot edit a header"));
  }
  return {};
}

std::size_t CountCodeLines(const std::string& text) {
  std::size_t lines = 0;
  bool comment = false;  // in one of several lines
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::size_t first = text.find_first_not_of(" \t\r", at);
    while (first < end) {
      if (!comment && text.compare(first, 2, "/*") != 0) break;
      const std::size_t close = text.find("*/", comment ? first : first + 2);
      comment = close >= end;
      first = comment ? end : text.find_first_not_of(" \t\r", close + 2);
    }
    lines += first < end && text.compare(first, 2, "//") != 0;
    at = end + 1;
  }
  return lines;
}

}  // namespace reweave::inline evaluate
