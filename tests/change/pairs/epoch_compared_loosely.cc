//: what: an object is freed in the epoch in which a reader may still have it
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <thread>
static std::atomic<int> epoch{1}, reading{0};
static std::atomic<int*> current{new int(1)};
static int Read() {
  reading.store(epoch.load());
  const int value = *current.load();
  reading.store(0);
  return value;
}
static void Replace() {
  int* old = current.exchange(new int(2));
  const int now = epoch.fetch_add(1);
  for (;;) {
    const int other = reading.load();
-    if (other == 0 || other > now) break;
+    if (other == 0 || other >= now) break;
    std::this_thread::yield();
  }
  delete old;
}
int main() {
  std::thread other(Replace);
  Read();
  other.join();
  delete current.load();
}
