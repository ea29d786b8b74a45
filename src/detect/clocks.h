// Vector clocks of one run, in one block of memory.
//
// A row holds two clocks side by side: the strong one (every happens-before edge) and the soft one (without the edges that a
// lock's hand-over makes: the order that other schedules must respect as well, docs/techniques/simrt.md). Both count the same
// time, so one time stamp serves both. Rows start small and grow when a run has more threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace reweave::detect {

using Time = std::uint32_t;

class ClockTable {
 public:
  // Forgets all rows, keeps the memory.
  void Clear() { rows_ = 0; }
  std::uint32_t Add() {
    const std::size_t need = (static_cast<std::size_t>(rows_) + 1) * 2 * width_;
    if (need > data_.size()) data_.resize(std::max(need, data_.size() * 2));
    std::memset(strong(rows_), 0, 2 * sizeof(Time) * width_);
    return rows_++;
  }
  // Makes room for threads 0 .. n-1.
  void Widen(std::uint32_t n) {
    if (n <= width_) return;
    const std::uint32_t wider = std::max((n + 7) & ~7u, 2 * width_);
    std::vector<Time> moved(std::max<std::size_t>(static_cast<std::size_t>(rows_ + 16) * 2 * wider, data_.size()));
    for (std::uint32_t r = 0; r < rows_; ++r) {
      Time* to = moved.data() + static_cast<std::size_t>(r) * 2 * wider;
      std::copy_n(strong(r), width_, to);
      std::copy_n(soft(r), width_, to + wider);
    }
    data_.swap(moved);
    width_ = wider;
  }

  Time* strong(std::uint32_t row) { return data_.data() + static_cast<std::size_t>(row) * 2 * width_; }
  Time* soft(std::uint32_t row) { return strong(row) + width_; }
  const Time* strong(std::uint32_t row) const { return data_.data() + static_cast<std::size_t>(row) * 2 * width_; }
  const Time* soft(std::uint32_t row) const { return strong(row) + width_; }
  std::uint32_t width() const { return width_; }
  std::uint32_t rows() const { return rows_; }

  // On rows of this table or of another of the same width.
  void Join(Time* into, const Time* from) const { Max(into, from, 2 * width_); }
  void JoinStrong(Time* into, const Time* from) const { Max(into, from, width_); }
  void Copy(Time* into, const Time* from) const { std::memcpy(into, from, 2 * sizeof(Time) * width_); }
  void CopyStrong(Time* into, const Time* from) const { std::memcpy(into, from, sizeof(Time) * width_); }

 private:
  static void Max(Time* __restrict into, const Time* __restrict from, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) into[i] = into[i] < from[i] ? from[i] : into[i];
  }

  std::vector<Time> data_;
  std::uint32_t rows_ = 0, width_ = 8;
};

}  // namespace reweave::detect
