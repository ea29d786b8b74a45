// shows: a sequence lock over relaxed atomics: a reader retries until it saw a whole value
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> left, right;

int main() {
  std::thread writer([] {
    for (int i = 1; i <= 2; i++) {
      sequence.fetch_add(1);
      left.store(i);
      right.store(-i);
      sequence.fetch_add(1);
    }
  });
  std::thread reader([] {
    unsigned before, after;
    int l, r;
    do {
      before = sequence.load();
      l = left.load();
      r = right.load();
      after = sequence.load();
    } while (before != after || before % 2);
    assert(l == -r);
  });
  writer.join();
  reader.join();
}
