//: what: a concept, a template's parameter and a class that satisfies it have other names
//: impact: same
//: slow: yes
//: fault: none
#include <concepts>
#include <mutex>
#include <thread>
template <typename L>
-concept Lockable = requires(L& l) { l.lock(); l.unlock(); };
+concept BasicLock = requires(L& l) { l.lock(); l.unlock(); };
-struct Plain {
+struct PlainLock {
  void lock() { m.lock(); }
  void unlock() { m.unlock(); }
  std::mutex m;
};
-template <Lockable T>
-struct Counter {
-  void Add() {
-    std::lock_guard<T> held(lock);
-    ++n;
-  }
-  T lock;
-  int n = 0;
-};
-static Counter<Plain> counter;
+template <BasicLock Mutex>
+struct Counter {
+  void Add() {
+    std::lock_guard<Mutex> held(lock);
+    ++n;
+  }
+  Mutex lock;
+  int n = 0;
+};
+static Counter<PlainLock> counter;
int main() {
  std::thread a([] { counter.Add(); }), b([] { counter.Add(); });
  a.join();
  b.join();
}
