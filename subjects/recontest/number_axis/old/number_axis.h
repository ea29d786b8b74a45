// An axis for numbers.
#pragma once
#include <string>
#include <vector>

#include "axis.h"
#include "range.h"

class NumberAxis : public Axis {
 public:
  explicit NumberAxis(std::string label) : Axis(std::move(label)), range_(0.0, 1.0) {}

  Range range() const;
  double lowerBound() const;
  double upperBound() const;
  void setRange(double lower, double upper);
  void setRangeAboutValue(double value, double length);
  // Shows the part between two shares of what is shown now: zoomRange(0.25, 0.75) shows the middle half.
  void zoomRange(double lowerShare, double upperShare);
  void centerRange(double value);
  void resizeRange(double percent);
  // Takes the range of the data, with margins, unless a range was set by hand.
  void autoAdjustRange(const std::vector<double>& data);
  bool isAutoRange() const;
  void setAutoRangeIncludesZero(bool includes);
  // From a value of the data to a place on a screen that is `width` wide, and back.
  double valueToScreen(double value, double width) const;
  double screenToValue(double place, double width) const;
  std::vector<double> ticks() const;

 private:
  void setRangeLocked(double lower, double upper);

  Range range_;
  bool autoRange_ = true;
  bool includesZero_ = true;
  double margin_ = 0.05;
};
