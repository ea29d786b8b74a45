// A chart is copied for the printer while its owner puts datasets on a second axis.
#include <cassert>
#include <thread>

#include "xy_plot.h"

int main() {
  XYPlot plot;
  plot.setDataset(0, std::make_shared<XYDataset>("price", std::vector<std::pair<double, double>>{{1, 10}, {2, 12}}));
  plot.setDataset(1, std::make_shared<XYDataset>("volume", std::vector<std::pair<double, double>>{{1, 900}, {3, 700}}));
  plot.setDomainAxis(0, std::make_shared<ValueAxis>("day"));
  plot.mapDatasetToRangeAxis(1, 1);
  plot.mapDatasetToDomainAxis(0, 0);
  std::unique_ptr<XYPlot> copy;
  std::thread printer([&] {
    copy = plot.clone();
    copy->addDomainMarker(0, 2.0);
  });
  std::thread owner([&] {
    plot.mapDatasetToDomainAxis(1, 1);
    plot.addDomainMarker(1, 3.0);
  });
  printer.join();
  owner.join();
  assert(copy->datasetCount() == 2);
  assert(copy->rangeBounds(1).upper == 900);
  assert(copy->domainMarkers(0).size() == 1 && plot.domainMarkers(0).empty());
  assert(plot.describe() == "price on 0/0; volume on 1/1; ");
  assert(plot.domainBounds(1).upper == 3);
}
