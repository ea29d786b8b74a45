// What all axes have: a label, visibility, and listeners that hear of changes.
#pragma once
#include <mutex>
#include <string>
#include <vector>

class Axis;

class AxisChangeListener {
 public:
  virtual ~AxisChangeListener() = default;
  virtual void axisChanged(const Axis& axis) = 0;
};

class Axis {
 public:
  explicit Axis(std::string label) : label_(std::move(label)) {}
  virtual ~Axis() = default;
  std::string label() const;
  void setLabel(const std::string& label);
  bool isVisible() const;
  void setVisible(bool visible);
  void addChangeListener(AxisChangeListener* listener);
  void removeChangeListener(AxisChangeListener* listener);

 protected:
  // Calls the listeners. The caller must not hold the lock.
  void notifyListeners() const;
  mutable std::mutex lock_;

 private:
  std::string label_;
  bool visible_ = true;
  std::vector<AxisChangeListener*> listeners_;
};
