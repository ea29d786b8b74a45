#include "byte_chunk.h"

#include <algorithm>
#include <cstring>

int ByteChunk::subtract(char* out, int n) {
  const int taken = std::min(n, length());
  if (taken > 0) std::memcpy(out, bytes_.data() + start_, taken);
  start_ += taken;
  return taken;
}

int ByteChunk::subtract() { return length() == 0 ? -1 : static_cast<unsigned char>(bytes_[start_++]); }

int ByteChunk::append(const std::string& text) {
  const int put = std::min(static_cast<int>(text.size()), room());
  if (put > 0) std::memcpy(bytes_.data() + end_, text.data(), put);
  end_ += put;
  return put;
}
