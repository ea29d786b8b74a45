//: what: the factory makes the class that does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Counter {
  virtual ~Counter() = default;
  virtual void Add() = 0;
  int total = 0;
};
struct Safe : Counter {
  void Add() override {
    pthread_mutex_lock(&lock);
    ++total;
    pthread_mutex_unlock(&lock);
  }
};
struct Fast : Counter {
  void Add() override { ++total; }
};
-static Counter* Make() { return new Safe; }
+static Counter* Make() { return new Fast; }
static Counter* counter;
static void* work(void* unused) {
  counter->Add();
  return unused;
}
int main() {
  Fast fast;
  Safe safe;
  static_cast<Counter&>(fast).Add();
  static_cast<Counter&>(safe).Add();
  counter = Make();
  TWO_THREADS(work, work);
  return counter->total == 0;
}
