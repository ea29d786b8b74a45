// Bytes of a record's parts: varints, and strings by number.
#pragma once

#include <cstdint>
#include <string>

#include "facts/format.h"
#include "llvm/ADT/StringMap.h"

namespace reweave::compiler {

class StringTable {
 public:
  StringTable() { Number(""); }
  unsigned Number(llvm::StringRef text) {
    auto [entry, fresh] = numbers_.try_emplace(text, numbers_.size());
    if (fresh) order_.push_back(text.str());
    return entry->second;
  }
  const std::vector<std::string>& strings() const { return order_; }

 private:
  llvm::StringMap<unsigned> numbers_;
  std::vector<std::string> order_;
};

class Encoder {
 public:
  explicit Encoder(StringTable& strings) : strings_(strings) {}
  void Byte(std::uint8_t value) { bytes_ += static_cast<char>(value); }
  template <typename E>
  void Enum(E value) {
    Byte(static_cast<std::uint8_t>(value));
  }
  void Number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) Byte(static_cast<std::uint8_t>(value | 0x80));
    Byte(static_cast<std::uint8_t>(value));
  }
  void Signed(std::int64_t value) { Number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63)); }
  void String(llvm::StringRef text) { Number(strings_.Number(text)); }
  void Word(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) Byte(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void Raw(llvm::StringRef bytes) { bytes_ += bytes; }
  // An item of a list: its length first, so that readers can skip fields they do not know.
  void Item(const Encoder& item) {
    Number(item.bytes_.size());
    bytes_ += item.bytes_;
  }
  const std::string& bytes() const { return bytes_; }
  StringTable& strings() { return strings_; }

 private:
  StringTable& strings_;
  std::string bytes_;
};

inline void PutWord(std::string& out, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i));
}

}  // namespace reweave::compiler
