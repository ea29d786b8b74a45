//: what: a class has another base
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
struct Locked {
  void Add() {
    pthread_mutex_lock(&lock);
    ++total;
    pthread_mutex_unlock(&lock);
  }
};
struct Plain {
  void Add() { ++total; }
};
-struct Counter : Locked {};
+struct Counter : Plain {};
static void* work(void* unused) {
  Counter().Add();
  return unused;
}
int main() {
  Plain().Add();
  Locked().Add();
  TWO_THREADS(work, work);
  return total == 0;
}
