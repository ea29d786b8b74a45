// A stream that reads ahead and can go back to a mark.
#pragma once
#include <memory>
#include <mutex>
#include <stdexcept>

#include "input_stream.h"

struct IoError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class BufferedInputStream : public InputStream {
 public:
  explicit BufferedInputStream(std::unique_ptr<InputStream> in, int size = 8);
  int read() override;
  int read(char* out, int n) override;
  long skip(long n);
  int available() override;
  void mark(int readLimit);
  void reset();
  void close() override;
  bool isOpen() const;

 private:
  void ensureOpen() const;
  // Makes room behind what is marked, and reads from the source. Position and count are equal before.
  void fill();
  int readSome(char* out, int n);

  mutable std::mutex lock_;
  std::unique_ptr<InputStream> in_;
  std::unique_ptr<char[]> buffer_;
  int size_;
  int count_ = 0;
  int position_ = 0;
  int markPosition_ = -1;
  int markLimit_ = 0;
};
