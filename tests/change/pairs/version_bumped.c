//: what: the version is bumped: a macro that a function returns and main prints
//: impact: changed
//: select: none
//: fault: none
//: slow: yes
#include <stdio.h>
#include "pair.h"
-#define VERSION "1.4.2"
-#define VERSION_NUMBER 10402
+#define VERSION "1.5.0"
+#define VERSION_NUMBER 10500
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs;
int version(void) { return VERSION_NUMBER; }
static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  jobs++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  printf("jobs %s (%d)\n", VERSION, version());
  TWO_THREADS(worker, worker);
  return 0;
}
