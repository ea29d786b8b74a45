//: what: a constant table of pointers to members has another one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Counter {
  void AddLocked() {
    pthread_mutex_lock(&lock);
    ++total;
    pthread_mutex_unlock(&lock);
  }
  void AddPlain() { ++total; }
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int total = 0;
};
-static void (Counter::*const kSteps[])() = {&Counter::AddLocked, &Counter::AddLocked};
+static void (Counter::*const kSteps[])() = {&Counter::AddLocked, &Counter::AddPlain};
static Counter counter;
static void* one(void* unused) {
  (counter.*kSteps[0])();
  return unused;
}
static void* two(void* unused) {
  (counter.*kSteps[1])();
  return unused;
}
int main() {
  counter.AddPlain();
  TWO_THREADS(one, two);
  return counter.total == 0;
}
