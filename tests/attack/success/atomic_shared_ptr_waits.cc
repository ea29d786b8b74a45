// shows: a thread waits until an atomic shared pointer is set, which libstdc++ 12 unlocks with relaxed order
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<std::shared_ptr<int>> box;

int main() {
  std::thread reader([] {
    box.wait(nullptr);
    assert(*box.load() == 3);
  });
  box.store(std::make_shared<int>(3));
  box.notify_all();
  reader.join();
}
