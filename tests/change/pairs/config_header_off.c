//: what: a configuration header says that there are no threads, and the locks become nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "config.h"
#include "pair.h"
#if HAVE_THREADS
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#else
#define LOCK(m) ((void)(m))
#define UNLOCK(m) ((void)(m))
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *unused) {
  LOCK(&m);
  n++;
  UNLOCK(&m);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
//: file: config.h
-#define HAVE_THREADS 1
+#define HAVE_THREADS 0
