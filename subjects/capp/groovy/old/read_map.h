// A map that many threads read: the table of buckets is guarded by the map's lock, and readers stay out while a writer
// rebuilds it.
#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "statistics.h"

class ConcurrentReadMap {
 public:
  explicit ConcurrentReadMap(int buckets) : table_(buckets) {}

  void put(int key, const std::string& value);
  std::string get(int key);  // empty: no such key
  bool remove(int key);
  int size();
  void rebuild(int buckets);  // moves all entries into a new table
  MapStatistics& statistics() { return statistics_; }

 private:
  struct Entry {
    int key;
    std::string value;
  };
  using Bucket = std::vector<Entry>;

  int indexOf(int key) const { return key % static_cast<int>(table_.size()); }
  void beginRebuild();
  void endRebuild();
  std::string find(int key);  // mapLock_ is held

  std::mutex mapLock_;
  std::vector<Bucket> table_;
  int size_ = 0;
  bool rebuilding_ = false;  // under mapLock_

  std::mutex waitLock_;
  std::condition_variable rebuilt_;
  MapStatistics statistics_;
};
