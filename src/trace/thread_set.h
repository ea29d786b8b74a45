// A set of threads of one run, by tid. The first 64 need no allocation.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace reweave::inline trace {

class ThreadSet {
 public:
  bool contains(std::uint32_t tid) const { return (word(tid / 64) >> (tid % 64) & 1) != 0; }
  void Insert(std::uint32_t tid) { MutableWord(tid / 64) |= 1ull << (tid % 64); }
  void Erase(std::uint32_t tid) {
    if (tid / 64 < words()) MutableWord(tid / 64) &= ~(1ull << (tid % 64));
  }
  void Clear() { first_ = 0, rest_.clear(); }
  void SetWord(std::size_t index, std::uint64_t bits) {
    if (bits != 0 || index < words()) MutableWord(index) = bits;
  }

  std::size_t words() const { return 1 + rest_.size(); }
  std::uint64_t word(std::size_t index) const { return index == 0 ? first_ : index <= rest_.size() ? rest_[index - 1] : 0; }
  std::size_t size() const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < words(); ++i) n += std::popcount(word(i));
    return n;
  }
  bool empty() const { return size() == 0; }

  // Calls f(tid) in ascending order.
  template <typename F>
  void ForEach(F&& f) const {
    for (std::size_t i = 0; i < words(); ++i)
      for (std::uint64_t bits = word(i); bits != 0; bits &= bits - 1)
        f(static_cast<std::uint32_t>(i * 64 + std::countr_zero(bits)));
  }

  friend bool operator==(const ThreadSet& a, const ThreadSet& b) {
    for (std::size_t i = 0; i < a.words() || i < b.words(); ++i)
      if (a.word(i) != b.word(i)) return false;
    return true;
  }

 private:
  std::uint64_t& MutableWord(std::size_t index) {
    if (index == 0) return first_;
    if (rest_.size() < index) rest_.resize(index);
    return rest_[index - 1];
  }

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> rest_;
};

}  // namespace reweave::inline trace
