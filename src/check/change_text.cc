#include "check/change_text.h"

#include <charconv>

namespace reweave::inline check {

namespace {

// "+++ b/src/x.cc"; a tab ends a name with spaces, a name in quotes has escapes and is left as it is.
std::string FileOf(std::string_view line) {
  std::string_view name = line.substr(4);
  if (name.starts_with("b/")) name.remove_prefix(2);
  return std::string(name.substr(0, name.find('\t')));
}

// "@@ -3,2 +7,4 @@": where the new side begins.
unsigned NewStart(std::string_view line) {
  const auto plus = line.find('+');
  unsigned start = 0;
  if (plus != std::string_view::npos) std::from_chars(line.data() + plus + 1, line.data() + line.size(), start);
  return start;
}

}  // namespace

std::map<std::string, std::set<unsigned>> AddedLines(std::string_view diff) {
  std::map<std::string, std::set<unsigned>> out;
  std::set<unsigned>* lines = nullptr;
  unsigned at = 0;
  bool inside = false;  // of a hunk: "+++" may be a line of the file there
  for (std::size_t begin = 0; begin < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', begin), diff.size());
    const std::string_view line = diff.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("diff --git ")) {
      inside = false;
      lines = nullptr;
    } else if (!inside && line.starts_with("+++ ")) {
      lines = line == "+++ /dev/null" ? nullptr : &out[FileOf(line)];
    } else if (line.starts_with("@@ ")) {
      inside = true;
      at = NewStart(line);
    } else if (inside && line.starts_with("+")) {
      if (lines != nullptr) lines->insert(at);
      ++at;
    } else if (inside && !line.starts_with("-") && !line.starts_with("\\")) {
      ++at;
    }
  }
  std::erase_if(out, [](const auto& entry) { return entry.second.empty(); });
  return out;
}

Result<ChangedText> ReadChange(const Repository& repository, const Version& base, const Version& head) {
  ChangedText out;
  RW_ASSIGN(out.diff, repository.Diff(base, head));
  out.lines = AddedLines(out.diff);
  return out;
}

}  // namespace reweave::inline check
