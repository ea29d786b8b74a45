// What all series have: a name, and listeners who can refuse an item and hear of changes.
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "period.h"

class Series;

class SeriesListener {
 public:
  virtual ~SeriesListener() = default;
  virtual bool mayAdd(const Series&, const Item&) { return true; }
  virtual void seriesChanged(const Series&) {}
};

class Series {
 public:
  explicit Series(std::string name) : name_(std::move(name)) {}
  virtual ~Series() = default;
  const std::string& name() const { return name_; }
  void addListener(SeriesListener* listener);
  void removeListener(SeriesListener* listener);
  void setNotify(bool notify);

 protected:
  bool askListeners(const Item& item) const;
  void fireChanged() const;
  mutable std::recursive_mutex lock_;

 private:
  std::vector<SeriesListener*> copyOfListeners() const;
  const std::string name_;
  bool notify_ = true;
  std::vector<SeriesListener*> listeners_;
};
