// All data sources of the process by key: what a name server hands out is a key, which is looked up here.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

class SharedPoolDataSource;

class Instances {
 public:
  std::string registerNew(SharedPoolDataSource* source);
  void remove(const std::string& key);
  SharedPoolDataSource* find(const std::string& key);
  std::vector<std::string> keys();
  int size();
  void closeAll();

 private:
  static int numberOf(const std::string& key);  // -1: none
  int highest();

  std::mutex lock_;
  std::map<std::string, SharedPoolDataSource*> map_;
};
