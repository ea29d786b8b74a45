//: what: the override that locks is deleted: the base's function runs
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Counter {
  virtual ~Counter() = default;
  virtual void Add() { ++total; }
  int total = 0;
};
struct Safe : Counter {
-  void Add() override {
-    pthread_mutex_lock(&lock);
-    Counter::Add();
-    pthread_mutex_unlock(&lock);
-  }
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
};
static Safe safe;
static Counter& counter = safe;
static void* work(void* unused) {
  counter.Add();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return counter.total == 0;
}
