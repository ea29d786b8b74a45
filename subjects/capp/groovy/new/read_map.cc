#include "read_map.h"

#include <algorithm>

void ConcurrentReadMap::put(int key, const std::string& value) {
  std::lock_guard<std::mutex> guard(mapLock_);
  Bucket& bucket = table_[indexOf(key)];
  auto entry = std::find_if(bucket.begin(), bucket.end(), [key](const Entry& e) { return e.key == key; });
  if (entry == bucket.end()) {
    bucket.push_back({key, value});
    size_++;
  } else {
    entry->value = value;
  }
  statistics_.written();
}

std::string ConcurrentReadMap::get(int key) {
  std::lock_guard<std::mutex> guard(mapLock_);
  std::unique_lock<std::mutex> lock(waitLock_);
  if (rebuilding_) {
    statistics_.waited();
    while (rebuilding_) rebuilt_.wait(lock);
  }
  lock.unlock();
  statistics_.read();
  return find(key);
}

std::string ConcurrentReadMap::find(int key) {
  for (const Entry& entry : table_[indexOf(key)])
    if (entry.key == key) return entry.value;
  return {};
}

bool ConcurrentReadMap::remove(int key) {
  std::lock_guard<std::mutex> guard(mapLock_);
  Bucket& bucket = table_[indexOf(key)];
  const auto before = bucket.size();
  std::erase_if(bucket, [key](const Entry& e) { return e.key == key; });
  if (bucket.size() == before) return false;
  size_--;
  return true;
}

int ConcurrentReadMap::size() {
  std::lock_guard<std::mutex> guard(mapLock_);
  return size_;
}

void ConcurrentReadMap::rebuild(int buckets) {
  beginRebuild();
  std::vector<Bucket> fresh(buckets);
  {
    std::lock_guard<std::mutex> guard(mapLock_);
    for (Bucket& bucket : table_)
      for (Entry& entry : bucket) fresh[entry.key % buckets].push_back(entry);
    table_.swap(fresh);
  }
  endRebuild();
}

void ConcurrentReadMap::beginRebuild() {
  std::lock_guard<std::mutex> guard(mapLock_);
  rebuilding_ = true;
}

void ConcurrentReadMap::endRebuild() {
  {
    std::lock_guard<std::mutex> guard(mapLock_);
    rebuilding_ = false;
  }
  std::unique_lock<std::mutex> lock(waitLock_);
  rebuilt_.notify_all();
  lock.unlock();
  statistics_.written();
}
