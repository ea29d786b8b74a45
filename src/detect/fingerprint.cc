#include "detect/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/coding.h"
#include "trace/pack.h"

namespace reweave::detect {

namespace {

// Every number, decimal or hexadecimal, becomes one star; digits inside a name stay.
std::string WithoutNumbers(std::string_view text) {
  const auto is = [](int (*test)(int), char c) { return test(static_cast<unsigned char>(c)) != 0; };
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool inside = i > 0 && (is(std::isalnum, text[i - 1]) || text[i - 1] == '_');
    if (inside || !is(std::isdigit, text[i])) {
      out += text[i++];
      continue;
    }
    const bool hex = text.substr(i, 2) == "0x";
    i += hex ? 2 : 0;
    while (i < text.size() && (hex ? is(std::isxdigit, text[i]) : is(std::isdigit, text[i]))) ++i;
    out += '*';
  }
  return out;
}

}  // namespace

std::string Fingerprint(FingerprintParts parts) {
  if (!parts.ordered) std::ranges::sort(parts.places);
  std::string text = fmt::format("{}\n{}", Name(parts.kind), WithoutNumbers(parts.message));
  for (const std::string& place : parts.places) text += "\n" + place;
  return fmt::format("{:016x}", Checksum(text)).substr(0, 12);
}

std::string PlaceIdentity(const SitePosition& position) {
  if (!position.identity.empty()) return position.identity;
  return position.function.empty() ? position.file : position.function;
}

}  // namespace reweave::detect
