// shows: a writer waits for the readers that may still see the old configuration, then frees it
#include <atomic>
#include <cassert>
#include <thread>

struct Config {
  int low, high;
};
static std::atomic<Config*> config{new Config{1, 2}};
static std::atomic<int> readers;

static void Read() {
  readers.fetch_add(1);
  const Config* c = config.load();
  assert(c->low < c->high);
  readers.fetch_sub(1);
}

int main() {
  std::thread a(Read), b(Read);
  Config* old = config.exchange(new Config{10, 20});
  while (readers.load() != 0) std::this_thread::yield();
  delete old;
  a.join(), b.join();
  delete config.load();
}
