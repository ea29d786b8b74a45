// A piece of bytes with a beginning and an end.
#pragma once
#include <string>
#include <vector>

class ByteChunk {
 public:
  explicit ByteChunk(int size) : bytes_(size) {}
  int length() const { return end_ - start_; }
  int room() const { return static_cast<int>(bytes_.size()) - end_; }
  bool valid() const { return 0 <= start_ && start_ <= end_ && end_ <= static_cast<int>(bytes_.size()); }
  void recycle() { start_ = end_ = 0; }
  // Takes up to `n` bytes out; says how many.
  int subtract(char* out, int n);
  // Takes one byte, or -1 if there is none.
  int subtract();
  // Puts as much of the text in as there is room for; says how much.
  int append(const std::string& text);

 private:
  std::vector<char> bytes_;
  int start_ = 0, end_ = 0;
};
