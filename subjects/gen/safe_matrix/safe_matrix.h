// A small square of numbers. Thread-safe. Its code is in safe_matrix.cc, for the types that are named there.
#pragma once

#include <array>
#include <cstddef>
#include <shared_mutex>

template <typename T, std::size_t N>
class SafeMatrix {
 public:
  struct Cell {
    std::size_t row, column;
    T value;
  };
  using Rows = std::array<std::array<T, N>, N>;

  void Set(std::size_t row, std::size_t column, T value);
  T Trace() const;
  Rows All() const;
  // The largest number; the first of them.
  Cell Largest() const;

 private:
  mutable std::shared_mutex mutex_;
  Rows rows_{};
};

extern template class SafeMatrix<int, 2>;
extern template class SafeMatrix<double, 2>;
