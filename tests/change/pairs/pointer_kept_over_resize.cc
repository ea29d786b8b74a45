//: what: the place of the elements is asked under the lock, and used after it
//: impact: changed
//: select: yes
//: slow: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>
#include <vector>
static std::mutex mutex;
static std::vector<int> list(4, 1);
static int Sum() {
  int sum = 0;
-  std::lock_guard<std::mutex> held(mutex);
-  const int* at = list.data();
-  size_t size = list.size();
+  std::unique_lock<std::mutex> held(mutex);
+  const int* at = list.data();
+  size_t size = list.size();
+  held.unlock();
  for (size_t i = 0; i < size; ++i) sum += at[i];
  return sum;
}
int main() {
  std::thread a([] { Sum(); }), b([] {
    std::lock_guard<std::mutex> held(mutex);
    list.resize(100);
  });
  a.join();
  b.join();
}
