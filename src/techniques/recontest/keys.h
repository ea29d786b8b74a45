// 128-bit names that mean the same in both versions, and tables from such names to small numbers.
//
// Everything that is compared between the old and the new run (threads, objects, call contexts, places in a run) is such a name:
// built from classes of statements and ordinals, never from addresses or thread ids. Equal names are equal things; a collision of
// two different ones among 2^32 names has a chance of about 2^-65.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace reweave::recontest {

struct Key {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const Key&, const Key&) = default;
  friend auto operator<=>(const Key&, const Key&) = default;
  bool empty() const { return (low | high) == 0; }
};

constexpr std::uint64_t Scramble(std::uint64_t x) {
  x ^= x >> 32, x *= 0xd6e8feb86659fd93ull;
  x ^= x >> 32, x *= 0xd6e8feb86659fd93ull;
  return x ^ x >> 32;
}
constexpr Key Mix(Key key, std::uint64_t with) {
  return {Scramble(key.low ^ with * 0x9e3779b97f4a7c15ull) + key.high,
          Scramble(key.high + 0x2545f4914f6cdd1dull + (with ^ key.low >> 7)) ^ with << 17};
}
constexpr Key Mix(Key key, Key with) { return Mix(Mix(key, with.low), with.high); }

// A name from text, 64 bits: classes of statements, variables, functions.
constexpr std::uint64_t NameOf(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325ull) {
  std::uint64_t h = seed;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  h = Scramble(h + text.size());
  return h == 0 ? 1 : h;
}

struct KeyHash {
  std::size_t operator()(const Key& key) const { return key.low ^ key.high * 0x9e3779b97f4a7c15ull; }
};

// From names to numbers 0, 1, 2, ... in the order of their first use. Open addressing: this is asked for once an event.
template <typename Name, typename Hash>
class Numbering {
 public:
  static constexpr std::uint32_t kNone = ~0u;
  std::uint32_t operator()(const Name& name) {
    std::size_t at = Locate(name);
    if (slots_[at] != kNone) return slots_[at];
    if (2 * (names_.size() + 1) > slots_.size()) {
      Grow();
      at = Locate(name);
    }
    slots_[at] = static_cast<std::uint32_t>(names_.size());
    names_.push_back(name);
    return slots_[at];
  }
  std::uint32_t Find(const Name& name) const { return slots_[Locate(name)]; }
  const Name& operator[](std::uint32_t number) const { return names_[number]; }
  std::size_t size() const { return names_.size(); }
  std::size_t bytes() const { return names_.capacity() * sizeof(Name) + slots_.capacity() * sizeof(std::uint32_t); }

 private:
  std::size_t Locate(const Name& name) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = Hash()(name) & mask;; i = (i + 1) & mask)
      if (slots_[i] == kNone || names_[slots_[i]] == name) return i;
  }
  void Grow() {
    slots_.assign(slots_.size() * 2, kNone);
    for (std::uint32_t n = 0; n < names_.size(); ++n) slots_[Locate(names_[n])] = n;
  }
  std::vector<Name> names_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, kNone);
};

using KeyNumbers = Numbering<Key, KeyHash>;

// Counts how often each name was asked for: the ordinals in names.
class Ordinals {
 public:
  std::uint32_t Next(const Key& key) {
    const std::uint32_t n = numbers_(key);
    if (n >= counts_.size()) counts_.resize(n + 1);
    return counts_[n]++;
  }
  std::size_t bytes() const { return numbers_.bytes() + counts_.capacity() * sizeof(std::uint32_t); }

 private:
  KeyNumbers numbers_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace reweave::recontest
