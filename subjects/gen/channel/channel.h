// A channel that can be closed while others write to it.
#pragma once

#include <atomic>
#include <memory>
#include <string>

class Channel {
 public:
  static std::shared_ptr<Channel> Open(const std::string& name) { return std::shared_ptr<Channel>(new Channel(name)); }
  ~Channel() { Close(); }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  bool Write(int number) {
    Buffer* buffer = buffer_.load();
    if (buffer == nullptr) return false;
    buffer->sum.fetch_add(number);  // planted: closed and released meanwhile
    return true;
  }

  void Close() { delete buffer_.exchange(nullptr); }

  bool IsOpen() const { return buffer_.load() != nullptr; }

 private:
  struct Buffer {
    std::string name;
    std::atomic<long> sum{0};
  };
  explicit Channel(const std::string& name) : buffer_(new Buffer{name}) {}
  std::atomic<Buffer*> buffer_;
};
