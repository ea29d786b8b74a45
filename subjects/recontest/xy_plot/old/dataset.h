// Points to draw, and axes to draw them by.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Bounds {
  double lower = 0, upper = 0;
  bool empty = true;
  void include(double value) {
    lower = empty ? value : std::min(lower, value);
    upper = empty ? value : std::max(upper, value);
    empty = false;
  }
  void include(const Bounds& other) {
    if (other.empty) return;
    include(other.lower);
    include(other.upper);
  }
};

// Never changes after it was made, so that plots can share it.
class XYDataset {
 public:
  XYDataset(std::string name, std::vector<std::pair<double, double>> points) : name_(std::move(name)), points_(std::move(points)) {}
  const std::string& name() const { return name_; }
  int itemCount() const { return static_cast<int>(points_.size()); }
  Bounds domain() const;
  Bounds range() const;

 private:
  const std::string name_;
  const std::vector<std::pair<double, double>> points_;
};

class ValueAxis {
 public:
  explicit ValueAxis(std::string label) : label_(std::move(label)) {}
  const std::string& label() const { return label_; }

 private:
  const std::string label_;
};
