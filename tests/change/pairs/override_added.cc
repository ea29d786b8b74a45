//: what: a new override does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Counter {
  virtual ~Counter() = default;
  virtual void Add() {
    pthread_mutex_lock(&lock);
    ++total;
    pthread_mutex_unlock(&lock);
  }
  int total = 0;
};
struct Fast : Counter {
+  void Add() override { ++total; }
};
static Fast fast;
static void* work(void* unused) {
  static_cast<Counter&>(fast).Add();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return fast.total == 0;
}
