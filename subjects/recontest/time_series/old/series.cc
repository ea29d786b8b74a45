#include "series.h"

#include <algorithm>

void Series::addListener(SeriesListener* listener) {
  std::lock_guard guard(lock_);
  listeners_.push_back(listener);
}

void Series::removeListener(SeriesListener* listener) {
  std::lock_guard guard(lock_);
  std::erase(listeners_, listener);
}

void Series::setNotify(bool notify) {
  std::lock_guard guard(lock_);
  notify_ = notify;
}

std::vector<SeriesListener*> Series::copyOfListeners() const {
  std::lock_guard guard(lock_);
  return listeners_;
}

bool Series::askListeners(const Item& item) const {
  const auto now = copyOfListeners();
  return std::all_of(now.begin(), now.end(), [&](SeriesListener* listener) { return listener->mayAdd(*this, item); });
}

void Series::fireChanged() const {
  {
    std::lock_guard guard(lock_);
    if (!notify_) return;
  }
  for (SeriesListener* listener : copyOfListeners()) listener->seriesChanged(*this);
}
