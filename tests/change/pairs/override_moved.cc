//: what: the override moves to another class of the hierarchy
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Counter {
  virtual ~Counter() = default;
  virtual void Add() { ++total; }
  int total = 0;
};
struct Left : Counter {
-  void Add() override {
-    pthread_mutex_lock(&lock);
-    ++total;
-    pthread_mutex_unlock(&lock);
-  }
};
struct Right : Counter {
+  void Add() override {
+    pthread_mutex_lock(&lock);
+    ++total;
+    pthread_mutex_unlock(&lock);
+  }
};
static Left left;
static Right right;
static void* work(void* unused) {
  static_cast<Counter&>(left).Add();
  return unused;
}
int main() {
  static_cast<Counter&>(right).Add();
  TWO_THREADS(work, work);
  return left.total == 0;
}
