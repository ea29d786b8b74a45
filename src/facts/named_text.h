// Texts that are compared across versions. The pass hashes what a block, a statement or a constant does; names that the program
// gave are kept apart from the rest, so that whoever knows that `count` was called `cnt` can hash the old text anew. Used by the
// pass and by the reader: both must make the same hash of the same.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace reweave::inline facts {

// What a name is of: its first character. One without a kind is the id of a function.
constexpr char kNamedType = '%', kNamedVariable = '&', kNamedGlobal = '=';
inline bool NamesFunction(std::string_view name) {
  return name.empty() || (name[0] != kNamedType && name[0] != kNamedVariable && name[0] != kNamedGlobal);
}

// Where the numbers of "$_7" and "UlvE7_" stand; npos if there is none from `from` on.
struct LambdaNumber {
  std::size_t begin = std::string_view::npos, end = 0;
};
inline LambdaNumber NextLambdaNumber(std::string_view id, std::size_t from) {
  const auto digits_end = [&](std::size_t at) {
    while (at < id.size() && id[at] >= '0' && id[at] <= '9') ++at;
    return at;
  };
  for (std::size_t i = from; i + 1 < id.size(); ++i) {
    if (id[i] == '$' && id[i + 1] == '_') return {i + 2, digits_end(i + 2)};
    if (id[i] == 'U' && id[i + 1] == 'l') {
      const std::size_t e = id.find('E', i);
      const std::size_t end = e == std::string_view::npos ? id.size() : digits_end(e + 1);
      if (end < id.size() && id[end] == '_') return {e + 1, end};
    }
  }
  return {};
}

// Lambdas (and what is instantiated with them) are numbered in the order of the text: the id without these numbers.
inline std::string WithoutLambdaNumbers(std::string_view id) {
  std::string out;
  std::size_t at = 0;
  for (LambdaNumber number; (number = NextLambdaNumber(id, at)).begin != std::string_view::npos; at = number.end)
    out += id.substr(at, number.begin - at);
  return out += id.substr(at);
}

// As it is compared: functions that only their unit sees carry its path, which may have changed.
inline std::string ComparedName(std::string_view name) { return WithoutLambdaNumbers(name.substr(0, name.find('@'))); }

class TextHash {
 public:
  void Add(std::string_view text) {
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      low_ = (low_ ^ byte) * 0x100000001b3ull;
      high_ = (high_ + byte + 1) * 0x9e3779b97f4a7c15ull;
      high_ ^= high_ >> 29;
    }
  }
  void Add(const std::array<std::uint8_t, 16>& hash) {
    for (const std::uint8_t byte : hash) Add(std::string_view(reinterpret_cast<const char*>(&byte), 1));
  }
  std::array<std::uint8_t, 16> Get() const {
    std::array<std::uint8_t, 16> out{};
    const std::uint64_t words[] = {Spread(low_ ^ (high_ >> 32)), Spread(high_ + low_)};
    for (unsigned i = 0; i < 16; ++i) out[i] = static_cast<std::uint8_t>(words[i / 8] >> (8 * (i % 8)));
    return out;
  }
  std::uint64_t Word() const { return Spread(high_ ^ low_); }

 private:
  static std::uint64_t Spread(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
  }

  std::uint64_t low_ = 0xcbf29ce484222325ull, high_ = 0x243f6a8885a308d3ull;
};

// Of a text without its names and of the names. loose: names of functions do not count.
template <typename Names>  // elements convert to std::string_view
TextHash NamedHash(const std::array<std::uint8_t, 16>& bare, const Names& names, bool loose) {
  TextHash out;
  out.Add(bare);
  for (const auto& name : names) {
    if (!loose || !NamesFunction(name)) out.Add(ComparedName(name));
    out.Add(std::string_view("\0", 1));
  }
  return out;
}

// Of a function: its blocks in order, each with its edges.
class FunctionHash {
 public:
  void Block(const std::array<std::uint8_t, 16>& hash) { hash_.Add(hash); }
  void Edge(std::uint32_t target, int label, std::int64_t value) {
    hash_.Add(">" + std::to_string(target) + "/" + std::to_string(label) + "/" + std::to_string(value));
  }
  std::array<std::uint8_t, 16> Get() const { return hash_.Get(); }

 private:
  TextHash hash_;
};

}  // namespace reweave::inline facts
