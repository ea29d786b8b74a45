//: what: a listener is called while the lock is held, and asks for the lock
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <functional>
#include <mutex>
#include <thread>
struct Subject {
  std::mutex mutex;
  int value = 0;
  std::function<void(Subject&)> listener;
  int Get() {
    std::lock_guard<std::mutex> guard(mutex);
    return value;
  }
  void Set(int v) {
-    {
-      std::lock_guard<std::mutex> guard(mutex);
-      value = v;
-    }
+    std::lock_guard<std::mutex> guard(mutex);
+    value = v;
    if (listener) listener(*this);
  }
};
Subject subject;
int main() {
  subject.listener = [](Subject& s) { s.Get(); };
  std::thread a([] { subject.Set(1); }), b([] { subject.Set(2); });
  a.join();
  b.join();
}
