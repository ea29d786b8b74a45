#include "xy_plot.h"

std::unique_ptr<XYPlot> XYPlot::clone() const {
  auto copy = std::make_unique<XYPlot>();
  std::lock_guard<std::mutex> guard(lock_);
  copy->datasets_ = datasets_;
  copy->domainAxes_ = domainAxes_;
  copy->rangeAxes_ = rangeAxes_;
  copy->markers_ = markers_;
  copy->toDomain_.putAll(toDomain_);
  copy->toRange_.putAll(toRange_);
  return copy;
}

void XYPlot::setDataset(int index, std::shared_ptr<const XYDataset> dataset) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    if (dataset) datasets_[index] = std::move(dataset);
    else datasets_.erase(index);
  }
  fireChanged("dataset");
}

std::shared_ptr<const XYDataset> XYPlot::dataset(int index) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = datasets_.find(index);
  return found == datasets_.end() ? nullptr : found->second;
}

int XYPlot::datasetCount() const {
  std::lock_guard<std::mutex> guard(lock_);
  return static_cast<int>(datasets_.size());
}

void XYPlot::setDomainAxis(int index, std::shared_ptr<const ValueAxis> axis) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    domainAxes_[index] = std::move(axis);
  }
  fireChanged("domain axis");
}

void XYPlot::setRangeAxis(int index, std::shared_ptr<const ValueAxis> axis) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    rangeAxes_[index] = std::move(axis);
  }
  fireChanged("range axis");
}

std::shared_ptr<const ValueAxis> XYPlot::domainAxis(int index) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = domainAxes_.find(index);
  return found == domainAxes_.end() ? nullptr : found->second;
}

std::shared_ptr<const ValueAxis> XYPlot::rangeAxis(int index) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = rangeAxes_.find(index);
  return found == rangeAxes_.end() ? nullptr : found->second;
}

void XYPlot::mapDatasetToDomainAxis(int dataset, int axis) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    toDomain_.put(dataset, axis);
  }
  fireChanged("mapping");
}

void XYPlot::mapDatasetToRangeAxis(int dataset, int axis) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    toRange_.put(dataset, axis);
  }
  fireChanged("mapping");
}

int XYPlot::domainAxisOf(int dataset) const {
  std::lock_guard<std::mutex> guard(lock_);
  return toDomain_.axisOf(dataset);
}

int XYPlot::rangeAxisOf(int dataset) const {
  std::lock_guard<std::mutex> guard(lock_);
  return toRange_.axisOf(dataset);
}

Bounds XYPlot::boundsOf(int axis, const AxisMap& map, Bounds (XYDataset::*bounds)() const) const {
  Bounds out;
  for (const auto& [index, dataset] : datasets_)
    if (map.axisOf(index) == axis) out.include((*dataset.*bounds)());
  return out;
}

Bounds XYPlot::domainBounds(int axis) const {
  std::lock_guard<std::mutex> guard(lock_);
  return boundsOf(axis, toDomain_, &XYDataset::domain);
}

Bounds XYPlot::rangeBounds(int axis) const {
  std::lock_guard<std::mutex> guard(lock_);
  return boundsOf(axis, toRange_, &XYDataset::range);
}

void XYPlot::addDomainMarker(int axis, double value) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    markers_[axis].push_back(value);
  }
  fireChanged("marker");
}

void XYPlot::clearDomainMarkers() {
  {
    std::lock_guard<std::mutex> guard(lock_);
    markers_.clear();
  }
  fireChanged("marker");
}

std::vector<double> XYPlot::domainMarkers(int axis) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = markers_.find(axis);
  return found == markers_.end() ? std::vector<double>() : found->second;
}

void XYPlot::addChangeListener(std::function<void(const std::string&)> listener) {
  std::lock_guard<std::mutex> guard(lock_);
  listeners_.push_back(std::move(listener));
}

void XYPlot::fireChanged(const std::string& what) const {
  std::vector<std::function<void(const std::string&)>> now;
  {
    std::lock_guard<std::mutex> guard(lock_);
    now = listeners_;
  }
  for (const auto& listener : now) listener(what);
}

std::string XYPlot::describe() const {
  std::lock_guard<std::mutex> guard(lock_);
  std::string out;
  for (const auto& [index, dataset] : datasets_)
    out += dataset->name() + " on " + std::to_string(toDomain_.axisOf(index)) + "/" + std::to_string(toRange_.axisOf(index)) + "; ";
  return out;
}
