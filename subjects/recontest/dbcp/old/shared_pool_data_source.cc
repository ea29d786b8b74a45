#include "shared_pool_data_source.h"

#include <stdexcept>

void SharedPoolDataSource::assertNotInitialised() const {
  if (pool_) throw std::logic_error("a connection was already handed out");
}

void SharedPoolDataSource::setDataSourceName(const std::string& name) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    assertNotInitialised();
    name_ = name;
    if (!key_.empty()) return;
  }
  const std::string key = instances_.registerNew(this);
  std::lock_guard<std::mutex> guard(lock_);
  key_ = key;
}

void SharedPoolDataSource::setMaxActive(int maxActive) {
  std::lock_guard<std::mutex> guard(lock_);
  assertNotInitialised();
  maxActive_ = maxActive;
}

std::string SharedPoolDataSource::instanceKey() const {
  std::lock_guard<std::mutex> guard(lock_);
  return key_;
}

KeyedPool& SharedPoolDataSource::pool() {
  std::lock_guard<std::mutex> guard(lock_);
  if (!pool_) pool_ = std::make_unique<KeyedPool>(driver_, 2, maxActive_);
  return *pool_;
}

std::unique_ptr<Connection> SharedPoolDataSource::getConnection(const std::string& user, const std::string& password) {
  return pool().borrow({user, password});
}

void SharedPoolDataSource::release(std::unique_ptr<Connection> connection) {
  if (connection->valid()) pool().giveBack(std::move(connection));
  else pool().invalidate(std::move(connection));
}

int SharedPoolDataSource::numActive() { return pool().numActive(); }

void SharedPoolDataSource::close() {
  std::string key;
  {
    std::lock_guard<std::mutex> guard(lock_);
    key = key_;
    key_.clear();
    if (pool_) pool_->clear();
  }
  if (!key.empty()) instances_.remove(key);
}
