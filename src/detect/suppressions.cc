#include "detect/suppressions.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"

namespace reweave::detect {

namespace {

// ThreadSanitizer's own types, beside the kinds of findings. The last two say something about kinds that Reweave does not have:
// they are accepted and never match.
constexpr std::string_view kSanitizerTypes[] = {"race_top", "called_from_lib", "mutex", "thread"};

bool IsType(std::string_view type) {
  return FindingKindNamed(type) || std::ranges::find(kSanitizerTypes, type) != std::end(kSanitizerTypes);
}

std::string_view Trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// Pieces between stars must follow each other.
bool MatchesPieces(std::string_view pattern, std::string_view text, bool at_start, bool at_end) {
  std::size_t from = 0;
  bool first = true;
  for (;;) {
    const std::size_t star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    const bool last = star == std::string_view::npos;
    if (last && at_end) {
      if (text.size() < from + piece.size() || !text.ends_with(piece)) return false;
      return !(first && at_start) || text.size() == piece.size();
    }
    const std::size_t found = first && at_start ? (text.starts_with(piece) ? 0 : std::string_view::npos) : text.find(piece, from);
    if (found == std::string_view::npos) return false;
    if (last) return true;
    from = found + piece.size();
    pattern.remove_prefix(star + 1);
    first = false;
  }
}

bool MatchesPlace(std::string_view pattern, const SitePosition& position) {
  for (const std::string* text : {&position.function, &position.file, &position.variable})
    if (!text->empty() && MatchesPattern(pattern, *text)) return true;
  return false;
}

bool Applies(const Suppressions::Entry& entry, const Finding& finding) {
  if (entry.type == "called_from_lib" || entry.type == "race_top" || entry.type == "race") {
    if (finding.kind != FindingKind::kRace) return false;
  } else if (entry.type != Name(finding.kind)) {
    return false;
  }
  for (std::size_t i = 0; i < finding.sites.size(); ++i) {
    const bool top = i == 0 || !finding.sites[i].role.empty();
    if (entry.type == "race_top" && !top) continue;
    if (MatchesPlace(entry.pattern, finding.sites[i].position)) return true;
  }
  return false;
}

}  // namespace

bool MatchesPattern(std::string_view pattern, std::string_view text) {
  const bool at_start = pattern.starts_with('^');
  if (at_start) pattern.remove_prefix(1);
  const bool at_end = pattern.ends_with('$');
  if (at_end) pattern.remove_suffix(1);
  return MatchesPieces(pattern, text, at_start, at_end);
}

Result<Suppressions> Suppressions::Parse(std::string_view text, const std::string& name) {
  Suppressions out;
  for (unsigned line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const std::string_view row = Trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (row.empty() || row.starts_with('#')) continue;
    const std::size_t colon = row.find(':');
    const std::string where = fmt::format("{}, line {}", name, line);
    if (colon == std::string_view::npos)
      return Fail(ErrorCategory::kUsage, "cannot read suppressions", where, "no colon", "a line is TYPE:PATTERN");
    const std::string_view type = row.substr(0, colon), pattern = Trim(row.substr(colon + 1));
    if (!IsType(type))
      return Fail(ErrorCategory::kUsage, "cannot read suppressions", where, fmt::format("unknown type \"{}\"", type),
                  "known: race, race_top, called_from_lib, deadlock, atomicity and the other kinds of findings");
    if (pattern.empty()) return Fail(ErrorCategory::kUsage, "cannot read suppressions", where, "the pattern is empty");
    out.entries_.push_back({std::string(type), std::string(pattern), line, 0});
  }
  return out;
}

Result<Suppressions> Suppressions::Read(const std::string& path) {
  RW_ASSIGN(const std::string text, ReadFile(path, "cannot read suppressions"));
  return Parse(text, path);
}

bool Suppressions::Matches(const Finding& finding) {
  for (Entry& entry : entries_) {
    if (!Applies(entry, finding)) continue;
    ++entry.hits;
    return true;
  }
  return false;
}

std::vector<std::string> Suppressions::Unused() const {
  std::vector<std::string> out;
  for (const Entry& entry : entries_)
    if (entry.hits == 0) out.push_back(fmt::format("{}:{} (line {})", entry.type, entry.pattern, entry.line));
  return out;
}

}  // namespace reweave::detect
