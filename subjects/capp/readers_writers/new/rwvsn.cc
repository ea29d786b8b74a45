#include "rwvsn.h"

void ReadersWriters::read() {
  beforeRead();
  doRead();
  afterRead();
}

void ReadersWriters::write() {
  beforeWrite();
  doWrite();
  afterWrite();
}

void ReadersWriters::beforeRead() {
  std::unique_lock<std::mutex> self(mutex_);
  if (allowReader()) {
    activeReaders_++;
    return;
  }
  waitingReaders_++;
  const unsigned seen = admissions_;
  while (admissions_ == seen) readers_.wait(self);
}

void ReadersWriters::afterRead() {
  std::lock_guard<std::mutex> self(mutex_);
  if (--activeReaders_ == 0) admitWriter();
}

void ReadersWriters::beforeWrite() {
  auto monitor = std::make_shared<WriterMonitor>();
  {
    std::lock_guard<std::mutex> self(mutex_);
    if (allowWriter()) {
      activeWriters_++;
      return;
    }
    waitingWriters_.push_back(monitor);
  }
  std::unique_lock<std::mutex> own(monitor->mutex);
  monitor->turn.wait(own);
}

void ReadersWriters::afterWrite() {
  std::lock_guard<std::mutex> self(mutex_);
  activeWriters_--;
  if (waitingReaders_ > 0) admitReaders();
  else admitWriter();
}

void ReadersWriters::admitReaders() {
  activeReaders_ += waitingReaders_;
  waitingReaders_ = 0;
  admissions_++;
  readers_.notify_all();
}

// Hands the document to the writer that waits longest.
void ReadersWriters::admitWriter() {
  if (waitingWriters_.empty()) return;
  std::shared_ptr<WriterMonitor> first = waitingWriters_.front();
  waitingWriters_.pop_front();
  activeWriters_++;
  std::lock_guard<std::mutex> lock(first->mutex);
  first->turn.notify_one();
}
