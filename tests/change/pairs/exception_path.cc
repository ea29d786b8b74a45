//: what: the lock is given back before something that throws is caught outside
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
struct Guard {
  Guard() { pthread_mutex_lock(&lock); }
  ~Guard() { pthread_mutex_unlock(&lock); }
};
static void Fail() { throw 1; }
static void* work(void* unused) {
-  Guard guard;
  try {
+    Guard guard;
    Fail();
  } catch (int) {
    ++total;
  }
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
