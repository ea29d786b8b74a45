// shows: the count is decreased, then looked at: two threads see zero
// kind: heap
#include <atomic>
#include <thread>

struct Shared {
  std::atomic<int> count{2};
  int data = 1;
};

static void Drop(Shared* s) {
  s->count--;
  if (s->count.load() == 0) delete s;
}

int main() {
  Shared* s = new Shared;
  std::thread a(Drop, s), b(Drop, s);
  a.join(), b.join();
}
