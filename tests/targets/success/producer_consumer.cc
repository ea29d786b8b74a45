// shows: a bounded buffer with two condition variables
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable not_full, not_empty;
static int buffer[2], count, head;

static void Put(int value) {
  std::unique_lock hold(lock);
  not_full.wait(hold, [] { return count < 2; });
  buffer[(head + count++) % 2] = value;
  not_empty.notify_one();
}

static int Take() {
  std::unique_lock hold(lock);
  not_empty.wait(hold, [] { return count > 0; });
  int value = buffer[head];
  head = (head + 1) % 2;
  count--;
  not_full.notify_one();
  return value;
}

int main() {
  int sums[2] = {};
  std::thread producers[2], consumers[2];
  for (int i = 0; i < 2; i++) producers[i] = std::thread([] { for (int v = 1; v <= 3; v++) Put(v); });
  for (int i = 0; i < 2; i++) consumers[i] = std::thread([&, i] { for (int n = 0; n < 3; n++) sums[i] += Take(); });
  for (std::thread& thread : producers) thread.join();
  for (std::thread& thread : consumers) thread.join();
  assert(sums[0] + sums[1] == 12 && count == 0);
}
