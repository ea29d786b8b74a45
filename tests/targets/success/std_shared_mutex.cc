// shows: std::shared_mutex and shared_timed_mutex with shared_lock
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;
static std::shared_mutex lock;
static std::shared_timed_mutex timed;
static int a_part, b_part;

static void Write() {
  std::unique_lock hold(lock);
  a_part++;
  b_part++;
}

static void Read() {
  std::shared_lock hold(lock);
  assert(a_part == b_part);
}

static void Timed() {
  std::shared_lock hold(timed, std::defer_lock);
  if (hold.try_lock_for(1ms)) hold.unlock();
  if (timed.try_lock_until(std::chrono::steady_clock::now() + 1ms)) timed.unlock();
}

int main() {
  std::thread threads[] = {std::thread(Write), std::thread(Read), std::thread(Write), std::thread(Timed), std::thread(Timed)};
  for (std::thread& thread : threads) thread.join();
  assert(a_part == 2);
  assert(lock.try_lock_shared() && lock.try_lock_shared() && !lock.try_lock());
  lock.unlock_shared();
  lock.unlock_shared();
}
