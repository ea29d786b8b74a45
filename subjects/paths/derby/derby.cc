// A small storage engine: page cache, row locks, log, transactions, heap, index, catalog, statistics. Five threads: three clients, a
// checkpointer and a monitor. Every component has a latch of its own; which way a client goes depends on what the others did before
// it. What a client does with the rows of its own result is most of the work and depends on nobody.
#include <cstdio>
#include <mutex>
#include <thread>

// --- Page cache ----------------------------------------------------------------------------------------------------------------

struct Frame {
  int page = -1, dirty = 0, pins = 0, used = 0;
};

class Cache {
 public:
  // The frame of the page, or -1 if all are in use.
  int Pin(int page) {
    std::lock_guard<std::mutex> guard(latch_);
    for (int i = 0; i < kFrames; ++i) {
      if (frames_[i].page != page) continue;
      frames_[i].pins++;
      frames_[i].used = 1;
      hits_++;
      return i;
    }
    const int victim = Victim();
    if (victim < 0) return -1;
    if (frames_[victim].dirty != 0) written_++;
    frames_[victim] = {page, 0, 1, 1};
    return victim;
  }
  void Unpin(int frame, bool dirty) {
    std::lock_guard<std::mutex> guard(latch_);
    frames_[frame].pins--;
    if (dirty) frames_[frame].dirty = 1;
  }
  int Flush() {
    std::lock_guard<std::mutex> guard(latch_);
    int flushed = 0;
    for (Frame& frame : frames_) {
      if (frame.dirty == 0) continue;
      if (frame.pins > 0) continue;
      frame.dirty = 0;
      ++flushed;
    }
    return flushed;
  }
  int written() {
    std::lock_guard<std::mutex> guard(latch_);
    return written_;
  }

 private:
  // Second chance, two turns of the hand.
  int Victim() {
    for (int turn = 0; turn < 2 * kFrames; ++turn) {
      const int at = hand_;
      hand_ = (hand_ + 1) % kFrames;
      if (frames_[at].pins > 0) continue;
      if (frames_[at].used != 0) {
        frames_[at].used = 0;
        continue;
      }
      return at;
    }
    return -1;
  }

  static constexpr int kFrames = 2;
  std::mutex latch_;
  Frame frames_[kFrames];
  int hand_ = 0, hits_ = 0, written_ = 0;
};

// --- Row locks -----------------------------------------------------------------------------------------------------------------

class RowLocks {
 public:
  bool TryLock(int row, int owner, bool exclusive) {
    std::lock_guard<std::mutex> guard(latch_);
    Row& entry = rows_[row];
    if (entry.owner != 0) {
      waits_++;
      return false;
    }
    if (exclusive && entry.readers > 0) {
      waits_++;
      return false;
    }
    if (exclusive) entry.owner = owner;
    else entry.readers++;
    if (++held_ > kEscalate) escalated_ = 1;
    return true;
  }
  void Unlock(int row, bool exclusive) {
    std::lock_guard<std::mutex> guard(latch_);
    if (exclusive) rows_[row].owner = 0;
    else rows_[row].readers--;
    held_--;
  }
  int waits() {
    std::lock_guard<std::mutex> guard(latch_);
    return waits_;
  }

 private:
  static constexpr int kEscalate = 2;
  struct Row {
    int owner = 0, readers = 0;
  };
  std::mutex latch_;
  Row rows_[2];
  int held_ = 0, waits_ = 0, escalated_ = 0;
};

// --- Log -----------------------------------------------------------------------------------------------------------------------

class Log {
 public:
  int Append(int bytes) {
    std::lock_guard<std::mutex> guard(latch_);
    if (end_ - begin_ + bytes > kBuffer) {
      begin_ = end_;
      switches_++;
    }
    end_ += bytes;
    return end_;
  }
  // Whether this call made it durable; else another one already did.
  bool Force(int position) {
    std::lock_guard<std::mutex> guard(latch_);
    if (position <= durable_) return false;
    durable_ = end_;
    forces_++;
    return true;
  }
  int Truncate() {
    std::lock_guard<std::mutex> guard(latch_);
    if (durable_ == truncated_) return 0;
    const int freed = durable_ - truncated_;
    truncated_ = durable_;
    return freed;
  }

 private:
  static constexpr int kBuffer = 48;
  std::mutex latch_;
  int begin_ = 0, end_ = 0, durable_ = 0, truncated_ = 0, switches_ = 0, forces_ = 0;
};

// --- Transactions --------------------------------------------------------------------------------------------------------------

class Transactions {
 public:
  // 0: too many at once.
  int Begin() {
    std::lock_guard<std::mutex> guard(latch_);
    if (active_ >= kMost) return 0;
    active_++;
    if (active_ > peak_) peak_ = active_;
    return ++last_;
  }
  void End(bool commit) {
    std::lock_guard<std::mutex> guard(latch_);
    active_--;
    if (commit) committed_++;
    else aborted_++;
    if (active_ == 0) quiet_ = 1;
  }
  bool quiet() {
    std::lock_guard<std::mutex> guard(latch_);
    if (active_ > 0) return false;
    return quiet_ != 0;
  }
  bool mostly_aborted() {
    std::lock_guard<std::mutex> guard(latch_);
    return aborted_ > committed_;
  }

 private:
  static constexpr int kMost = 2;
  std::mutex latch_;
  int active_ = 0, last_ = 0, committed_ = 0, aborted_ = 0, peak_ = 0, quiet_ = 0;
};

// --- Heap and index ------------------------------------------------------------------------------------------------------------

class Table {
 public:
  // A new page is needed where this returns true.
  bool Insert() {
    std::lock_guard<std::mutex> guard(latch_);
    if (free_ > 0) {
      free_--;
      rows_++;
      return false;
    }
    pages_++;
    free_ = kRowsOfPage - 1;
    rows_++;
    if (rows_ > kSplit) {
      splits_++;
      height_ = 2;
    }
    return true;
  }
  int Probe() {
    std::lock_guard<std::mutex> guard(latch_);
    if (height_ > 1) return 2;
    if (rows_ == 0) return 0;
    return 1;
  }

 private:
  static constexpr int kRowsOfPage = 2, kSplit = 2;
  std::mutex latch_;
  int free_ = 1, rows_ = 0, pages_ = 1, splits_ = 0, height_ = 1;
};

// --- The engine ----------------------------------------------------------------------------------------------------------------

Cache cache;
RowLocks locks;
Log wal;
Transactions transactions;
Table table;
std::mutex catalog_latch, monitor_latch;
int schema = 1, plans = 0, checkpoints = 0, warnings = 0;

// A result is sorted and filtered where nobody else sees it.
int Evaluate(int rows, int seed) {
  int selected = 0;
  int window[8] = {};
  for (int i = 0; i < rows; ++i) {
    const int value = (seed * 31 + i * 17) % 97;
    int at = 7;
    if (value > 90) continue;
    while (at > 0 && window[at - 1] < value) {
      window[at] = window[at - 1];
      --at;
    }
    window[at] = value;
    if (value % 3 == 0) ++selected;
  }
  return selected + window[0];
}

bool Compile() {
  std::lock_guard<std::mutex> guard(catalog_latch);
  if (plans != schema) {
    plans = schema;
    return true;
  }
  return false;
}

void Client(int id, int row, int page, bool update) {
  const int transaction = transactions.Begin();
  if (transaction == 0) return;
  const int compiled = Compile() ? 100 : 50;
  bool commit = false;
  if (locks.TryLock(row, id, update)) {
    const int frame = cache.Pin(page);
    if (frame >= 0) {
      if (table.Probe() == 0) Evaluate(compiled, id);
      else Evaluate(2 * compiled, id);
      if (update) {
        if (table.Insert()) wal.Append(8);
        commit = wal.Force(wal.Append(20));
      } else {
        commit = true;
      }
      cache.Unpin(frame, update);
    }
    locks.Unlock(row, update);
  }
  Evaluate(600, id);
  transactions.End(commit);
}

void Checkpoint() {
  const int flushed = cache.Flush();
  if (flushed > 0) wal.Append(4 * flushed);
  if (transactions.quiet() && wal.Truncate() > 0) {
    std::lock_guard<std::mutex> guard(monitor_latch);
    checkpoints++;
  }
  std::lock_guard<std::mutex> guard(catalog_latch);
  if (plans > 0) schema++;
}

void Monitor() {
  if (locks.waits() > 0) {
    std::lock_guard<std::mutex> guard(monitor_latch);
    warnings++;
  }
  if (cache.written() > 0) {
    std::lock_guard<std::mutex> guard(monitor_latch);
    warnings++;
  }
  std::lock_guard<std::mutex> guard(monitor_latch);
  if (checkpoints == 0 && transactions.mostly_aborted()) warnings++;
}

int main() {
  std::thread a(Client, 1, 0, 7, true), b(Client, 2, 0, 8, true), c(Client, 3, 1, 7, false);
  std::thread d(Checkpoint), e(Monitor);
  a.join(), b.join(), c.join(), d.join(), e.join();
  std::printf("%d %d\n", warnings, checkpoints);
}
