// A plot of datasets, each on one of the domain axes and one of the range axes.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "axis_map.h"
#include "dataset.h"

class XYPlot {
 public:
  XYPlot() = default;
  std::unique_ptr<XYPlot> clone() const;

  void setDataset(int index, std::shared_ptr<const XYDataset> dataset);
  std::shared_ptr<const XYDataset> dataset(int index) const;
  int datasetCount() const;
  void setDomainAxis(int index, std::shared_ptr<const ValueAxis> axis);
  void setRangeAxis(int index, std::shared_ptr<const ValueAxis> axis);
  std::shared_ptr<const ValueAxis> domainAxis(int index) const;
  std::shared_ptr<const ValueAxis> rangeAxis(int index) const;

  void mapDatasetToDomainAxis(int dataset, int axis);
  void mapDatasetToRangeAxis(int dataset, int axis);
  int domainAxisOf(int dataset) const;
  int rangeAxisOf(int dataset) const;

  // What an axis has to show: the bounds of all datasets that are on it.
  Bounds domainBounds(int axis) const;
  Bounds rangeBounds(int axis) const;

  void addDomainMarker(int axis, double value);
  void clearDomainMarkers();
  std::vector<double> domainMarkers(int axis) const;

  void addChangeListener(std::function<void(const std::string&)> listener);
  std::string describe() const;

 private:
  Bounds boundsOf(int axis, const AxisMap& map, Bounds (XYDataset::*bounds)() const) const;
  void fireChanged(const std::string& what) const;

  mutable std::mutex lock_;
  std::map<int, std::shared_ptr<const XYDataset>> datasets_;
  std::map<int, std::shared_ptr<const ValueAxis>> domainAxes_, rangeAxes_;
  AxisMap toDomain_, toRange_;
  std::map<int, std::vector<double>> markers_;
  std::vector<std::function<void(const std::string&)>> listeners_;
};
