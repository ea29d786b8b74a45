// shows: std::mutex, lock_guard, unique_lock, try_lock, adopt and defer
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter, skipped;

static void Increment() {
  std::lock_guard guard(lock);
  counter++;
}

static void TryIncrement() {
  std::unique_lock hold(lock, std::defer_lock);
  if (!hold.try_lock()) hold.lock();
  counter++;
  hold.unlock();
  lock.lock();
  std::lock_guard guard(lock, std::adopt_lock);
  skipped++;
}

int main() {
  std::thread a(Increment), b(TryIncrement), c(Increment);
  a.join();
  b.join();
  c.join();
  assert(counter == 3 && skipped == 1);
}
