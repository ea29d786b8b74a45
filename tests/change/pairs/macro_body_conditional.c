//: what: a macro's body locks only if there are many threads
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include "lock.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
int threads;
static void *add(void *unused) {
  LOCK(&lock);
  ++total;
  UNLOCK(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
//: file: lock.h
extern int threads;
-#define LOCK(m) pthread_mutex_lock(m)
-#define UNLOCK(m) pthread_mutex_unlock(m)
+#define LOCK(m) do { if (threads > 1) pthread_mutex_lock(m); } while (0)
+#define UNLOCK(m) do { if (threads > 1) pthread_mutex_unlock(m); } while (0)
