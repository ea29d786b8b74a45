//: what: the function is no longer virtual: the base's runs
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Counter {
  virtual ~Counter() = default;
-  virtual void Add() { ++total; }
+  void Add() { ++total; }
  int total = 0;
};
struct Safe : Counter {
  void Add() {
    pthread_mutex_lock(&lock);
    ++total;
    pthread_mutex_unlock(&lock);
  }
};
static Safe safe;
static void* work(void* unused) {
  static_cast<Counter&>(safe).Add();
  return unused;
}
int main() {
  safe.Add();
  TWO_THREADS(work, work);
  return safe.total == 0;
}
