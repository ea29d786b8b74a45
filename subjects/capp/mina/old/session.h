// A session: its queue, its statistics and what its filters remember in it.
#pragma once
#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "message_queue.h"

class Session {
 public:
  MessageQueue& queue() { return queue_; }

  void setAttribute(const std::string& name, int value);
  int attribute(const std::string& name);
#ifdef FAULT_ONLY
  void increaseWrittenMessages() {}
  void increaseScheduledBytes(int) {}
  void increaseIdleCount() {}
#else
  void increaseWrittenMessages() { writtenMessages_.fetch_add(1); }
  void increaseScheduledBytes(int bytes) { scheduledBytes_.fetch_add(bytes); }
  void increaseIdleCount() { idle_.fetch_add(1); }
#endif
  int writtenMessages() const { return writtenMessages_.load(); }
  bool connected() const { return connected_.load(); }

 private:
  MessageQueue queue_;
  std::mutex attributesLock_;
  std::map<std::string, int> attributes_;
  std::atomic<int> writtenMessages_{0};
  std::atomic<int> scheduledBytes_{0};
  std::atomic<int> idle_{0};
  std::atomic<bool> connected_{true};
};
