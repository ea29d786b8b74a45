#include "dataset.h"

Bounds XYDataset::domain() const {
  Bounds out;
  for (const auto& [x, y] : points_) out.include(x);
  return out;
}

Bounds XYDataset::range() const {
  Bounds out;
  for (const auto& [x, y] : points_) out.include(y);
  return out;
}
