// A small storage engine: page cache, lock table, log, statistics. Five threads: three clients, a checkpointer and a monitor. Everything
// is behind one latch a component; which way a client goes depends on what the others did before it.
#include <cstdio>
#include <mutex>
#include <thread>

struct Page {
  int id = -1, dirty = 0, pins = 0;
};

class Cache {
 public:
  // The frame of the page, or -1 if all are in use.
  int Pin(int id) {
    std::lock_guard<std::mutex> guard(latch_);
    int free = -1;
    for (int i = 0; i < kFrames; ++i) {
      if (frames_[i].id == id) {
        frames_[i].pins++;
        hits_++;
        return i;
      }
      if (frames_[i].pins == 0 && free < 0) free = i;
    }
    if (free < 0) return -1;
    if (frames_[free].dirty != 0) written_++;
    frames_[free] = {id, 0, 1};
    return free;
  }
  void Unpin(int frame, bool dirty) {
    std::lock_guard<std::mutex> guard(latch_);
    if (frames_[frame].pins > 0) frames_[frame].pins--;
    if (dirty) frames_[frame].dirty = 1;
  }
  int Flush() {
    std::lock_guard<std::mutex> guard(latch_);
    int flushed = 0;
    for (Page& frame : frames_) {
      if (frame.dirty == 0) continue;
      if (frame.pins > 0) continue;
      frame.dirty = 0;
      ++flushed;
    }
    return flushed;
  }
  int hits_ = 0, written_ = 0;

 private:
  static constexpr int kFrames = 3;
  std::mutex latch_;
  Page frames_[kFrames];
};

class LockTable {
 public:
  bool TryLock(int row, int owner, bool exclusive) {
    std::lock_guard<std::mutex> guard(latch_);
    Row& entry = rows_[row];
    if (entry.owner == owner) return true;
    if (entry.owner != 0) {
      waits_++;
      return false;
    }
    if (exclusive && entry.readers > 0) return false;
    if (exclusive) entry.owner = owner;
    else entry.readers++;
    return true;
  }
  void Unlock(int row, int owner) {
    std::lock_guard<std::mutex> guard(latch_);
    Row& entry = rows_[row];
    if (entry.owner == owner) entry.owner = 0;
    else if (entry.readers > 0) entry.readers--;
  }
  int waits_ = 0;

 private:
  struct Row {
    int owner = 0, readers = 0;
  };
  std::mutex latch_;
  Row rows_[2];
};

class Log {
 public:
  int Append(int bytes) {
    std::lock_guard<std::mutex> guard(latch_);
    if (end_ + bytes > kSize) {
      end_ = 0;
      switches_++;
    }
    end_ += bytes;
    if (end_ - flushed_ > kSize / 2) flushed_ = end_;
    return end_;
  }
  bool Force(int position) {
    std::lock_guard<std::mutex> guard(latch_);
    if (position <= flushed_) return false;
    flushed_ = position;
    return true;
  }
  int switches_ = 0;

 private:
  static constexpr int kSize = 64;
  std::mutex latch_;
  int end_ = 0, flushed_ = 0;
};

Cache cache;
LockTable locks;
Log wal;
int committed, aborted, checkpointing, sum_of_statistics;
std::mutex totals;

void Client(int id, int row, int page, bool update) {
  if (!locks.TryLock(row, id, update)) {
    std::lock_guard<std::mutex> guard(totals);
    ++aborted;
    return;
  }
  const int frame = cache.Pin(page);
  if (frame < 0) {
    locks.Unlock(row, id);
    return;
  }
  const int position = update ? wal.Append(20) : 0;
  cache.Unpin(frame, update);
  if (update && wal.Force(position)) {
    std::lock_guard<std::mutex> guard(totals);
    ++committed;
  }
  locks.Unlock(row, id);
}

void Checkpoint() {
  {
    std::lock_guard<std::mutex> guard(totals);
    if (checkpointing != 0) return;
    checkpointing = 1;
  }
  const int flushed = cache.Flush();
  if (flushed > 0) wal.Append(4 * flushed);
  std::lock_guard<std::mutex> guard(totals);
  checkpointing = 0;
}

void Monitor() {
  std::lock_guard<std::mutex> guard(totals);
  sum_of_statistics = committed + aborted;
  if (aborted > committed) sum_of_statistics = -1;
}

int main() {
  std::thread a(Client, 1, 0, 7, true), b(Client, 2, 0, 8, true), c(Client, 3, 1, 7, false);
  std::thread d(Checkpoint), e(Monitor);
  a.join(), b.join(), c.join(), d.join(), e.join();
  std::printf("%d\n", cache.hits_ + cache.written_ + locks.waits_ + wal.switches_);
}
