// shows: the writer counts readers before it takes the old value out, not after
// kind: heap
#include <atomic>
#include <thread>

static std::atomic<int*> config{new int(1)};
static std::atomic<int> readers;
static volatile int sink;

int main() {
  std::thread reads([] {
    readers.fetch_add(1);
    sink = *config.load();
    readers.fetch_sub(1);
  });
  while (readers.load() != 0) std::this_thread::yield();
  int* old = config.exchange(new int(2));
  delete old;
  reads.join();
}
