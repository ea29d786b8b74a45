#include "buffered_input_stream.h"

#include <algorithm>
#include <cstring>

BufferedInputStream::BufferedInputStream(std::unique_ptr<InputStream> in, int size)
    : in_(std::move(in)), buffer_(std::make_unique<char[]>(size)), size_(size) {}

void BufferedInputStream::ensureOpen() const {
  if (!in_) throw IoError("stream closed");
}

void BufferedInputStream::fill() {
  if (markPosition_ < 0) {
    position_ = 0;
  } else if (position_ >= size_) {
    if (markPosition_ > 0) {
      const int kept = position_ - markPosition_;
      std::memmove(buffer_.get(), buffer_.get() + markPosition_, kept);
      position_ = kept;
      markPosition_ = 0;
    } else if (size_ >= markLimit_) {
      markPosition_ = -1;
      position_ = 0;
    } else {
      const int wider = std::min(2 * position_, markLimit_);
      auto fresh = std::make_unique<char[]>(wider);
      std::memcpy(fresh.get(), buffer_.get(), position_);
      buffer_ = std::move(fresh);
      size_ = wider;
    }
  }
  count_ = position_;
  const int n = in_->read(buffer_.get() + position_, size_ - position_);
  if (n > 0) count_ = position_ + n;
}

int BufferedInputStream::read() {
  std::lock_guard<std::mutex> guard(lock_);
  ensureOpen();
  if (position_ >= count_) {
    fill();
    if (position_ >= count_) return -1;
  }
  return static_cast<unsigned char>(buffer_[position_++]);
}

int BufferedInputStream::readSome(char* out, int n) {
  int there = count_ - position_;
  if (there <= 0) {
    if (n >= size_ && markPosition_ < 0) return in_->read(out, n);
    fill();
    there = count_ - position_;
    if (there <= 0) return -1;
  }
  const int taken = std::min(there, n);
  std::memcpy(out, buffer_.get() + position_, taken);
  position_ += taken;
  return taken;
}

int BufferedInputStream::read(char* out, int n) {
  std::lock_guard<std::mutex> guard(lock_);
  ensureOpen();
  int done = 0;
  while (done < n) {
    const int now = readSome(out + done, n - done);
    if (now <= 0) return done == 0 ? now : done;
    done += now;
    if (in_->available() <= 0) break;
  }
  return done;
}

long BufferedInputStream::skip(long n) {
  std::lock_guard<std::mutex> guard(lock_);
  ensureOpen();
  if (n < 0) return 0;
  if (position_ >= count_) fill();
  const long skipped = std::min<long>(count_ - position_, n);
  position_ += static_cast<int>(skipped);
  return skipped;
}

int BufferedInputStream::available() {
  std::lock_guard<std::mutex> guard(lock_);
  ensureOpen();
  return count_ - position_ + in_->available();
}

void BufferedInputStream::mark(int readLimit) {
  std::lock_guard<std::mutex> guard(lock_);
  markLimit_ = readLimit;
  markPosition_ = position_;
}

void BufferedInputStream::reset() {
  std::lock_guard<std::mutex> guard(lock_);
  ensureOpen();
  if (markPosition_ < 0) throw IoError("resetting to an invalid mark");
  position_ = markPosition_;
}

void BufferedInputStream::close() {
  if (!in_) return;
  in_->close();
  in_.reset();
  buffer_.reset();
}

bool BufferedInputStream::isOpen() const {
  std::lock_guard<std::mutex> guard(lock_);
  return in_ != nullptr;
}
