// shows: the reader of a sequence lock looks only whether a write was going on when it began
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> left, right;

int main() {
  std::thread writer([] {
    sequence.fetch_add(1);
    left.store(1);
    right.store(-1);
    sequence.fetch_add(1);
  });
  if (sequence.load() % 2 == 0) {
    int l = left.load(), r = right.load();
    assert(l == -r);
  }
  writer.join();
}
