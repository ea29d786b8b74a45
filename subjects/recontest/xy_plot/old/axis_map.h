// A sorted map from numbers of datasets to numbers of axes. A walk over it notices that it was changed meanwhile, as those of Java's maps
// do.
#pragma once
#include <map>
#include <stdexcept>

struct ConcurrentModification : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class AxisMap {
 public:
  void put(int dataset, int axis) {
    if (map_.emplace(dataset, axis).second) ++modifications_;
    else map_[dataset] = axis;
  }
  // 0 if the dataset is on no axis yet.
  int axisOf(int dataset) const {
    const auto found = map_.find(dataset);
    return found == map_.end() ? 0 : found->second;
  }
  void putAll(const AxisMap& other) {
    const int before = other.modifications_;
    for (const auto& [dataset, axis] : other.map_) {
      put(dataset, axis);
      if (other.modifications_ != before) throw ConcurrentModification("the map was changed while it was copied");
    }
  }

 private:
  std::map<int, int> map_;
  int modifications_ = 0;
};
