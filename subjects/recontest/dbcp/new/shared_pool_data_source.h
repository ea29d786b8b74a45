// A data source whose connections are shared by user. It is in the map of instances from when it has a name until it is closed.
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "instances.h"
#include "keyed_pool.h"

class SharedPoolDataSource {
 public:
  SharedPoolDataSource(Instances& instances, Driver& driver) : instances_(instances), driver_(driver) {}

  void setDataSourceName(const std::string& name);
  void setMaxActive(int maxActive);
  std::string instanceKey() const;
  std::unique_ptr<Connection> getConnection(const std::string& user, const std::string& password);
  void release(std::unique_ptr<Connection> connection);
  int numActive();
  void close();

 private:
  void assertNotInitialised() const;  // the lock is held
  KeyedPool& pool();

  Instances& instances_;
  Driver& driver_;
  mutable std::mutex lock_;
  std::string name_, key_;
  int maxActive_ = 8;
  std::unique_ptr<KeyedPool> pool_;
};
