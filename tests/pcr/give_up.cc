// Threads that give up when a lock is taken: what happens then is on a path that few runs take. And a compare-exchange that finds
// what it looks for only after one of two writes.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex mutex;
int work, skipped;
std::atomic<int> turn{0};

void Do() {
  const std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (lock) {
    ++work;
  } else {
    const int seen = skipped;
    skipped = seen + 1;
  }
}

void Turns() {
  std::thread first([] { turn.store(1); });
  std::thread second([] { turn.exchange(3); });
  std::thread third([] {
    int wanted = 1;
    turn.compare_exchange_strong(wanted, 9);
  });
  first.join();
  second.join();
  third.join();
}

int main(int count, char**) {
  if (count > 1) return Turns(), 0;
  std::thread first([] { Do(), Do(); });
  std::thread second([] { Do(), Do(); });
  first.join();
  second.join();
}
