//: what: a lock around a loop moves into it: the two halves are no longer one step
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[2];
static void *writer(void *unused) {
-  pthread_mutex_lock(&lock);
  for (int i = 0; i < 2; ++i) {
+    pthread_mutex_lock(&lock);
    cells[i] += 1;
+    pthread_mutex_unlock(&lock);
  }
-  pthread_mutex_unlock(&lock);
  return unused;
}
static void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  assert(cells[0] == cells[1]);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(writer, reader);
  return 0;
}
