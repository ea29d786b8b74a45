//: what: the destructor of one's own guard gives the lock back no more: it did so in a member before
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
struct Guard {
  Guard() { pthread_mutex_lock(&lock); }
  ~Guard() {
-    pthread_mutex_unlock(&lock);
+    held = false;
  }
  bool held = true;
};
static void* work(void* unused) {
  Guard guard;
  ++total;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
