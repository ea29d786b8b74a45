// Writers and readers of a position agree on one lock. The change gave the reading side a lock of its own.
#include <cassert>
#include <mutex>
#include <thread>

class Position {
 public:
  void Move(int by) {
    std::lock_guard<std::mutex> guard(write_mutex_);
    x_ += by;
    y_ += by;
  }
  bool OnDiagonal() {
    std::lock_guard<std::mutex> guard(read_mutex_);
    const int x = x_;
    return x == y_;
  }

 private:
  std::mutex write_mutex_;
  std::mutex read_mutex_;
  int x_ = 0;
  int y_ = 0;
};

static Position position;

int main() {
  std::thread mover([] { position.Move(3); });
  std::thread watcher([] { assert(position.OnDiagonal()); });
  mover.join();
  watcher.join();
}
