// Readers and writers of one document; writers that wait go before readers that arrive later. Every waiting writer has a
// monitor of its own in a queue, all waiting readers share the object's.
#pragma once
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

struct WriterMonitor {
  std::mutex mutex;
  std::condition_variable turn;
};

class ReadersWriters {
 public:
  virtual ~ReadersWriters() = default;

  void read();
  void write();

 protected:
  virtual void doRead() = 0;
  virtual void doWrite() = 0;

 private:
  bool allowReader() const { return activeWriters_ == 0 && waitingWriters_.empty(); }
  bool allowWriter() const { return activeReaders_ == 0 && activeWriters_ == 0; }
  void beforeRead();
  void afterRead();
  void beforeWrite();
  void afterWrite();
  void admitReaders();
  void admitWriter();

  std::mutex mutex_;
  std::condition_variable readers_;
  int activeReaders_ = 0;
  int activeWriters_ = 0;
  int waitingReaders_ = 0;
  unsigned admissions_ = 0;  // of groups of waiting readers
  std::deque<std::shared_ptr<WriterMonitor>> waitingWriters_;
};
