#include "safe_matrix.h"

#include <mutex>

template <typename T, std::size_t N>
void SafeMatrix<T, N>::Set(std::size_t row, std::size_t column, T value) {
  const std::unique_lock<std::shared_mutex> lock(mutex_);
  rows_[row % N][column % N] = value;
}

template <typename T, std::size_t N>
T SafeMatrix<T, N>::Trace() const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  T out{};
  for (std::size_t i = 0; i < N; ++i) out += rows_[i][i];
  return out;
}

template <typename T, std::size_t N>
typename SafeMatrix<T, N>::Rows SafeMatrix<T, N>::All() const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  return rows_;
}

template <typename T, std::size_t N>
typename SafeMatrix<T, N>::Cell SafeMatrix<T, N>::Largest() const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  Cell out{0, 0, rows_[0][0]};
  for (std::size_t row = 0; row < N; ++row)
    for (std::size_t column = 0; column < N; ++column)
      if (out.value < rows_[row][column]) out = {row, column, rows_[row][column]};
  return out;
}

template class SafeMatrix<int, 2>;
template class SafeMatrix<double, 2>;
