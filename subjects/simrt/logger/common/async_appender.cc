#include "async_appender.h"

AsyncAppender::AsyncAppender(std::shared_ptr<Appender> target, std::size_t capacity)
    : target_(std::move(target)), capacity_(capacity), worker_([this] { Run(); }) {}

AsyncAppender::~AsyncAppender() {
  stop();
  if (worker_.joinable()) worker_.join();
}

bool AsyncAppender::offer(const Event& event) {
  std::lock_guard<std::mutex> guard(mu_);
  if (stopping_ || queue_.size() >= capacity_) {
    ++lost_;
    return false;
  }
  queue_.push_back(event);
  changed_.notify_all();
  return true;
}

void AsyncAppender::Run() {
  std::unique_lock<std::mutex> lock(mu_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const Event event = std::move(queue_.front());
    queue_.pop_front();
    busy_ = true;
    lock.unlock();
    target_->append(event);
    lock.lock();
    busy_ = false;
    ++handled_;
    changed_.notify_all();
  }
}

void AsyncAppender::flush() {
  std::unique_lock<std::mutex> lock(mu_);
  changed_.wait(lock, [this] { return queue_.empty() && !busy_; });
}

void AsyncAppender::stop() {
  std::lock_guard<std::mutex> guard(mu_);
  stopping_ = true;
  changed_.notify_all();
}

long AsyncAppender::handled() const {
  std::lock_guard<std::mutex> guard(mu_);
  return handled_;
}

long AsyncAppender::lost() const {
  std::lock_guard<std::mutex> guard(mu_);
  return lost_;
}

std::size_t AsyncAppender::waiting() const {
  std::lock_guard<std::mutex> guard(mu_);
  return queue_.size();
}
