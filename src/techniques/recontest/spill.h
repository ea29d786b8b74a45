// A list of plain values that lies in memory while it is small and in an unlinked temporary file when it is not. Pages of the
// file are the kernel's to write out and drop; Relax() drops them from this process at once.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace reweave::recontest {

template <typename T>
class Spill {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Spill() = default;
  ~Spill() { Release(); }
  Spill(Spill&& other) noexcept { *this = std::move(other); }
  Spill& operator=(Spill&& other) noexcept {
    std::swap(data_, other.data_), std::swap(size_, other.size_), std::swap(mapped_, other.mapped_);
    std::swap(tail_, other.tail_), std::swap(written_, other.written_);
    std::swap(limit_, other.limit_), std::swap(file_, other.file_);
    return *this;
  }

  // Bytes beyond which it moves to a file. Where no file can be made it stays in memory.
  void set_limit(std::size_t bytes) { limit_ = bytes; }
  bool spilled() const { return file_ >= 0; }

  void push_back(const T& value) {
    if (file_ >= 0) {
      if (size_ - written_ == kTail) Flush();
      std::memcpy(static_cast<void*>(tail_ + (size_ - written_)), &value, sizeof(T));
    } else {
      if ((size_ + 1) * sizeof(T) > mapped_) Grow();
      if (file_ >= 0) return push_back(value);
      std::memcpy(static_cast<void*>(data_ + size_), &value, sizeof(T));
    }
    ++size_;
  }
  // While it grows, the last ones are not yet in the file.
  T& operator[](std::size_t i) { return i < written_ || file_ < 0 ? data_[i] : tail_[i - written_]; }
  const T& operator[](std::size_t i) const { return const_cast<Spill&>(*this)[i]; }
  // When it has grown: all of it in one piece.
  void Finish() {
    if (file_ >= 0) Flush();
  }
  const T* data() const { return data_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t bytes_in_memory() const { return spilled() ? kTail * sizeof(T) : mapped_; }

  void Relax() const {
    if (spilled() && mapped_ > 0) madvise(const_cast<void*>(static_cast<const void*>(data_)), mapped_, MADV_DONTNEED);
  }

 private:
  static constexpr std::size_t kPage = 4096, kTail = std::size_t{1} << 15, kHuge = std::size_t{2} << 20;

  static std::size_t Round(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }
  void Grow() {
    const std::size_t bytes = Round(std::max<std::size_t>(mapped_ * 2, kPage));
    if (bytes > limit_ && MoveToFile()) return;
    void* moved = data_ == nullptr ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                   : mremap(static_cast<void*>(data_), mapped_, bytes, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    if (bytes >= kHuge) madvise(moved, bytes, MADV_HUGEPAGE);
    data_ = static_cast<T*>(moved);
    mapped_ = bytes;
  }
  // What is there becomes the first part of the file; from then on it is written in pieces.
  bool MoveToFile() {
    const char* directory = std::getenv("TMPDIR");
    const int file = open(directory != nullptr ? directory : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) return false;
    T* const before = data_;
    const std::size_t before_bytes = mapped_;
    file_ = file, data_ = nullptr, mapped_ = 0, written_ = 0;
    tail_ = static_cast<T*>(std::malloc(kTail * sizeof(T)));
    if (tail_ == nullptr) throw std::bad_alloc();
    Write(before, size_);
    if (before != nullptr) munmap(static_cast<void*>(before), before_bytes);
    return true;
  }
  void Flush() { Write(tail_, size_ - written_); }
  void Write(const T* values, std::size_t count) {
    const char* from = reinterpret_cast<const char*>(values);
    std::size_t at = written_ * sizeof(T), left = count * sizeof(T);
    while (left > 0) {
      const ssize_t n = pwrite(file_, from, left, static_cast<off_t>(at));
      if (n <= 0) throw std::bad_alloc();
      from += n, at += static_cast<std::size_t>(n), left -= static_cast<std::size_t>(n);
    }
    written_ += count;
    Map(Round(written_ * sizeof(T)));
  }
  void Map(std::size_t bytes) {
    if (bytes <= mapped_ || bytes == 0) return;
    void* moved = data_ == nullptr ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                                   : mremap(static_cast<void*>(data_), mapped_, bytes, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(moved);
    mapped_ = bytes;
  }
  void Release() {
    if (data_ != nullptr) munmap(static_cast<void*>(data_), mapped_);
    std::free(tail_);
    if (file_ >= 0) close(file_);
    data_ = tail_ = nullptr, size_ = mapped_ = written_ = 0, file_ = -1;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0, mapped_ = 0;  // mapped: bytes
  std::size_t limit_ = SIZE_MAX;
  int file_ = -1;
  T* tail_ = nullptr;                  // not yet in the file
  std::size_t written_ = 0;            // values in the file
};

}  // namespace reweave::recontest
