// shows: log lines are appended to a buffer that a flusher exchanges; the writer keeps the old buffer's pointer over the exchange
// set: held
// args: 1
// args: 3
#include "bug.h"

struct Buffer {
  std::atomic<int> used{0};
};
std::mutex m;
std::atomic<Buffer*> current{nullptr};
std::atomic<int> flushed{0};
void Log() {
  Buffer* b = current.load();
  std::lock_guard l(m);
  b->used.fetch_add(1);
}
void Flush() {
  Buffer* old;
  auto* fresh = new Buffer;
  {
    std::lock_guard l(m);
    old = current.exchange(fresh);
  }
  flushed += old->used;
  delete old;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  current = new Buffer;
  RunAll(n + 1, [n](int i) { i < n ? Log() : Flush(); });
  assert(flushed + current.load()->used == n);
}
