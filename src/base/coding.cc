#include "base/coding.h"

#include <cstring>

namespace reweave {

namespace {
template <typename T>
void PutFixed(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

template <typename T>
T GetFixed(std::string_view bytes) {
  T value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= static_cast<T>(static_cast<std::uint8_t>(bytes[i])) << (8 * i);
  return value;
}
}  // namespace

void PutFixed32(std::string& out, std::uint32_t value) { PutFixed(out, value); }
void PutFixed64(std::string& out, std::uint64_t value) { PutFixed(out, value); }

void PutVarint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

void PutString(std::string& out, std::string_view text) {
  PutVarint(out, text.size());
  out.append(text);
}

bool Decoder::Need(std::uint64_t n) {
  if (n > remaining()) ok_ = false;
  return ok_;
}

std::string_view Decoder::Bytes(std::uint64_t n) {
  if (!Need(n)) return {};
  const auto bytes = data_.substr(position_, n);
  position_ += n;
  return bytes;
}

std::uint8_t Decoder::Byte() { return GetFixed<std::uint8_t>(Bytes(1)); }
std::uint32_t Decoder::Fixed32() { return GetFixed<std::uint32_t>(Bytes(4)); }
std::uint64_t Decoder::Fixed64() { return GetFixed<std::uint64_t>(Bytes(8)); }

std::uint64_t Decoder::Varint() {
  const std::size_t start = position_;
  std::uint64_t value = 0;
  for (int shift = 0; ok_ && shift < 70; shift += 7) {
    const std::uint8_t byte = Byte();
    if (!ok_ || (shift == 63 && byte > 1)) break;
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  ok_ = false;
  position_ = start;
  return 0;
}

std::string_view Decoder::String() {
  const std::size_t start = position_;
  const std::uint64_t n = Varint();
  const auto text = Bytes(n);
  if (!ok_) position_ = start;
  return text;
}

std::string ToHex(std::uint64_t value) {
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace reweave
