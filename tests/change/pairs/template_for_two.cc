//: what: two overloads with the same body become one template
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
std::mutex mutex;
int ints;
long longs;
-void Add(int& to, int n) {
-  std::lock_guard<std::mutex> guard(mutex);
-  to += n;
-}
-void Add(long& to, long n) {
-  std::lock_guard<std::mutex> guard(mutex);
-  to += n;
-}
+template <class T>
+void Add(T& to, T n) {
+  std::lock_guard<std::mutex> guard(mutex);
+  to += n;
+}
int main() {
  std::thread a([] { Add(ints, 1); Add(longs, 2L); });
  std::thread b([] { Add(ints, 3); Add(longs, 4L); });
  a.join();
  b.join();
}
