#include "keyed_pool.h"

std::unique_ptr<Connection> KeyedPool::borrow(const Credentials& key) {
  std::lock_guard<std::mutex> guard(lock_);
  auto& list = idle_[key];
  while (!list.empty()) {
    std::unique_ptr<Connection> connection = std::move(list.front());
    list.pop_front();
    if (!connection->valid()) continue;
    active_++;
    return connection;
  }
  if (active_ >= maxActive_) return nullptr;
  active_++;
  return driver_.connect(key);
}

void KeyedPool::giveBack(std::unique_ptr<Connection> connection) {
  std::lock_guard<std::mutex> guard(lock_);
  active_--;
  auto& list = idle_[connection->credentials()];
  if (static_cast<int>(list.size()) < maxIdle_) list.push_back(std::move(connection));
}

void KeyedPool::invalidate(std::unique_ptr<Connection> connection) {
  connection->close();
  std::lock_guard<std::mutex> guard(lock_);
  active_--;
}

void KeyedPool::clear() {
  std::lock_guard<std::mutex> guard(lock_);
  idle_.clear();
}

int KeyedPool::numActive() const {
  std::lock_guard<std::mutex> guard(lock_);
  return active_;
}

int KeyedPool::numIdle(const Credentials& key) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = idle_.find(key);
  return found == idle_.end() ? 0 : static_cast<int>(found->second.size());
}
