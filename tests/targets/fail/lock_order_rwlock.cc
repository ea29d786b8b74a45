// shows: a cycle of a mutex and a reader-writer lock
// kind: deadlock
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::mutex plain;
static std::shared_mutex shared;

int main() {
  std::thread reader([] {
    std::shared_lock outer(shared);
    std::lock_guard inner(plain);
  });
  std::thread writer([] {
    std::lock_guard outer(plain);
    std::unique_lock inner(shared);
  });
  reader.join();
  writer.join();
}
