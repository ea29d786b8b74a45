// Little-endian numbers and varints in byte strings: the ground of our file formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reweave {

void PutFixed32(std::string& out, std::uint32_t value);
void PutFixed64(std::string& out, std::uint64_t value);
void PutVarint(std::string& out, std::uint64_t value);       // LEB128, at most 10 bytes
void PutString(std::string& out, std::string_view text);     // varint length, bytes

// Small magnitudes of either sign become small varints.
constexpr std::uint64_t ZigZag(std::int64_t v) {
  return (static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63);
}
constexpr std::int64_t UnZigZag(std::uint64_t v) { return static_cast<std::int64_t>(v >> 1) ^ -static_cast<std::int64_t>(v & 1); }

// Reads what the functions above wrote. After the first failure every read returns 0 or empty and ok() is false, so that a
// decoder checks once a record; offset() then says where the bad value started. Never reads outside its input.
class Decoder {
 public:
  explicit Decoder(std::string_view data, std::uint64_t base_offset = 0) : data_(data), base_(base_offset) {}

  std::uint8_t Byte();
  std::uint32_t Fixed32();
  std::uint64_t Fixed64();
  std::uint64_t Varint();
  std::string_view String();
  std::string_view Bytes(std::uint64_t n);

  bool ok() const { return ok_; }
  bool at_end() const { return position_ == data_.size(); }
  std::uint64_t remaining() const { return data_.size() - position_; }
  std::uint64_t offset() const { return base_ + position_; }   // of the next byte, or of the value that failed
  void Invalidate() { ok_ = false; }

 private:
  bool Need(std::uint64_t n);

  std::string_view data_;
  std::uint64_t base_ = 0;
  std::size_t position_ = 0;
  bool ok_ = true;
};

std::string ToHex(std::uint64_t value);   // 16 digits

}  // namespace reweave
