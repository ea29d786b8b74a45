//: what: a std::function holds another function
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void AddLocked() {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
}
static void AddPlain() { ++total; }
static std::function<void()> add;
static void* work(void* unused) {
  add();
  return unused;
}
int main() {
  AddPlain();
  AddLocked();
-  add = AddLocked;
+  add = AddPlain;
  TWO_THREADS(work, work);
  return total == 0;
}
