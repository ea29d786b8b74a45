//: what: `final` and `override` are written: the same functions run
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Counter {
  virtual ~Counter() = default;
  virtual void Add() = 0;
  int total = 0;
};
-struct Safe : Counter {
-  void Add() {
+struct Safe : Counter {
+  void Add() override {
    pthread_mutex_lock(&lock);
    ++total;
    pthread_mutex_unlock(&lock);
  }
};
static Counter* counter;
static void* work(void* unused) {
  counter->Add();
  return unused;
}
int main() {
  counter = new Safe;
  TWO_THREADS(work, work);
  return counter->total == 0;
}
