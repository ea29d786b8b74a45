//: what: the macro that locks does nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-#define LOCK(m) pthread_mutex_lock(m)
-#define UNLOCK(m) pthread_mutex_unlock(m)
+#define LOCK(m) ((void)(m))
+#define UNLOCK(m) ((void)(m))
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  LOCK(&lock);
  ++total;
  UNLOCK(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
