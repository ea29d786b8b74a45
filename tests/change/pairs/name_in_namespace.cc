//: what: a function gets a namespace: the same body under another name
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
+namespace ours {
void Add(int by) {
  pthread_mutex_lock(&lock);
  total += by;
  pthread_mutex_unlock(&lock);
}
+}  // namespace ours
static void* work(void* unused) {
-  Add(1);
+  ours::Add(1);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
