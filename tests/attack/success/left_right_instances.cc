// shows: two instances, the writer changes the one without readers, waits, then the other (left-right)
#include <atomic>
#include <cassert>
#include <thread>
int inst[2];
std::atomic<int> active{0};
std::atomic<int> readers[2];
int Read() {
  for (;;) {
    int i = active.load();
    readers[i].fetch_add(1);
    if (active.load() == i) {
      int v = inst[i];
      readers[i].fetch_sub(1);
      return v;
    }
    readers[i].fetch_sub(1);
  }
}
void Write(int v) {
  int i = active.load();
  while (readers[1 - i].load()) std::this_thread::yield();
  inst[1 - i] = v;
  active.store(1 - i);
  while (readers[i].load()) std::this_thread::yield();
  inst[i] = v;
}
int main() {
  std::thread r([] {
    int v = Read();
    assert(v == 0 || v == 5);
  });
  Write(5);
  r.join();
}
