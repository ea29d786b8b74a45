// shows: blocks that one thread makes and another frees, handed over in every usual way: no race with the free
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Counted {
  std::atomic<int> users{2};
  int value = 7;
};

static void Release(Counted* c) {
  if (c->users.fetch_sub(1, std::memory_order_acq_rel) == 1) delete c;
}

int main() {
  // under a lock
  std::mutex lock;
  std::condition_variable filled;
  std::vector<int*> queue;
  std::thread consumer([&] {
    std::unique_lock hold(lock);
    filled.wait(hold, [&] { return !queue.empty(); });
    int* item = queue.back();
    queue.pop_back();
    hold.unlock();
    assert(*item == 3);
    delete item;
  });
  {
    std::lock_guard hold(lock);
    queue.push_back(new int(3));
  }
  filled.notify_one();
  consumer.join();

  // by counting users, by hand and by the library
  auto* counted = new Counted;
  std::thread user([counted] {
    assert(counted->value == 7);
    Release(counted);
  });
  assert(counted->value == 7);
  Release(counted);
  user.join();
  auto shared = std::make_shared<int>(5);
  std::thread other([mine = shared] { assert(*mine == 5); });
  assert(*shared == 5);
  shared.reset();
  other.join();

  // by a published pointer, by a future, by joining
  std::atomic<int*> slot{nullptr};
  std::thread taker([&] {
    int* block = nullptr;
    while ((block = slot.exchange(nullptr, std::memory_order_acquire)) == nullptr) std::this_thread::yield();
    assert(block[1] == 2);
    std::free(block);
  });
  int* block = static_cast<int*>(std::malloc(2 * sizeof(int)));
  block[1] = 2;
  slot.store(block, std::memory_order_release);
  taker.join();
  std::promise<std::unique_ptr<int>> promise;
  std::thread maker([&] { promise.set_value(std::make_unique<int>(4)); });
  assert(*promise.get_future().get() == 4);
  maker.join();
}
