//: what: the callback in a global structure is another one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void AddLocked() {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
}
static void AddPlain() { ++total; }
struct Hooks {
  const char* name;
  void (*add)();
};
-Hooks hooks = {"counter", AddLocked};
+Hooks hooks = {"counter", AddPlain};
static void* work(void* unused) {
  hooks.add();
  return unused;
}
int main() {
  AddPlain();
  AddLocked();
  TWO_THREADS(work, work);
  return total == 0;
}
