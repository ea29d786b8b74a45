// shows: a condition variable goes away while a thread waits for it: libc's destructor would wait for ever
// kind: misuse
// subkind: destroyed-in-use
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Queue {
  std::mutex m;
  std::condition_variable filled;
  bool closed = false;
};

int main() {
  auto queue = std::make_unique<Queue>();
  std::mutex& m = queue->m;
  std::thread consumer([&q = *queue] {
    std::unique_lock lock(q.m);
    q.filled.wait_for(lock, std::chrono::seconds(1), [&] { return q.closed; });
  });
  {
    std::lock_guard lock(m);
    queue->filled.~condition_variable();  // forgot to close it first
    new (&queue->filled) std::condition_variable;
    queue->closed = true;
  }
  consumer.join();
}
