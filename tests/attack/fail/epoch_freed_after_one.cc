// shows: memory is freed as soon as the epoch moved once; a reader of the old epoch still has it
// kind: heap|race
#include <atomic>
#include <thread>
std::atomic<int> epoch{0}, reader{-1};
std::atomic<int*> value{new int(1)};
int main() {
  std::thread r([] {
    reader = epoch.load();
    int* p = value;
    volatile int v = *p;
    (void)v;
    reader = -1;
  });
  int* old = value.exchange(new int(2));
  ++epoch;
  if (reader != epoch) delete old;
  r.join();
}
