#include "axis.h"

#include <algorithm>

std::string Axis::label() const {
  std::lock_guard<std::mutex> guard(lock_);
  return label_;
}

void Axis::setLabel(const std::string& label) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    if (label_ == label) return;
    label_ = label;
  }
  notifyListeners();
}

bool Axis::isVisible() const {
  std::lock_guard<std::mutex> guard(lock_);
  return visible_;
}

void Axis::setVisible(bool visible) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    if (visible_ == visible) return;
    visible_ = visible;
  }
  notifyListeners();
}

void Axis::addChangeListener(AxisChangeListener* listener) {
  std::lock_guard<std::mutex> guard(lock_);
  listeners_.push_back(listener);
}

void Axis::removeChangeListener(AxisChangeListener* listener) {
  std::lock_guard<std::mutex> guard(lock_);
  listeners_.erase(std::remove(listeners_.begin(), listeners_.end(), listener), listeners_.end());
}

void Axis::notifyListeners() const {
  std::vector<AxisChangeListener*> now;
  {
    std::lock_guard<std::mutex> guard(lock_);
    now = listeners_;
  }
  for (AxisChangeListener* listener : now) listener->axisChanged(*this);
}
