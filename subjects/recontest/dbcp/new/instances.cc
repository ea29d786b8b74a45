#include "instances.h"

#include <algorithm>

#include "shared_pool_data_source.h"

int Instances::numberOf(const std::string& key) {
  if (key.empty() || key.find_first_not_of("0123456789") != std::string::npos) return -1;
  return std::stoi(key);
}

int Instances::highest() {
  std::lock_guard<std::mutex> guard(lock_);
  int highest = 0;
  for (const auto& [key, source] : map_) highest = std::max(highest, numberOf(key));
  return highest;
}

std::string Instances::registerNew(SharedPoolDataSource* source) {
  const std::string key = std::to_string(highest() + 1);
  std::lock_guard<std::mutex> guard(lock_);
  map_[key] = source;
  return key;
}

void Instances::remove(const std::string& key) {
  std::lock_guard<std::mutex> guard(lock_);
  map_.erase(key);
}

SharedPoolDataSource* Instances::find(const std::string& key) {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = map_.find(key);
  return found == map_.end() ? nullptr : found->second;
}

std::vector<std::string> Instances::keys() {
  std::lock_guard<std::mutex> guard(lock_);
  std::vector<std::string> out;
  for (const auto& [key, source] : map_) out.push_back(key);
  return out;
}

int Instances::size() {
  std::lock_guard<std::mutex> guard(lock_);
  return static_cast<int>(map_.size());
}

void Instances::closeAll() {
  for (const std::string& key : keys())
    if (SharedPoolDataSource* source = find(key)) source->close();
}
