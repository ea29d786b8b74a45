//: what: a row of an X macro has another lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t io = PTHREAD_MUTEX_INITIALIZER, mem = PTHREAD_MUTEX_INITIALIZER;
static int total;
-#define OPS(X) X(load, io) X(save, io)
+#define OPS(X) X(load, io) X(save, mem)
#define DEFINE(name, lock)                 \
  static void *name(void *unused) {        \
    pthread_mutex_lock(&lock);             \
    ++total;                               \
    pthread_mutex_unlock(&lock);           \
    return unused;                         \
  }
OPS(DEFINE)
int main(void) {
  (void)mem;
  TWO_THREADS(load, save);
  return 0;
}
