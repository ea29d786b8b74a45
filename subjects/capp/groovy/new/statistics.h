// How the map is used.
#pragma once
#include <atomic>

class MapStatistics {
 public:
#ifdef FAULT_ONLY
  void read() {}
  void written() {}
  void waited() {}
#else
  void read() { reads_.fetch_add(1); }
  void written() { writes_.fetch_add(1); }
  void waited() { waits_.fetch_add(1); }
#endif
  int reads() const { return reads_.load(); }

 private:
  std::atomic<int> reads_{0};
  std::atomic<int> writes_{0};
  std::atomic<int> waits_{0};
};
