//: what: a connection pool returns early when nothing is idle, and keeps its lock
//: impact: changed
//: fault: deadlock
//: found: yes
//: args: busy
//: slow: yes
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
struct Connection {
  explicit Connection(int number) : number(number) {}
  int number;
  int uses = 0;
};
class ConnectionPool {
 public:
  explicit ConnectionPool(int size) {
    for (int i = 0; i < size; ++i) idle_.push_back(std::make_unique<Connection>(i));
  }
  std::unique_ptr<Connection> TryAcquire() {
    mutex_.lock();
    if (idle_.empty()) {
      ++misses_;
-      mutex_.unlock();
      return nullptr;
    }
    auto connection = std::move(idle_.back());
    idle_.pop_back();
    ++connection->uses;
    mutex_.unlock();
    return connection;
  }
  void Release(std::unique_ptr<Connection> connection) {
    std::lock_guard<std::mutex> guard(mutex_);
    idle_.push_back(std::move(connection));
  }
  int misses() {
    std::lock_guard<std::mutex> guard(mutex_);
    return misses_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> idle_;
  int misses_ = 0;
};
int main(int argc, char** argv) {
  ConnectionPool pool(argc > 1 && strcmp(argv[1], "busy") == 0 ? 1 : 2);
  auto client = [&] {
    auto connection = pool.TryAcquire();
    if (connection) pool.Release(std::move(connection));
  };
  std::thread one(client), two(client);
  one.join();
  two.join();
  return pool.misses() > 2;
}
