#include "base/escape.h"

#include <fmt/format.h>

#include <cstdint>

namespace reweave {

namespace {

// Length of the valid UTF-8 sequence at the start of text and its code point; 0 if there is none.
int DecodeUtf8(std::string_view text, char32_t& code) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = at(0);
  if (lead < 0x80) return code = lead, 1;
  const int length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  if (length == 0 || text.size() < static_cast<std::size_t>(length)) return 0;
  code = lead & (0x7f >> length);
  for (int i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (at(i) & 0x3f);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
  return length;
}

bool IsDeceptive(char32_t c) {
  return (c >= 0x80 && c < 0xa0) || c == 0x061c || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

enum class Mode { kLine, kBlock, kUtf8 };

void AppendAscii(std::string& out, char c, Mode mode) {
  if (mode == Mode::kUtf8) {
    out += c;
  } else if ((c == '\n' || c == '\t') && mode == Mode::kBlock) {
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\\' && mode == Mode::kLine) {
    out += "\\\\";
  } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
    out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  } else {
    out += c;
  }
}

std::string Escape(std::string_view text, Mode mode) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    char32_t code = 0;
    const int length = DecodeUtf8(text, code);
    if (length == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
      continue;
    }
    if (length == 1) AppendAscii(out, text[0], mode);
    else if (mode != Mode::kUtf8 && IsDeceptive(code)) out += fmt::format("\\u{{{:04x}}}", static_cast<std::uint32_t>(code));
    else out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string EscapeLine(std::string_view text) { return Escape(text, Mode::kLine); }
std::string EscapeBlock(std::string_view text) { return Escape(text, Mode::kBlock); }
std::string EscapeUtf8(std::string_view text) { return Escape(text, Mode::kUtf8); }

}  // namespace reweave
