#include "input_buffer.h"

void InputBuffer::setRequest(CoyoteRequest* request) {
  std::lock_guard<std::mutex> guard(lock_);
  request_ = request;
}

void InputBuffer::recycle() {
  std::lock_guard<std::mutex> guard(lock_);
  state_ = State::kInitial;
  request_ = nullptr;
  chunk_.recycle();
  rest_.clear();
  closed_ = false;
}

void InputBuffer::close() {
  std::lock_guard<std::mutex> guard(lock_);
  closed_ = true;
}

bool InputBuffer::isClosed() const {
  std::lock_guard<std::mutex> guard(lock_);
  return closed_;
}

int InputBuffer::available() const {
  std::lock_guard<std::mutex> guard(lock_);
  return state_ == State::kInitial ? 0 : chunk_.length() + static_cast<int>(rest_.size());
}

void InputBuffer::ensureOpen() const {
  if (closed_) throw ClosedError("stream closed");
}

int InputBuffer::realReadBytes() {
  ensureOpen();
  if (request_ == nullptr) return -1;
  if (state_ == State::kInitial) state_ = State::kBytes;
  const std::string part = rest_.empty() ? request_->doRead() : rest_;
  if (part.empty()) return -1;
  chunk_.recycle();
  const int put = chunk_.append(part);
  rest_ = part.substr(put);
  return put;
}

int InputBuffer::readByteLocked() {
  ensureOpen();
  if (chunk_.length() == 0 && realReadBytes() < 0) return -1;
  return chunk_.subtract();
}

int InputBuffer::readLocked(char* out, int n) {
  ensureOpen();
  if (chunk_.length() == 0 && realReadBytes() < 0) return -1;
  return chunk_.subtract(out, n);
}

int InputBuffer::readByte() {
  std::lock_guard<std::mutex> guard(lock_);
  return readByteLocked();
}

int InputBuffer::read(char* out, int n) {
  std::lock_guard<std::mutex> guard(lock_);
  return readLocked(out, n);
}

std::string InputBuffer::readLine() {
  std::lock_guard<std::mutex> guard(lock_);
  std::string out;
  for (int byte = readByteLocked(); byte >= 0 && byte != '\n'; byte = readByteLocked()) out += static_cast<char>(byte);
  return out;
}

bool InputBuffer::isConsistent() const {
  std::lock_guard<std::mutex> guard(lock_);
  return chunk_.valid();
}
