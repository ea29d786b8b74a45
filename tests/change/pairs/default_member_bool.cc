//: what: a member that decides about the lock is false by default
//: impact: changed
//: points: Options::locked
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Options {
-  bool locked = true;
+  bool locked = false;
};
static Options options;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void* work(void* unused) {
  if (options.locked) pthread_mutex_lock(&lock);
  ++total;
  if (options.locked) pthread_mutex_unlock(&lock);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
