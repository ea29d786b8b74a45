#include "string_utils.h"

#include <algorithm>
#include <cctype>

namespace string_utils {

namespace {
bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
char Upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char Lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
}  // namespace

bool IsBlank(std::string_view text) { return std::all_of(text.begin(), text.end(), IsSpace); }

std::string Trim(std::string_view text) {
  std::size_t from = 0, to = text.size();
  while (from < to && IsSpace(text[from])) ++from;
  while (to > from && IsSpace(text[to - 1])) --to;
  return std::string(text.substr(from, to - from));
}

std::string Capitalize(std::string_view text) {
  std::string out(text);
  bool start = true;
  for (char& c : out) {
    if (start) c = Upper(c);
    start = IsSpace(c);
  }
  return out;
}

std::string SwapCase(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = std::isupper(static_cast<unsigned char>(c)) ? Lower(c) : Upper(c);
  return out;
}

std::string Reverse(std::string_view text) { return std::string(text.rbegin(), text.rend()); }

std::string Repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string LeftPad(std::string_view text, int size, char pad) {
  std::string out;
  for (int i = static_cast<int>(text.size()); i < size; ++i) out += pad;
  return out += text;
}

std::string RightPad(std::string_view text, int size, char pad) {
  std::string out(text);
  while (static_cast<int>(out.size()) < size) out += pad;
  return out;
}

std::string Center(std::string_view text, int size, char pad) {
  const int missing = size - static_cast<int>(text.size());
  if (missing <= 0) return std::string(text);
  return RightPad(LeftPad(text, static_cast<int>(text.size()) + missing / 2, pad), size, pad);
}

std::string Abbreviate(std::string_view text, int size) {
  if (static_cast<int>(text.size()) <= size || size < 4) return std::string(text);
  return std::string(text.substr(0, static_cast<std::size_t>(size - 3))) + "...";
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> out(1);
  for (char c : text) {
    if (c == separator) out.emplace_back();
    else out.back() += c;
  }
  return out;
}

std::string Replace(std::string_view text, std::string_view before, std::string_view after) {
  if (before.empty()) return std::string(text);
  std::string out;
  for (;;) {
    const std::size_t at = text.find(before);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    out += after;
    text.remove_prefix(at + before.size());
  }
}

std::string Between(std::string_view text, std::string_view open, std::string_view close) {
  const std::size_t from = text.find(open);
  if (from == std::string_view::npos) return "";
  text.remove_prefix(from + open.size());
  const std::size_t to = text.find(close);
  return to == std::string_view::npos ? "" : std::string(text.substr(0, to));
}

int CountMatches(std::string_view text, std::string_view part) {
  int count = 0;
  if (part.empty()) return 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

int Distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string CommonPrefix(std::string_view a, std::string_view b) {
  std::size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
  return std::string(a.substr(0, n));
}

bool IsPalindrome(std::string_view text) {
  for (std::size_t i = 0, j = text.size(); i + 1 < j; ++i, --j)
    if (Lower(text[i]) != Lower(text[j - 1])) return false;
  return true;
}

std::string Wrap(std::string_view text, int width) {
  std::string out;
  int column = 0;
  for (const std::string& word : Split(text, ' ')) {
    if (column > 0 && column + 1 + static_cast<int>(word.size()) > width) {
      out += '\n';
      column = 0;
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += static_cast<int>(word.size());
  }
  return out;
}

std::string Initials(std::string_view text) {
  std::string out;
  for (const std::string& word : Split(text, ' '))
    if (!word.empty()) out += word[0];
  return out;
}

}  // namespace string_utils
