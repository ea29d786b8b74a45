// Sources of bytes.
#pragma once
#include <string>

class InputStream {
 public:
  virtual ~InputStream() = default;
  // The next byte, or -1 at the end.
  virtual int read() = 0;
  // Reads up to `n` bytes; says how many, or -1 at the end.
  virtual int read(char* out, int n);
  virtual int available() { return 0; }
  virtual void close() {}
};

// The bytes of a string.
class StringInputStream : public InputStream {
 public:
  explicit StringInputStream(std::string text) : text_(std::move(text)) {}
  using InputStream::read;
  int read() override;
  int available() override { return static_cast<int>(text_.size()) - at_; }
  void close() override { closed_ = true; }
  bool closed() const { return closed_; }

 private:
  std::string text_;
  int at_ = 0;
  bool closed_ = false;
};
