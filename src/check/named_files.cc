#include "check/named_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "facts/elf_file.h"
#include "facts/shared_facts.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

// A name ends where no character of a name follows: "a.txt" is not in "data.txt2".
bool IsOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.'; }

bool HasName(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !IsOfName(text[at - 1])) && (end == text.size() || !IsOfName(text[end]))) return true;
  }
  return false;
}

// The text as a whole, between zero bytes; a slash may end it.
bool HasText(std::string_view bytes, const std::string& text) {
  for (const std::string& whole : {text + '\0', text + '/' + '\0'})
    for (auto at = bytes.find(whole); at != std::string_view::npos; at = bytes.find(whole, at + 1))
      if (at == 0 || bytes[at - 1] == '\0') return true;
  return false;
}

std::set<std::string> SourcesOf(const Facts& facts) {
  std::set<std::string> out;
  for (const UnitFacts& unit : facts.units()) out.insert(unit.path);
  for (const FunctionFacts& f : facts.functions()) out.insert(f.position.file);
  for (const RecordFacts& r : facts.records()) out.insert(r.position.file);
  for (const GlobalFacts& g : facts.globals()) out.insert(g.position.file);
  return out;
}

}  // namespace

std::vector<std::string> FilesOfDiff(std::string_view diff) {
  constexpr std::string_view kBegin = "diff --git ";
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', begin), diff.size());
    const std::string_view line = diff.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with(kBegin)) continue;
    const auto at = line.rfind(" b/");
    if (at != std::string_view::npos) out.emplace_back(line.substr(at + 3));
  }
  return out;
}

const std::string& NamedFiles::In(const std::vector<std::string>& modules) {
  static const std::string kNone;
  for (const std::string& module : modules) {
    const auto [entry, fresh] = known_.try_emplace(module);
    if (fresh && !files_.empty()) entry->second = Find(module);
    if (!entry->second.empty()) return entry->second;
  }
  return kNone;
}

std::string NamedFiles::Find(const std::string& module) const {
  const auto bytes = ReadFile(module, "");
  const auto facts = SharedFacts(module);
  if (!bytes || !facts) return "";
  const auto file = ElfFile::Parse(*bytes, module);
  if (!file) return "";
  const std::set<std::string> sources = SourcesOf(**facts);
  for (const std::string& name : files_) {
    if (sources.contains(name)) continue;
    // Facts and their guards name every source.
    for (const ElfSection& section : file->sections())
      if (section.allocated && !section.name.starts_with("rw_") && Names(file->Bytes(section), name)) return name;
  }
  return "";
}

bool NamedFiles::Names(std::string_view text, const std::string& file) const {
  if (HasName(text, fs::path(file).filename().string())) return true;
  for (fs::path above = fs::path(file).parent_path(); !above.empty(); above = above.parent_path()) {
    const std::string path = above.string();
    // One word alone may be anything.
    if (path.find('/') != std::string::npos && HasText(text, path)) return true;
    for (const std::string& directory : directories_)
      if (!directory.empty() && HasText(text, directory + "/" + path)) return true;
  }
  return false;
}

}  // namespace reweave::inline check
